#include "cuda_driver.hpp"

#include <dlfcn.h>

#include <string>

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

void CudaDriver::begin_capture(void* stream) const {
  constexpr int global_mode = 0;
  require(functions_.begin_capture(stream, global_mode), "cuStreamBeginCapture");
}

void* CudaDriver::end_capture(void* stream) const {
  void* graph = nullptr;
  require(functions_.end_capture(stream, &graph), "capture of the call");
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

}  // namespace tailproof::properties
