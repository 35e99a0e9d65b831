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
  void upload(DevicePointer to, const void* from, std::size_t bytes) const;
  void download(void* to, DevicePointer from, std::size_t bytes) const;
  void clear(DevicePointer memory, std::size_t bytes) const;
  /// Waits for everything on the device.
  void synchronize() const;
  [[nodiscard]] std::size_t free_memory() const;
  /// A stream that does not wait for the default one.
  [[nodiscard]] void* make_stream() const;
  void wait_for(void* stream) const;

  /// Records what is enqueued on the stream from here on. Nothing that waits or allocates is
  /// allowed on this thread meanwhile.
  void begin_capture(void* stream) const;
  /// The graph recorded, ready to be launched; also ends a capture that went wrong.
  [[nodiscard]] void* end_capture(void* stream) const;
  void launch(void* graph, void* stream) const;
  void destroy(void* graph) const;

 private:
  void require(int result, const char* what) const;

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
  } functions_{};
};

}  // namespace tailproof::properties
