// .npy files that must be read, and what the writer makes of the same arrays.
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "npy_bytes.hpp"
#include "tailproof/io/array_file.hpp"
#include "tailproof/io/npy_header.hpp"
#include "tailproof/io/npy_writer.hpp"
#include "tailproof_catch.hpp"
#include "temp_folder.hpp"

using namespace tailproof::io;
using namespace tailproof::test;

namespace {

using Shape = std::vector<std::uint64_t>;

template <typename T>
std::vector<T> copy(std::span<const T> values) {
  return {values.begin(), values.end()};
}

}  // namespace

TEST_CASE("versions 1.0, 2.0 and 3.0 of .npy are read alike") {
  const TempFolder folder;
  for (const int version : {1, 2, 3}) {
    const std::string bytes = npy_prefix(version, npy_dictionary("<f4", "(1, 2)")) + raw(1.5f) +
                              raw(-std::numeric_limits<float>::infinity());
    const ArrayFile array(folder.file("x.npy", bytes));
    CHECK(array.type() == ElementType::float32);
    CHECK(array.shape() == Shape{1, 2});
    CHECK(copy(array.floats()) ==
          std::vector<float>{1.5f, -std::numeric_limits<float>::infinity()});
  }
}

TEST_CASE("integers of both widths are read with their signs") {
  const TempFolder folder;
  const ArrayFile narrow(folder.file("a.npy", npy<std::int32_t>("<i4", "(3,)", {0, -1, 1 << 30})));
  CHECK(copy(narrow.int32s()) == std::vector<std::int32_t>{0, -1, 1 << 30});
  const std::int64_t large = std::int64_t{1} << 40;
  const ArrayFile wide(folder.file("b.npy", npy<std::int64_t>("<i8", "(2,)", {-1, large})));
  CHECK(copy(wide.int64s()) == std::vector<std::int64_t>{-1, large});
}

TEST_CASE("the dictionary may have any order, either quote, and any blanks") {
  const TempFolder folder;
  const std::string dictionary =
      " {\"shape\" : ( 2 ,\n1 ) ,\t\"fortran_order\":False,'descr':\"<f4\"}   \n";
  const ArrayFile array(folder.file("x.npy", npy_prefix(2, dictionary) + raw(1.0f) + raw(2.0f)));
  CHECK(array.shape() == Shape{2, 1});
  CHECK(copy(array.floats()) == std::vector<float>{1.0f, 2.0f});
}

TEST_CASE("data at an odd offset is read through an aligned copy") {
  const TempFolder folder;
  for (std::size_t blanks = 0; blanks < 8; ++blanks) {
    const std::string dictionary = npy_dictionary("<f4", "(2,)") + std::string(blanks, ' ');
    const ArrayFile array(folder.file("x.npy", npy_prefix(1, dictionary) + raw(3.0f) + raw(4.0f)));
    CHECK(reinterpret_cast<std::uintptr_t>(array.floats().data()) % alignof(float) == 0);
    CHECK(copy(array.floats()) == std::vector<float>{3.0f, 4.0f});
  }
}

TEST_CASE("reading an array as another type than its own is a programming error") {
  const TempFolder folder;
  const ArrayFile array(folder.file("x.npy", npy<float>("<f4", "(1,)", {1.0f})));
  CHECK_THROWS_AS(array.int32s(), std::logic_error);
}

TEST_CASE("the written header is numpy's: version 1.0, 64-byte multiple, newline at the end") {
  for (const Shape& shape : {Shape{}, Shape{1}, Shape{59, 65536}, Shape{1, 2, 3, 4, 5, 6, 7}}) {
    const std::string header = npy_header(ElementType::int32, shape);
    CHECK(header.substr(0, 8) == std::string("\x93NUMPY\x01\x00", 8));
    CHECK(header.size() % 64 == 0);
    CHECK(header.back() == '\n');
    const std::size_t size =
        static_cast<unsigned char>(header[8]) + 256u * static_cast<unsigned char>(header[9]);
    CHECK(size + 10 == header.size());
  }
  CHECK(npy_header(ElementType::int32, {59})
            .substr(10, 59)
            .starts_with("{'descr': '<i4', 'fortran_order': False, 'shape': (59,), }"));
}

TEST_CASE("every written array reads back: types, shapes, bits") {
  const TempFolder folder;
  const std::string path = folder / "x.npy";
  const std::vector<float> floats{0.0f,
                                  -0.0f,
                                  1e-45f,
                                  std::numeric_limits<float>::quiet_NaN(),
                                  std::numeric_limits<float>::infinity(),
                                  -1.0f};
  write_npy(path, std::span<const float>(floats), {2, 3});
  const ArrayFile array(path);
  CHECK(array.shape() == Shape{2, 3});
  CHECK(std::memcmp(array.floats().data(), floats.data(), floats.size() * sizeof(float)) == 0);

  const std::vector<std::int64_t> wide{std::numeric_limits<std::int64_t>::min(), 7};
  write_npy(path, std::span<const std::int64_t>(wide), {2});
  CHECK(copy(ArrayFile(path).int64s()) == wide);
  // The first mapping still shows the file that was replaced.
  CHECK(array.floats()[5] == -1.0f);
}

TEST_CASE("a writer given too much, too little or another type leaves no file") {
  const TempFolder folder;
  const std::vector<std::int32_t> three{1, 2, 3};
  const std::span<const std::int32_t> values(three);
  {
    NpyWriter writer(folder / "x.npy", ElementType::int32, {2});
    CHECK_THROWS_AS(writer.append(values), std::logic_error);
    writer.append(values.first(1));
    CHECK_THROWS_AS(writer.commit(), std::logic_error);
    CHECK_THROWS_AS(writer.append(std::span<const float>()), std::logic_error);
  }
  CHECK(folder.names().empty());
}
