// Every way a .npy file can be wrong is a message that names the file, and nothing worse.
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "error_matchers.hpp"
#include "malformed.hpp"
#include "npy_bytes.hpp"
#include "tailproof/io/array_file.hpp"
#include "tailproof/io/npy_header.hpp"
#include "tailproof_catch.hpp"
#include "temp_folder.hpp"

using namespace tailproof::io;
using namespace tailproof::test;

namespace {

std::string with_dictionary(std::string_view dictionary) {
  return npy_prefix(1, dictionary);
}
std::string with_shape(std::string_view shape) {
  return npy_prefix(1, npy_dictionary("<f4", shape));
}
std::string with_descr(std::string_view descr) {
  return npy_prefix(1, npy_dictionary(descr, "(1,)")) + raw(1.0);
}
std::string header_size(std::uint32_t size) {
  return std::string("\x93NUMPY\x02\x00", 8) + raw(size);
}

std::vector<Malformed> catalogue() {
  const std::string good = npy<float>("<f4", "(2,)", {1.0f, 2.0f});
  std::string many_ones = "(";
  for (int i = 0; i < 10000; ++i) many_ones += "1, ";
  many_ones += ")";
  return {
      {"wrong magic", "PK\x03\x04 a zip", "is not a .npy file: it starts with 'PK\\x03\\x04 a'"},
      {"short magic", "\x93NUM", "truncated within the .npy magic"},
      {"no version", good.substr(0, 7), "truncated within the .npy magic"},
      {"version 4", std::string("\x93NUMPY\x04\x00", 8) + raw(0), "version 4.0 is unknown"},
      {"version 1.1", std::string("\x93NUMPY\x01\x01", 8) + raw(0), "version 1.1 is unknown"},
      {"no header size", good.substr(0, 9), "truncated within the .npy header size"},
      {"header past the end", good.substr(0, 40), "is truncated: .npy header of"},
      {"huge header", header_size(0xffffffffu), "4294967295 bytes is too long"},
      {"header over the limit", header_size(65536) + std::string(70000, ' '), "too long"},
      {"empty header", with_dictionary(""), "expected '{'"},
      {"not a literal", with_dictionary("__import__('os').system('true')"), "expected '{'"},
      {"zero bytes in the header", with_dictionary(std::string(64, '\0')), "expected '{'"},
      {"unclosed", with_dictionary("{'descr': '<f4'"), "expected '}' at its end"},
      {"unclosed string", with_dictionary("{'descr: "), "string without an end"},
      {"escape", with_dictionary("{'des\\x63r': '<f4'}"), "escape sequence"},
      {"expression as a value", with_dictionary("{'descr': 1+1}"), "expected a string"},
      {"text after it",
       with_dictionary("{'descr': '<f4', 'fortran_order': False, "
                       "'shape': (0,)} x"),
       "text after the dictionary"},
      {"unknown key", with_dictionary("{'dtype': '<f4'}"), "unknown or repeated key 'dtype'"},
      {"repeated key", with_dictionary("{'descr': '<f4', 'descr': '<f4'}"), "repeated key 'descr'"},
      {"no descr", with_dictionary("{'fortran_order': False, 'shape': (1,)}"), "key 'descr'"},
      {"no order", with_dictionary("{'descr': '<f4', 'shape': (1,)}"), "key 'fortran_order'"},
      {"no shape", with_dictionary("{'descr': '<f4', 'fortran_order': False}"), "key 'shape'"},
      {"order not a boolean", npy_prefix(1, npy_dictionary("<f4", "(1,)", "0")), "True or False"},
      {"Fortran order", npy_prefix(1, npy_dictionary("<f4", "(1, 1)", "True")) + raw(1.0f),
       "Fortran order"},
      {"big endian", with_descr(">f4"), "dtype '>f4' (big endian) is not supported"},
      {"double", with_descr("<f8"), "dtype '<f8' is not supported: scores are '<f4'"},
      {"half", with_descr("<f2"), "dtype '<f2'"},
      {"unsigned", with_descr("<u4"), "dtype '<u4'"},
      {"pickled objects", with_descr("|O"), "dtype '|O'"},
      {"empty dtype", with_descr(""), "dtype ''"},
      {"unprintable dtype", with_descr("\xff\n"), "dtype '\\xff\\x0a'"},
      {"long dtype", with_descr(std::string(5000, 'x')), "xxx...'"},
      {"structured", with_dictionary("{'descr': [('a', '<f4')], "), "structured dtypes"},
      {"shape not a tuple", with_shape("[1]"), "expected '('"},
      {"shape (1)", with_shape("(1)"), "a tuple of one needs it"},
      {"shape unclosed", with_shape("(1, 2"), "expected a non-negative integer"},
      {"shape without a comma", with_shape("(1, 2 3)"), "expected ')'"},
      {"negative extent", with_shape("(-1,)"), "negative extent"},
      {"fractional extent", with_shape("(1.5,)"), "a tuple of one needs it"},
      {"extent beyond 64 bits", with_shape("(99999999999999999999999,)"), "beyond 64 bits"},
      {"product overflows", with_shape("(4294967296, 4294967296, 4294967296)"),
       "of shape (4294967296, 4294967296, 4294967296) overflows 63 bits"},
      {"bytes overflow", with_shape("(4611686018427387904,)"), "overflows 63 bits"},
      {"overflow beside a zero", with_shape("(0, 4611686018427387904)"), "overflows 63 bits"},
      {"commas alone", with_shape("(1,,)"), "expected a non-negative integer"},
      {"too many extents", with_shape(many_ones), "more than 32 extents"},
      {"deep nesting", with_dictionary(std::string(60000, '(')), "expected '{'"},
      {"data missing", good.substr(0, good.size() - 1),
       "is truncated: shape (2,) of '<f4' takes 8 bytes of data, but the file has 7"},
      {"no data at all", with_shape("(1000000000000,)"), "is truncated"},
      {"data left over", good + "x", "has bytes after the array"},
  };
}

}  // namespace

TEST_CASE("each malformed .npy is refused with its own message, naming the file") {
  check_each_is_refused(catalogue(), "bad.npy");
}

TEST_CASE("no prefix of a good .npy is taken for one, and no cut crashes") {
  const TempFolder folder;
  const std::string good = npy<float>("<f4", "(2,)", {1.0f, 2.0f});
  for (std::size_t size = 1; size < good.size(); ++size) {
    const std::string path = folder.file("cut.npy", good.substr(0, size));
    CHECK(message_of([&] { const ArrayFile array(path); }) != "none");
  }
}

TEST_CASE("no single changed byte of a .npy header crashes the reader or reads past the file") {
  check_each_changed_byte(npy<float>("<f4", "(2,)", {1.0f, 2.0f}), 8, [](const std::string& bytes) {
    const ArrayHeader header = parse_npy_header("x", std::as_bytes(std::span(bytes)));
    const auto size = array_bytes("x", header.shape, element_size(header.type));
    CHECK(header.data_offset + size == bytes.size());
  });
}

TEST_CASE("the longest header within the limit is read, one byte more is not") {
  const std::string dictionary = npy_dictionary("<f4", "(1,)");
  const auto bytes_of = [&](std::size_t size) {
    return npy_prefix(2, dictionary + std::string(size - dictionary.size(), ' ')) + raw(1.0f);
  };
  const std::string longest = bytes_of(longest_npy_header);
  CHECK(parse_npy_header("x", std::as_bytes(std::span(longest))).shape.size() == 1);
  const std::string longer = bytes_of(longest_npy_header + 1);
  CHECK(holds(message_of([&] {
                static_cast<void>(parse_npy_header("x", std::as_bytes(std::span(longer))));
              }),
              "too long"));
}
