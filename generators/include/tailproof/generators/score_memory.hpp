/// Where the scores of a case lie: on the heap, or in a file in memory that another process maps.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>

namespace tailproof::generators {

/// Floats before row 0 and after the last row that belong to nobody: hostile padding, and under
/// AddressSanitizer poisoned, so that reading them is reported.
inline constexpr std::int64_t guard_floats = 64;

/// Scores of so many bytes are worth sharing; fewer are as quickly copied.
inline constexpr std::size_t least_shared_bytes = std::size_t{1} << 20;

/// Room for the scores of one case, guards on both sides. Movable; addresses stay.
class ScoreMemory {
 public:
  /// Pages of guards before and after pages() of shared memory.
  static constexpr std::size_t guard_pages = 1;

  ScoreMemory() = default;
  /// On the heap the first float lies `offset` floats from a 64-byte boundary. Shared memory with
  /// an offset starts that many floats into a page, without one it ends where a page ends: just
  /// where the guards of an isolated call want it. Throws std::bad_alloc.
  /// @param offset  0 to 3
  ScoreMemory(std::size_t floats, std::uint32_t offset);

  [[nodiscard]] float* data() const noexcept { return data_; }
  /// Floats.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  /// The same with the guards.
  [[nodiscard]] float* guarded_begin() const noexcept { return block_.get(); }
  [[nodiscard]] float* guarded_end() const noexcept {
    return block_.get() + block_.get_deleter().floats;
  }
  /// From here on AddressSanitizer reports whoever touches a guard.
  void close_guards() const noexcept;

  /// Whether it lies in a file. Nobody can map that file for writing any more.
  [[nodiscard]] bool shared() const noexcept { return block_.get_deleter().descriptor >= 0; }
  [[nodiscard]] int descriptor() const noexcept { return block_.get_deleter().descriptor; }
  /// Another one for each shared memory of this process, from 1.
  [[nodiscard]] std::uint64_t number() const noexcept { return number_; }
  /// Pages that hold the floats; they start at page guard_pages of the file.
  [[nodiscard]] std::size_t pages() const noexcept { return pages_; }
  /// Bytes from the start of those pages to the first float.
  [[nodiscard]] std::size_t page_offset() const noexcept { return page_offset_; }
  [[nodiscard]] std::uint32_t offset() const noexcept { return offset_; }

 private:
  struct Release {
    Release() noexcept : floats(0), descriptor(-1) {}
    void operator()(float* memory) const noexcept;
    std::size_t floats;
    int descriptor;  // of the file that is mapped; -1: heap
  };

  bool allocate_shared();
  void allocate_on_heap();

  std::unique_ptr<float, Release> block_;
  float* data_ = nullptr;
  std::size_t size_ = 0;
  std::uint32_t offset_ = 0;
  std::uint64_t number_ = 0;
  std::size_t pages_ = 0;
  std::size_t page_offset_ = 0;
};

}  // namespace tailproof::generators
