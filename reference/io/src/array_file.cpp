#include "tailproof/io/array_file.hpp"

#include <fmt/format.h>

#include <cstring>
#include <stdexcept>
#include <utility>

#include "tailproof/io/input_error.hpp"
#include "tailproof/io/npy_header.hpp"
#include "tailproof/io/safetensors.hpp"

namespace tailproof::io {
namespace {

constexpr std::string_view tensor_suffix = ".safetensors";

/// "FILE.safetensors:TENSOR" apart; a tensor name may itself hold colons, a folder may too.
struct Location {
  std::string path;
  std::string tensor;
  bool safetensors = false;
};

Location split(const std::string& location) {
  const std::size_t colon = location.find(std::string(tensor_suffix) + ':');
  if (colon != std::string::npos) {
    const std::size_t end = colon + tensor_suffix.size();
    return {location.substr(0, end), location.substr(end + 1), true};
  }
  return {location, "", location.ends_with(tensor_suffix)};
}

}  // namespace

ArrayFile::ArrayFile(const std::string& location) : name_(location), file_(split(location).path) {
  const Location parts = split(location);
  header_ = parts.safetensors ? find_tensor(parts.path, file_.bytes(), parts.tensor)
                              : parse_npy_header(parts.path, file_.bytes());
  const std::size_t size = element_size(header_.type);
  const std::uint64_t bytes = array_bytes(name_, header_.shape, size);
  data_ = file_.bytes().subspan(header_.data_offset, bytes);
  if (header_.data_offset % size != 0) {
    if (bytes > largest_aligned_copy) {
      throw InputError({.file = name_},
                       fmt::format("data starts at byte {}, so its {} bytes would have to be "
                                   "copied to be aligned (at most {} are); save it again",
                                   header_.data_offset, bytes, largest_aligned_copy));
    }
    aligned_copy_ = std::make_unique_for_overwrite<std::byte[]>(bytes);
    std::memcpy(aligned_copy_.get(), data_.data(), bytes);
    data_ = {aligned_copy_.get(), bytes};
  }
}

template <typename T>
std::span<const T> ArrayFile::elements(ElementType type) const {
  if (header_.type != type) throw std::logic_error("ArrayFile read as another type than its own");
  return {reinterpret_cast<const T*>(data_.data()), data_.size() / sizeof(T)};
}

std::span<const float> ArrayFile::floats() const {
  return elements<float>(ElementType::float32);
}
std::span<const std::int32_t> ArrayFile::int32s() const {
  return elements<std::int32_t>(ElementType::int32);
}
std::span<const std::int64_t> ArrayFile::int64s() const {
  return elements<std::int64_t>(ElementType::int64);
}

}  // namespace tailproof::io
