// The few functions of the CUDA driver that a checker needs, found at run time: no toolkit at build
// time, and none of it loaded where no variant works in device memory.
#pragma once
#include <cstddef>
#include <cstdint>
#include <stdexcept>

namespace tailproof::properties {

/// There is no driver or no device.
class CudaMissing final : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A call failed; errors of kernels are sticky, so the process has to end.
class CudaError final : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

using DevicePointer = std::uint64_t;

/// What a captured graph is made of, as far as a checker asks.
struct GraphContents {
  std::size_t nodes = 0;
  std::size_t allocations = 0;  ///< nodes that allocate or free memory
};

/// The primary context of device 0, current on this thread. One a process.
class CudaDriver {
 public:
  /// Throws CudaMissing.
  CudaDriver();
  CudaDriver(const CudaDriver&) = delete;
  CudaDriver& operator=(const CudaDriver&) = delete;

  // All throw CudaError, also for what earlier asynchronous work did.
  [[nodiscard]] DevicePointer allocate(std::size_t bytes) const;
  void free(DevicePointer memory) const;
  /// The same where nobody can be told of an error.
  void discard(DevicePointer memory) const noexcept;
  void upload(DevicePointer to, const void* from, std::size_t bytes) const;
  void download(void* to, DevicePointer from, std::size_t bytes) const;
  void clear(DevicePointer memory, std::size_t bytes) const;
  /// Waits for everything on the device.
  void synchronize() const;
  [[nodiscard]] std::size_t free_memory() const;
  /// A stream that does not wait for the default one.
  [[nodiscard]] void* make_stream() const;
  void wait_for(void* stream) const;
  void destroy_stream(void* stream) const noexcept;
  /// Work enqueued on `later` from here on waits for what is on `earlier` now.
  void order(void* earlier, void* later) const;

  /// Records what is enqueued on the stream from here on. Nothing that waits or allocates is
  /// allowed on this thread meanwhile.
  void begin_capture(void* stream) const;
  /// The graph recorded, ready to be launched; also ends a capture that went wrong.
  [[nodiscard]] void* end_capture(void* stream, GraphContents* contents = nullptr) const;
  void launch(void* graph, void* stream) const;
  void destroy(void* graph) const;
  void discard_graph(void* graph) const noexcept;

  /// A kernel of a module in PTX; it stays loaded.
  [[nodiscard]] void* load_function(const char* text, const char* name) const;
  void launch_kernel(void* function, unsigned ctas, unsigned threads, void* stream,
                     void** parameters) const;
  [[nodiscard]] unsigned multiprocessors() const;

  /// Addresses without memory, and memory for a part of them, in multiples of the granularity.
  [[nodiscard]] std::size_t mapping_granularity() const;
  [[nodiscard]] DevicePointer reserve(std::size_t bytes) const;
  void map(DevicePointer address, std::size_t bytes) const;
  void unmap(DevicePointer address, std::size_t bytes) const noexcept;
  void free_reserved(DevicePointer address, std::size_t bytes) const noexcept;

 private:
  void require(int result, const char* what) const;
  [[nodiscard]] GraphContents contents_of(void* graph) const;

  // As cuda.h lays them out.
  struct Location {
    int type = 1;  // a device
    int id = 0;
  };
  struct AllocationProperties {
    int type = 1;  // pinned
    int handle_types = 0;
    Location location;
    void* metadata = nullptr;
    unsigned char flags[8] = {};
  };
  struct AccessDescription {
    Location location;
    int flags = 3;  // read and write
  };

  struct Functions {
    int (*init)(unsigned);
    int (*device_get)(int*, int);
    int (*retain)(void**, int);
    int (*set_current)(void*);
    int (*mem_alloc)(DevicePointer*, std::size_t);
    int (*mem_free)(DevicePointer);
    int (*upload)(DevicePointer, const void*, std::size_t);
    int (*download)(void*, DevicePointer, std::size_t);
    int (*memset8)(DevicePointer, unsigned char, std::size_t);
    int (*context_synchronize)();
    int (*mem_info)(std::size_t*, std::size_t*);
    int (*stream_create)(void**, unsigned);
    int (*stream_synchronize)(void*);
    int (*begin_capture)(void*, int);
    int (*end_capture)(void*, void**);
    int (*instantiate)(void**, void*, unsigned long long);
    int (*graph_launch)(void*, void*);
    int (*graph_exec_destroy)(void*);
    int (*graph_destroy)(void*);
    int (*error_string)(int, const char**);
    int (*stream_destroy)(void*);
    int (*stream_wait_event)(void*, void*, unsigned);
    int (*event_create)(void**, unsigned);
    int (*event_record)(void*, void*);
    int (*event_destroy)(void*);
    int (*graph_get_nodes)(void*, void**, std::size_t*);
    int (*graph_node_get_type)(void*, int*);
    int (*module_load_data)(void**, const void*);
    int (*module_get_function)(void**, void*, const char*);
    int (*launch_kernel)(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                         unsigned, void*, void**, void**);
    int (*device_get_attribute)(int*, int, int);
    int (*granularity)(std::size_t*, const AllocationProperties*, int);
    int (*address_reserve)(DevicePointer*, std::size_t, std::size_t, DevicePointer,
                           unsigned long long);
    int (*address_free)(DevicePointer, std::size_t);
    int (*mem_create)(unsigned long long*, std::size_t, const AllocationProperties*,
                      unsigned long long);
    int (*mem_release)(unsigned long long);
    int (*mem_map)(DevicePointer, std::size_t, std::size_t, unsigned long long, unsigned long long);
    int (*mem_unmap)(DevicePointer, std::size_t);
    int (*mem_set_access)(DevicePointer, std::size_t, const AccessDescription*, std::size_t);
  } functions_{};
};

}  // namespace tailproof::properties
