// Scores, lengths and indices against the operator contract (spec 1).
#include <cstdint>
#include <string>
#include <vector>

#include "error_matchers.hpp"
#include "npy_bytes.hpp"
#include "tailproof/io/score_file.hpp"
#include "tailproof_catch.hpp"
#include "temp_folder.hpp"

using namespace tailproof::io;
using namespace tailproof::test;

namespace {

/// Two rows of three scores.
std::string two_rows(const TempFolder& folder) {
  return folder.file("scores.npy",
                     npy<float>("<f4", "(2, 3)", {1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f}));
}

std::string lengths_error(std::string_view descr, std::string_view shape, auto values) {
  const TempFolder folder;
  const std::string scores = two_rows(folder);
  const std::string lengths = folder.file("lengths.npy", npy(descr, shape, values));
  const auto error = input_error([&] { const ScoreFile file(scores, lengths); });
  if (!error) return "none";
  CHECK(error->place().file == lengths);
  return error->what();
}

using Narrow = std::initializer_list<std::int32_t>;
using Wide = std::initializer_list<std::int64_t>;

}  // namespace

TEST_CASE("without lengths every row is valid over its width") {
  const TempFolder folder;
  const ScoreFile file(two_rows(folder));
  const auto matrix = file.matrix();
  CHECK(matrix.rows() == 2);
  CHECK(matrix.width == 3);
  CHECK(matrix.pitch == 3);
  CHECK(matrix.valid(1).size() == 3);
  CHECK(matrix.valid(1)[2] == 6.0f);
}

TEST_CASE("one-dimensional scores are one row") {
  const TempFolder folder;
  const ScoreFile file(folder.file("x.npy", npy<float>("<f4", "(2,)", {1.0f, 2.0f})));
  CHECK(file.matrix().rows() == 1);
  CHECK(file.matrix().width == 2);
}

TEST_CASE("lengths of both types and of all three shapes are taken, 0 and the width included") {
  const TempFolder folder;
  const std::string scores = two_rows(folder);
  for (const char* const shape : {"(2,)", "(2, 1)", "(1, 2)"}) {
    for (const std::string& bytes :
         {npy<std::int32_t>("<i4", shape, {0, 3}), npy<std::int64_t>("<i8", shape, {0, 3})}) {
      const ScoreFile file(scores, folder.file("lengths.npy", bytes));
      CHECK(file.matrix().valid(0).empty());
      CHECK(file.matrix().valid(1).size() == 3);
    }
  }
}

TEST_CASE("a matrix stays valid when its file object moves") {
  const TempFolder folder;
  ScoreFile first(two_rows(folder));
  const ScoreFile second(std::move(first));
  CHECK(second.matrix().valid(1)[0] == 4.0f);
}

TEST_CASE("bad lengths name the file, the row and the value") {
  CHECK(holds(lengths_error("<i4", "(2,)", Narrow{0, -1}), "row 1: length -1 is outside [0, 3]"));
  CHECK(holds(lengths_error("<i4", "(2,)", Narrow{4, 0}), "row 0: length 4 is outside [0, 3]"));
  CHECK(holds(lengths_error("<i8", "(2,)", Wide{0, (std::int64_t{1} << 32) + 1}),
              "row 1: length 4294967297 is outside"));
  CHECK(holds(lengths_error("<f4", "(2,)", std::initializer_list<float>{1.0f, 2.0f}),
              "lengths are integers"));
  for (const char* const shape : {"(3,)", "(1, 3)", "(3, 1)"}) {
    CHECK(holds(lengths_error("<i4", shape, Narrow{1, 1, 1}), "there are 2 score rows"));
  }
  CHECK(holds(lengths_error("<i4", "(2, 2)", Narrow{1, 1, 1, 1}), "there are 2 score rows"));
  CHECK(holds(lengths_error("<i4", "(0,)", Narrow{}), "there are 2 score rows"));
  CHECK(holds(lengths_error("<i4", "()", Narrow{1}), "one or two dimensions"));
}

TEST_CASE("scores of another type or shape are refused") {
  const TempFolder folder;
  const auto error_of = [&](const std::string& bytes) {
    const std::string path = folder.file("x.npy", bytes);
    return message_of([&] { const ScoreFile file(path); });
  };
  CHECK(holds(error_of(npy<std::int32_t>("<i4", "(1,)", {1})), "holds '<i4', but scores are"));
  CHECK(holds(error_of(npy<float>("<f4", "()", {1.0f})), "one or two dimensions"));
  CHECK(holds(error_of(npy<float>("<f4", "(1, 1, 1)", {1.0f})), "one or two dimensions"));
  CHECK(holds(error_of(npy<float>("<f4", "(0,)", {})), "nothing to select"));
  CHECK(holds(error_of(npy<float>("<f4", "(0, 5)", {})), "nothing to select"));
  CHECK(holds(error_of(npy<float>("<f4", "(5, 0)", {})), "nothing to select"));
}

TEST_CASE("indices must have the rows, the rank and the type of the contract") {
  const TempFolder folder;
  const std::string path =
      folder.file("i.npy", npy<std::int32_t>("<i4", "(2, 3)", {0, 1, 2, 0, 1, -1}));
  CHECK(open_indices(path, 2, 3).int32s()[5] == -1);
  CHECK(holds(message_of([&] { static_cast<void>(open_indices(path, 3, 2)); }),
              "has shape (2, 3), but 3 score rows at K = 2 need (3, 2)"));
  CHECK(holds(message_of([&] { static_cast<void>(open_indices(path, 2, 4)); }), "need (2, 4)"));
  const std::string wide = folder.file("w.npy", npy<std::int64_t>("<i8", "(1, 1)", {0}));
  CHECK(holds(message_of([&] { static_cast<void>(open_indices(wide, 1, 1)); }),
              "holds '<i8', but indices are '<i4'"));
  const std::string row = folder.file("r.npy", npy<std::int32_t>("<i4", "(2,)", {1, 0}));
  CHECK(open_indices(row, 1, 2).int32s()[0] == 1);
  CHECK(holds(message_of([&] { static_cast<void>(open_indices(row, 2, 1)); }), "need (2, 1)"));
}
