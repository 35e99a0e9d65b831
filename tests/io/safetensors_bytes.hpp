/// .safetensors files by hand.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "npy_bytes.hpp"

namespace tailproof::test {

/// Header size, header and data as given.
inline std::string safetensors(std::string_view header, std::string_view data) {
  std::string bytes = raw(std::uint64_t{header.size()});
  return bytes.append(header).append(data);
}

/// One entry of a header, without the comma that follows it.
inline std::string entry(std::string_view name, std::string_view dtype, std::string_view shape,
                         std::string_view offsets) {
  std::string text("\"");
  text.append(name).append("\":{\"dtype\":\"").append(dtype).append("\",\"shape\":");
  return text.append(shape).append(",\"data_offsets\":").append(offsets).append("}");
}

}  // namespace tailproof::test
