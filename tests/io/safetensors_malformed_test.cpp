// Every way a .safetensors file can be wrong is a message that names the file, and nothing worse.
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "error_matchers.hpp"
#include "malformed.hpp"
#include "safetensors_bytes.hpp"
#include "tailproof/io/array_file.hpp"
#include "tailproof/io/safetensors.hpp"
#include "tailproof_catch.hpp"
#include "temp_folder.hpp"

using namespace tailproof::io;
using namespace tailproof::test;

namespace {

/// A file with tensor x as described and eight bytes of data.
std::string one(const std::string& tensor) {
  return safetensors("{" + tensor + "}", "12345678");
}

std::string x(const char* dtype, const char* shape, const char* offsets) {
  return one(entry("x", dtype, shape, offsets));
}

std::vector<Malformed> catalogue() {
  const std::string whole = entry("x", "F32", "[2]", "[0,8]");
  return {
      {"short", "1234567", "truncated within the .safetensors header size"},
      {"header past the end", raw(std::uint64_t{100}) + "{}", "is truncated: .safetensors header"},
      {"huge header", raw(~std::uint64_t{0}) + "{}", "18446744073709551615 bytes is too long"},
      {"not JSON", safetensors("{'x': 1}", ""), "header is not JSON"},
      {"empty header", safetensors("", "12345678"), "header is not JSON"},
      {"bad UTF-8", safetensors("{\"\xff\":1}", ""), "header is not JSON"},
      {"not an object", safetensors("[]", ""), "not a JSON object"},
      {"number", safetensors("1e999", ""), "header is not JSON"},
      {"deep nesting", safetensors(std::string(100000, '['), ""), "nested too deeply"},
      {"repeated tensor", safetensors("{" + whole + "," + whole + "}", "12345678"),
       "has the key 'x' twice"},
      {"repeated field", one("\"x\":{\"dtype\":\"F32\",\"dtype\":\"I32\"}"), "'dtype' twice"},
      {"tensor not an object", one("\"x\":1"), "is not described by an object"},
      {"no dtype", one("\"x\":{\"shape\":[2],\"data_offsets\":[0,8]}"), "has no 'dtype'"},
      {"dtype a number", one("\"x\":{\"dtype\":3}"), "has no 'dtype'"},
      {"no shape", one("\"x\":{\"dtype\":\"F32\",\"data_offsets\":[0,8]}"), "no list 'shape'"},
      {"no offsets", one("\"x\":{\"dtype\":\"F32\",\"shape\":[2]}"), "no list 'data_offsets'"},
      {"shape a string", x("F32", "\"2\"", "[0,8]"), "no list 'shape'"},
      {"negative extent", x("F32", "[-2]", "[0,8]"), "non-negative integers"},
      {"fractional extent", x("F32", "[2.0]", "[0,8]"), "non-negative integers"},
      {"extent beyond 64 bits", x("F32", "[36893488147419103232]", "[0,8]"), "non-negative"},
      {"three offsets", x("F32", "[2]", "[0,4,8]"), "not [begin, end]"},
      {"offsets backwards", x("F32", "[2]", "[8,0]"), "not [begin, end]"},
      {"offset past the end", x("F32", "[4]", "[0,16]"), "ends at byte 16 of the data"},
      {"offset near 2^64", x("F5", "[1]", "[0,18446744073709551615]"), "is truncated"},
      {"shape and offsets differ", x("F32", "[3]", "[0,8]"), "takes 12 bytes"},
      {"shape overflows", x("F32", "[4294967296,4294967296]", "[0,8]"), "overflows 63 bits"},
      {"overlap", one(entry("a", "F32", "[2]", "[0,8]") + "," + entry("x", "F32", "[1]", "[4,8]")),
       "'x' starts at byte 4 of the data, overlapping"},
      {"hole", x("F32", "[1]", "[4,8]"), "leaving a hole"},
      {"bytes left over", x("F32", "[1]", "[0,4]"), "has 4 bytes after the last tensor"},
      {"wrong dtype", x("F64", "[1]", "[0,8]"), "dtype 'F64' is not supported: scores are F32"},
      {"unknown dtype", x("Q7", "[1]", "[0,8]"), "dtype 'Q7' is not supported"},
      {"another name", one(entry("y", "F32", "[2]", "[0,8]")),
       "has no tensor 'x'; there are 'y' 'F32' (2,)"},
      {"no tensors", safetensors("{}", ""), "has no tensor 'x'; the file holds none"},
  };
}

}  // namespace

TEST_CASE("each malformed .safetensors is refused with its own message, naming the file") {
  check_each_is_refused(catalogue(), "bad.safetensors", ":x");
}

TEST_CASE("a .safetensors without a tensor name asks for one and lists at most twenty") {
  const TempFolder folder;
  std::string header = "{";
  for (int i = 0; i < 30; ++i) {
    header += (i == 0 ? "" : ",") + entry("t" + std::to_string(100 + i), "F32", "[0]", "[0,0]");
  }
  const std::string path = folder.file("many.safetensors", safetensors(header + "}", ""));
  const std::string message = message_of([&] { const ArrayFile array(path); });
  CHECK(holds(message, "name a tensor as FILE.safetensors:TENSOR; there are 't100' 'F32' (0,), "));
  CHECK(holds(message, "'t119' 'F32' (0,), and 10 more"));
}

TEST_CASE(
    "no single changed byte of a .safetensors header crashes the reader or reads past the file") {
  check_each_changed_byte(one(entry("x", "F32", "[2]", "[0,8]")), 8, [](const std::string& bytes) {
    const auto header = find_tensor("f", std::as_bytes(std::span(bytes)), "x");
    const auto size = array_bytes("f", header.shape, element_size(header.type));
    CHECK(header.data_offset + size <= bytes.size());
  });
}
