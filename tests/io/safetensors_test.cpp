// .safetensors files that must be read.
#include <cstdint>
#include <string>
#include <vector>

#include "safetensors_bytes.hpp"
#include "tailproof/io/array_file.hpp"
#include "tailproof_catch.hpp"
#include "temp_folder.hpp"

using namespace tailproof::io;
using namespace tailproof::test;

namespace {

using Shape = std::vector<std::uint64_t>;

}  // namespace

TEST_CASE("a named tensor is found among others, whatever their order in the header") {
  const TempFolder folder;
  const std::string header = "{\"__metadata__\":{\"format\":\"pt\"}," +
                             entry("model.lengths", "I64", "[2]", "[16,32]") + "," +
                             entry("scores", "F32", "[2,2]", "[0,16]") + "," +
                             entry("empty", "BF16", "[0,7]", "[32,32]") + "}";
  const std::string path = folder.file(
      "x.safetensors", safetensors(header, raw(1.0f) + raw(2.0f) + raw(3.0f) + raw(4.0f) +
                                               raw(std::int64_t{5}) + raw(std::int64_t{6})));
  const ArrayFile scores(path + ":scores");
  CHECK(scores.shape() == Shape{2, 2});
  CHECK(scores.floats()[3] == 4.0f);
  const ArrayFile lengths(path + ":model.lengths");
  CHECK(lengths.shape() == Shape{2});
  CHECK(lengths.int64s()[1] == 6);
}

TEST_CASE("tensors at every misalignment of the data are read") {
  const TempFolder folder;
  for (std::size_t blanks = 0; blanks < 8; ++blanks) {
    const std::string header =
        "{" + entry("x", "I64", "[1]", "[0,8]") + "}" + std::string(blanks, ' ');
    const ArrayFile array(folder.file("x.safetensors", safetensors(header, raw(std::int64_t{-7}))) +
                          ":x");
    CHECK(array.int64s()[0] == -7);
  }
}

TEST_CASE("colons in folder and tensor names belong to them") {
  const TempFolder folder;
  std::filesystem::create_directory(folder / "a:b");
  const std::string header = "{" + entry("layer:0:scores", "F32", "[1]", "[0,4]") + "}";
  const std::string path = folder.file("a:b/x.safetensors", safetensors(header, raw(9.0f)));
  CHECK(ArrayFile(path + ":layer:0:scores").floats()[0] == 9.0f);
}

TEST_CASE("a dtype that is never read may still stand beside the tensor asked for") {
  const TempFolder folder;
  const std::string header =
      "{" + entry("odd", "F4", "[3]", "[0,2]") + "," + entry("x", "I32", "[1]", "[2,6]") + "}";
  const std::string path =
      folder.file("x.safetensors", safetensors(header, "ab" + raw(std::int32_t{3})));
  CHECK(ArrayFile(path + ":x").int32s()[0] == 3);
}
