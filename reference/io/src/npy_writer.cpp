#include "tailproof/io/npy_writer.hpp"

#include <bit>
#include <stdexcept>

#include "tailproof/io/npy_header.hpp"

namespace tailproof::io {

namespace {

template <typename T>
void write_whole(const std::string& path, ElementType type, std::span<const T> values,
                 const std::vector<std::uint64_t>& shape) {
  NpyWriter writer(path, type, shape);
  writer.append(values);
  writer.commit();
}

}  // namespace

static_assert(std::endian::native == std::endian::little, "files are little endian, copied as is");

NpyWriter::NpyWriter(const std::string& path, ElementType type,
                     const std::vector<std::uint64_t>& shape)
    : file_(path), type_(type), missing_(array_bytes(path, shape, element_size(type))) {
  file_.write(npy_header(type, shape));
}

void NpyWriter::append(std::span<const float> values) {
  append(ElementType::float32, std::as_bytes(values));
}

void NpyWriter::append(std::span<const std::int32_t> values) {
  append(ElementType::int32, std::as_bytes(values));
}

void NpyWriter::append(std::span<const std::int64_t> values) {
  append(ElementType::int64, std::as_bytes(values));
}

void NpyWriter::append(ElementType type, std::span<const std::byte> bytes) {
  if (type != type_) throw std::logic_error("NpyWriter given elements of another type");
  if (bytes.size() > missing_) throw std::logic_error("NpyWriter given more than its shape holds");
  file_.write(bytes);
  missing_ -= bytes.size();
}

void NpyWriter::commit() {
  if (missing_ != 0) throw std::logic_error("NpyWriter given less than its shape holds");
  file_.commit();
}

void write_npy(const std::string& path, std::span<const float> values,
               const std::vector<std::uint64_t>& shape) {
  write_whole(path, ElementType::float32, values, shape);
}

void write_npy(const std::string& path, std::span<const std::int32_t> values,
               const std::vector<std::uint64_t>& shape) {
  write_whole(path, ElementType::int32, values, shape);
}

void write_npy(const std::string& path, std::span<const std::int64_t> values,
               const std::vector<std::uint64_t>& shape) {
  write_whole(path, ElementType::int64, values, shape);
}

}  // namespace tailproof::io
