// The main job on real scores, and that verify tells right answers from wrong ones.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "error_matchers.hpp"
#include "npy_bytes.hpp"
#include "run_tool.hpp"
#include "tailproof/io/array_file.hpp"
#include "tailproof/io/npy_writer.hpp"
#include "tailproof/io/score_file.hpp"
#include "tailproof_catch.hpp"
#include "temp_folder.hpp"

using namespace tailproof::io;
using namespace tailproof::test;

namespace {

const std::vector<std::string> captures{"indexer_layer1_64k", "indexer_layer5_245k"};

ToolRun select(const std::string& name, const std::string& out,
               const std::vector<std::string>& more) {
  return run_tool(joined({"select"}, joined(capture(name), joined({"-o", out}, more))));
}

ToolRun verify(const std::string& name, const std::string& indices,
               const std::vector<std::string>& more) {
  auto arguments = capture(name);
  arguments.insert(arguments.begin() + 1, indices);
  return run_tool(joined({"verify"}, joined(arguments, more)));
}

}  // namespace

TEST_CASE("real rows are selected under every kind of policy, and verify accepts them") {
  const TempFolder folder;
  const std::string out = folder / "indices.npy";
  for (const std::string& name : captures) {
    for (const char* const policy :
         {"", "stride=64", "segments=4", "capacity=16,rescue=none", "proposal=direct",
          "proposal=direct-registers,digits=16+8+8", "rho=1/4,rescue=1/4", "early-exit=1"}) {
      INFO(name << " under " << policy);
      const ToolRun selected = select(name, out, {"-k", "2048", "--policy", policy});
      CHECK(selected.err.empty());
      CHECK(selected.out.empty());
      REQUIRE(selected.code == 0);
      const ToolRun verified = verify(name, out, {"-k", "2048"});
      CHECK(verified.code == 0);
      CHECK(verified.out.starts_with("accepted"));
      CHECK(verified.err.empty());
    }
  }
  CHECK(folder.names() == std::vector<std::string>{"indices.npy"});
}

TEST_CASE("verify asks another oracle first, and judges again what that one does not accept") {
  const TempFolder folder;
  const std::string out = folder / "indices.npy";
  REQUIRE(select("indexer_layer1_64k", out, {"-k", "64"}).code == 0);
  const auto verified = [&out](const char* oracle) {
    return verify("indexer_layer1_64k", out, {"-k", "64", "--prior-oracle", oracle});
  };
  const ToolRun alone = verified("none");
  const ToolRun both = verified(TAILPROOF_HOST_ORACLE);
  CHECK(both.err.empty());
  CHECK(both.out == alone.out);
  CHECK(both.code == 0);
  const ArrayFile indices = open_indices(out, 7, 64);
  std::vector<std::int32_t> wrong(indices.int32s().begin(), indices.int32s().end());
  wrong[65] = wrong[64];
  write_npy(out, wrong, {7, 64});
  const ToolRun rejected = verified(TAILPROOF_HOST_ORACLE);
  CHECK(rejected.code == 1);
  CHECK(rejected.out == verified("none").out);
  CHECK(verified("no-such-library.so").code == 2);
}

TEST_CASE("K = 1, K = L and K beyond the width all come out right, with sentinels last") {
  const TempFolder folder;
  const std::string out = folder / "indices.npy";
  for (const char* const rank : {"1", "8193", "70000"}) {
    REQUIRE(select("indexer_layer1_64k", out, {"-k", rank}).code == 0);
    CHECK(verify("indexer_layer1_64k", out, {"-k", rank}).code == 0);
  }
  const ArrayFile indices(out);
  CHECK(indices.shape() == std::vector<std::uint64_t>{7, 70000});
  CHECK(indices.int32s()[8192] != -1);
  CHECK(indices.int32s()[8193] == -1);
}

TEST_CASE("a tensor of a .safetensors file is selected as the .npy with the same scores is") {
  const TempFolder folder;
  const std::string header =
      R"({"layer.scores":{"dtype":"F32","shape":[1,4],"data_offsets":[0,16]},)"
      R"("len":{"dtype":"I64","shape":[1],"data_offsets":[16,24]}})";
  const std::string scores = raw(1.0f) + raw(3.0f) + raw(2.0f) + raw(9.0f);
  const std::string tensors = folder.file(
      "x.safetensors", raw(std::uint64_t{header.size()}) + header + scores + raw(std::int64_t{3}));
  const std::string out = folder / "indices.npy";
  const ToolRun run = run_tool(
      {"select", tensors + ":layer.scores", "--lengths", tensors + ":len", "-k", "1", "-o", out});
  INFO(run.err);
  REQUIRE(run.code == 0);
  CHECK(ArrayFile(out).int32s()[0] == 1);
}

TEST_CASE("verify rejects every kind of corruption with exit code 1 and says what and where") {
  const TempFolder folder;
  const std::string out = folder / "indices.npy";
  REQUIRE(select("indexer_layer1_64k", out, {"-k", "2048"}).code == 0);
  const ArrayFile right(out);
  const std::vector<std::int32_t> indices(right.int32s().begin(), right.int32s().end());
  constexpr std::size_t last_slot = 7 * 2048 - 1;
  const std::vector<std::pair<std::string, std::function<void(std::vector<std::int32_t>&)>>> faults{
      {"duplicate", [](auto& wrong) { wrong[1] = wrong[0]; }},
      {"out-of-range", [](auto& wrong) { wrong[5] = 65536; }},
      {"out-of-range", [](auto& wrong) { wrong[5] = -2; }},
      {"sentinel", [](auto& wrong) { wrong[7] = -1; }},
      {"row 6", [](auto& wrong) { wrong[last_slot] = wrong[last_slot - 1]; }},
      {"row 0", [](auto& wrong) { std::swap_ranges(&wrong[0], &wrong[2048], &wrong[2048]); }},
  };
  for (const auto& [expected, plant] : faults) {
    std::vector<std::int32_t> wrong = indices;
    plant(wrong);
    const std::string path = folder / "wrong.npy";
    write_npy(path, std::span<const std::int32_t>(wrong), right.shape());
    const ToolRun run = verify("indexer_layer1_64k", path, {"-k", "2048"});
    INFO(run.out << run.err);
    CHECK(run.code == 1);
    CHECK(run.err.empty());
    CHECK(holds(run.out, expected));
  }
}

TEST_CASE("an existing output is replaced whole, also when it is the input itself") {
  const TempFolder folder;
  const std::string path =
      folder.file("x.npy", npy<float>("<f4", "(2, 3)", {1.0f, 2.0f, 3.0f, 6.0f, 5.0f, 4.0f}));
  REQUIRE(run_tool({"select", path, "-k", "1", "-o", path}).code == 0);
  const ArrayFile indices(path);
  CHECK(indices.int32s()[0] == 2);
  CHECK(indices.int32s()[1] == 0);
}
