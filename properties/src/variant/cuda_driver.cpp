#include "cuda_driver.hpp"

#include <dlfcn.h>

#include <string>
#include <vector>

namespace tailproof::properties {
namespace {

constexpr unsigned non_blocking_stream = 1;

template <typename Function>
void find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(::dlsym(library, name));
  if (function == nullptr) throw CudaMissing(std::string("the CUDA driver has no ") + name);
}

}  // namespace

CudaDriver::CudaDriver() {
  void* const library = ::dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw CudaMissing("no CUDA driver is installed");
  find(library, "cuInit", functions_.init);
  find(library, "cuDeviceGet", functions_.device_get);
  find(library, "cuDevicePrimaryCtxRetain", functions_.retain);
  find(library, "cuCtxSetCurrent", functions_.set_current);
  find(library, "cuMemAlloc_v2", functions_.mem_alloc);
  find(library, "cuMemFree_v2", functions_.mem_free);
  find(library, "cuMemcpyHtoD_v2", functions_.upload);
  find(library, "cuMemcpyDtoH_v2", functions_.download);
  find(library, "cuMemsetD8_v2", functions_.memset8);
  find(library, "cuCtxSynchronize", functions_.context_synchronize);
  find(library, "cuMemGetInfo_v2", functions_.mem_info);
  find(library, "cuStreamCreate", functions_.stream_create);
  find(library, "cuStreamSynchronize", functions_.stream_synchronize);
  find(library, "cuStreamBeginCapture_v2", functions_.begin_capture);
  find(library, "cuStreamEndCapture", functions_.end_capture);
  find(library, "cuGraphInstantiateWithFlags", functions_.instantiate);
  find(library, "cuGraphLaunch", functions_.graph_launch);
  find(library, "cuGraphExecDestroy", functions_.graph_exec_destroy);
  find(library, "cuGraphDestroy", functions_.graph_destroy);
  find(library, "cuGetErrorString", functions_.error_string);
  find(library, "cuStreamDestroy_v2", functions_.stream_destroy);
  find(library, "cuStreamWaitEvent", functions_.stream_wait_event);
  find(library, "cuEventCreate", functions_.event_create);
  find(library, "cuEventRecord", functions_.event_record);
  find(library, "cuEventDestroy_v2", functions_.event_destroy);
  find(library, "cuGraphGetNodes", functions_.graph_get_nodes);
  find(library, "cuGraphNodeGetType", functions_.graph_node_get_type);
  find(library, "cuModuleLoadData", functions_.module_load_data);
  find(library, "cuModuleGetFunction", functions_.module_get_function);
  find(library, "cuLaunchKernel", functions_.launch_kernel);
  find(library, "cuDeviceGetAttribute", functions_.device_get_attribute);
  find(library, "cuMemGetAllocationGranularity", functions_.granularity);
  find(library, "cuMemAddressReserve", functions_.address_reserve);
  find(library, "cuMemAddressFree", functions_.address_free);
  find(library, "cuMemCreate", functions_.mem_create);
  find(library, "cuMemRelease", functions_.mem_release);
  find(library, "cuMemMap", functions_.mem_map);
  find(library, "cuMemUnmap", functions_.mem_unmap);
  find(library, "cuMemSetAccess", functions_.mem_set_access);
  int device = 0;
  void* context = nullptr;
  if (functions_.init(0) != 0 || functions_.device_get(&device, 0) != 0) {
    throw CudaMissing("no CUDA device answers");
  }
  require(functions_.retain(&context, device), "cuDevicePrimaryCtxRetain");
  require(functions_.set_current(context), "cuCtxSetCurrent");
}

void CudaDriver::require(int result, const char* what) const {
  if (result == 0) return;
  const char* text = nullptr;
  functions_.error_string(result, &text);
  throw CudaError(std::string(what) + ": " + (text == nullptr ? "unknown error" : text));
}

DevicePointer CudaDriver::allocate(std::size_t bytes) const {
  DevicePointer memory = 0;
  require(functions_.mem_alloc(&memory, bytes), "cuMemAlloc");
  return memory;
}

void CudaDriver::free(DevicePointer memory) const {
  require(functions_.mem_free(memory), "cuMemFree");
}

void CudaDriver::discard(DevicePointer memory) const noexcept {
  (void)functions_.mem_free(memory);
}

void CudaDriver::upload(DevicePointer to, const void* from, std::size_t bytes) const {
  if (bytes != 0) require(functions_.upload(to, from, bytes), "cuMemcpyHtoD");
}

void CudaDriver::download(void* to, DevicePointer from, std::size_t bytes) const {
  if (bytes != 0) require(functions_.download(to, from, bytes), "cuMemcpyDtoH");
}

void CudaDriver::clear(DevicePointer memory, std::size_t bytes) const {
  if (bytes != 0) require(functions_.memset8(memory, 0, bytes), "cuMemsetD8");
}

void CudaDriver::synchronize() const {
  require(functions_.context_synchronize(), "cuCtxSynchronize");
}

std::size_t CudaDriver::free_memory() const {
  std::size_t available = 0;
  std::size_t total = 0;
  require(functions_.mem_info(&available, &total), "cuMemGetInfo");
  return available;
}

void* CudaDriver::make_stream() const {
  void* stream = nullptr;
  require(functions_.stream_create(&stream, non_blocking_stream), "cuStreamCreate");
  return stream;
}

void CudaDriver::wait_for(void* stream) const {
  require(functions_.stream_synchronize(stream), "after the call");
}

void CudaDriver::destroy_stream(void* stream) const noexcept {
  (void)functions_.stream_destroy(stream);
}

void CudaDriver::order(void* earlier, void* later) const {
  constexpr unsigned without_timing = 2;
  void* event = nullptr;
  require(functions_.event_create(&event, without_timing), "cuEventCreate");
  const int recorded = functions_.event_record(event, earlier);
  const int waits = recorded == 0 ? functions_.stream_wait_event(later, event, 0) : recorded;
  (void)functions_.event_destroy(event);  // once it has happened
  require(waits, "cuStreamWaitEvent");
}

GraphContents CudaDriver::contents_of(void* graph) const {
  constexpr int allocates = 10;
  constexpr int frees = 11;
  GraphContents contents;
  require(functions_.graph_get_nodes(graph, nullptr, &contents.nodes), "cuGraphGetNodes");
  std::vector<void*> nodes(contents.nodes);
  require(functions_.graph_get_nodes(graph, nodes.data(), &contents.nodes), "cuGraphGetNodes");
  for (void* const node : nodes) {
    int type = 0;
    require(functions_.graph_node_get_type(node, &type), "cuGraphNodeGetType");
    if (type == allocates || type == frees) ++contents.allocations;
  }
  return contents;
}

void CudaDriver::begin_capture(void* stream) const {
  constexpr int global_mode = 0;
  require(functions_.begin_capture(stream, global_mode), "cuStreamBeginCapture");
}

void* CudaDriver::end_capture(void* stream, GraphContents* contents) const {
  void* graph = nullptr;
  require(functions_.end_capture(stream, &graph), "capture of the call");
  if (contents != nullptr) *contents = contents_of(graph);
  void* executable = nullptr;
  const int result = functions_.instantiate(&executable, graph, 0);
  functions_.graph_destroy(graph);
  require(result, "cuGraphInstantiate");
  return executable;
}

void CudaDriver::launch(void* graph, void* stream) const {
  require(functions_.graph_launch(graph, stream), "cuGraphLaunch");
}

void CudaDriver::destroy(void* graph) const {
  require(functions_.graph_exec_destroy(graph), "cuGraphExecDestroy");
}

void CudaDriver::discard_graph(void* graph) const noexcept {
  (void)functions_.graph_exec_destroy(graph);
}

void* CudaDriver::load_function(const char* text, const char* name) const {
  void* loaded = nullptr;
  void* function = nullptr;
  require(functions_.module_load_data(&loaded, text), "cuModuleLoadData");
  require(functions_.module_get_function(&function, loaded, name), "cuModuleGetFunction");
  return function;
}

void CudaDriver::launch_kernel(void* function, unsigned ctas, unsigned threads, void* stream,
                               void** parameters) const {
  require(
      functions_.launch_kernel(function, ctas, 1, 1, threads, 1, 1, 0, stream, parameters, nullptr),
      "cuLaunchKernel");
}

unsigned CudaDriver::multiprocessors() const {
  constexpr int multiprocessor_count = 16;
  int count = 0;
  require(functions_.device_get_attribute(&count, multiprocessor_count, 0), "cuDeviceGetAttribute");
  return static_cast<unsigned>(count);
}

std::size_t CudaDriver::mapping_granularity() const {
  const AllocationProperties properties;
  std::size_t bytes = 0;
  require(functions_.granularity(&bytes, &properties, 0), "cuMemGetAllocationGranularity");
  return bytes;
}

DevicePointer CudaDriver::reserve(std::size_t bytes) const {
  DevicePointer address = 0;
  require(functions_.address_reserve(&address, bytes, 0, 0, 0), "cuMemAddressReserve");
  return address;
}

void CudaDriver::map(DevicePointer address, std::size_t bytes) const {
  const AllocationProperties properties;
  unsigned long long memory = 0;
  require(functions_.mem_create(&memory, bytes, &properties, 0), "cuMemCreate");
  const int mapped = functions_.mem_map(address, bytes, 0, memory, 0);
  (void)functions_.mem_release(memory);  // once it is unmapped
  require(mapped, "cuMemMap");
  const AccessDescription access;
  require(functions_.mem_set_access(address, bytes, &access, 1), "cuMemSetAccess");
}

void CudaDriver::unmap(DevicePointer address, std::size_t bytes) const noexcept {
  (void)functions_.mem_unmap(address, bytes);
}

void CudaDriver::free_reserved(DevicePointer address, std::size_t bytes) const noexcept {
  (void)functions_.address_free(address, bytes);
}

}  // namespace tailproof::properties
