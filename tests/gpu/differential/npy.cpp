#include "npy.hpp"

#include <bit>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <type_traits>

namespace tailproof::gpu_test {
namespace {

static_assert(std::endian::native == std::endian::little);

[[noreturn]] void fail(const std::string& path, const std::string& why) {
  throw std::runtime_error(path + ": " + why);
}

std::string read_header(std::ifstream& file, const std::string& path) {
  char magic[8];
  unsigned char size[2];
  file.read(magic, sizeof magic);
  file.read(reinterpret_cast<char*>(size), sizeof size);
  if (!file || std::memcmp(magic, "\x93NUMPY\x01", 7) != 0) fail(path, "not a version 1 .npy file");
  std::string header(static_cast<std::size_t>(size[0] + 256 * size[1]), '\0');
  file.read(header.data(), static_cast<std::streamsize>(header.size()));
  if (!file) fail(path, "truncated header");
  return header;
}

std::vector<std::int64_t> shape_of(const std::string& header, const std::string& path) {
  const std::size_t key = header.find("'shape'");
  const std::size_t open = header.find('(', key);
  const std::size_t close = header.find(')', key);
  if (key == std::string::npos || close == std::string::npos) fail(path, "no shape");
  std::vector<std::int64_t> shape;
  for (std::size_t i = open + 1; i < close;) {
    std::size_t used = 0;
    shape.push_back(std::stoll(header.substr(i, close - i), &used));
    i = header.find_first_of("0123456789)", header.find_first_of(",)", i + used));
  }
  return shape;
}

}  // namespace

template <class T>
NpyArray<T> read_npy(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) fail(path, "cannot be opened");
  const std::string header = read_header(file, path);
  const char* type = std::is_same_v<T, float> ? "'<f4'" : "'<i4'";
  if (header.find(type) == std::string::npos) fail(path, std::string("elements are not ") + type);
  if (header.find("'fortran_order': False") == std::string::npos) fail(path, "not in C order");
  NpyArray<T> array;
  array.shape = shape_of(header, path);
  std::int64_t count = 1;
  for (const std::int64_t extent : array.shape) count *= extent;
  array.values.resize(static_cast<std::size_t>(count));
  file.read(reinterpret_cast<char*>(array.values.data()),
            static_cast<std::streamsize>(array.values.size() * sizeof(T)));
  if (!file) fail(path, "truncated");
  return array;
}

template NpyArray<float> read_npy<float>(const std::string& path);
template NpyArray<std::int32_t> read_npy<std::int32_t>(const std::string& path);

}  // namespace tailproof::gpu_test
