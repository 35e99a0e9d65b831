/// .npy files by hand, so that the tests do not rest on the writer under test.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace tailproof::test {

/// Magic, version, header size and the dictionary as given, nothing padded.
inline std::string npy_prefix(int major, std::string_view dictionary) {
  std::string bytes("\x93NUMPY", 6);
  bytes += {static_cast<char>(major), '\0'};
  const int size_bytes = major == 1 ? 2 : 4;
  for (int i = 0; i < size_bytes; ++i) {
    bytes += static_cast<char>((dictionary.size() >> (8 * i)) & 0xff);
  }
  return bytes.append(dictionary);
}

/// The dictionary as numpy writes it.
inline std::string npy_dictionary(std::string_view descr, std::string_view shape,
                                  std::string_view fortran_order = "False") {
  std::string text("{'descr': '");
  text.append(descr).append("', 'fortran_order': ").append(fortran_order);
  return text.append(", 'shape': ").append(shape).append(", }\n");
}

/// The bytes of one value, as they lie in memory.
template <typename T>
std::string raw(const T& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

/// A whole version 1.0 file.
template <typename T>
std::string npy(std::string_view descr, std::string_view shape, std::initializer_list<T> values) {
  std::string bytes = npy_prefix(1, npy_dictionary(descr, shape));
  for (const T value : values) bytes += raw(value);
  return bytes;
}

}  // namespace tailproof::test
