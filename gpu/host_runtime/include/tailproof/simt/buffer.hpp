/// RAII device memory for launchers and tests, the same in both builds.
#pragma once
#include <cstddef>
#include <utility>
#include <vector>

#if defined(__CUDACC__)
#include "tailproof/simt/device/memory_api.hpp"
#else
#include "tailproof/simt/host/memory_api.hpp"
#endif

namespace simt {

/// `count` elements of device memory, uninitialised until uploaded, filled or written by a kernel.
template <class T>
class DeviceBuffer {
 public:
  DeviceBuffer() = default;
  /// Check status() after construction: nothing is thrown.
  explicit DeviceBuffer(std::size_t count) : count_(count) {
    void* address = nullptr;
    status_ = device_alloc(&address, count * sizeof(T));
    data_ = static_cast<T*>(address);
  }
  explicit DeviceBuffer(const std::vector<T>& values) : DeviceBuffer(values.size()) {
    if (status_.ok()) status_ = upload(values);
  }
  ~DeviceBuffer() { release(); }
  DeviceBuffer(const DeviceBuffer&) = delete;
  DeviceBuffer& operator=(const DeviceBuffer&) = delete;
  DeviceBuffer(DeviceBuffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        count_(std::exchange(other.count_, 0)),
        status_(std::move(other.status_)) {}
  DeviceBuffer& operator=(DeviceBuffer&& other) noexcept {
    if (this != &other) {
      release();
      data_ = std::exchange(other.data_, nullptr);
      count_ = std::exchange(other.count_, 0);
      status_ = std::move(other.status_);
    }
    return *this;
  }

  T* data() const { return data_; }
  std::size_t size() const { return count_; }
  const Status& status() const { return status_; }

  /// Copies `values` to the front of the buffer; more values than elements is an error.
  Status upload(const std::vector<T>& values) {
    if (values.size() > count_) {
      return Status(Code::invalid_configuration, "upload is longer than the device buffer");
    }
    return simt::memcpy(data_, values.data(), values.size() * sizeof(T));
  }
  /// Sets every byte.
  Status fill_bytes(unsigned char value) { return simt::memset(data_, value, count_ * sizeof(T)); }
  /// Copies the whole buffer to `values`, which is resized.
  Status download(std::vector<T>& values) const {
    values.resize(count_);
    return simt::memcpy(values.data(), data_, count_ * sizeof(T));
  }
  std::vector<T> download() const {
    std::vector<T> values;
    const Status status = download(values);
    if (!status.ok()) values.clear();
    return values;
  }

 private:
  void release() noexcept {
    if (data_ != nullptr) static_cast<void>(device_free(data_));
    data_ = nullptr;
  }

  T* data_ = nullptr;
  std::size_t count_ = 0;
  Status status_;
};

}  // namespace simt
