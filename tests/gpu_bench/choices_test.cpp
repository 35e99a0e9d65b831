// The command line, and the shapes and layouts that it chooses.
#include "families.hpp"
#include "layout.hpp"
#include "npy_rows.hpp"
#include "options.hpp"
#include "shapes.hpp"
#include "tailproof_catch.hpp"
#include "usage_error.hpp"
#include "words.hpp"

#include <algorithm>
#include <set>

using namespace tailproof::gpu_bench;

namespace {

Layout layout_of(const std::string& name, const LayoutLimits& limits = {}) {
  const std::vector<Shape> shapes = choose_shapes(name, all_shapes());
  REQUIRE(shapes.size() == 1);
  return lay_out(shapes[0], shapes[0].rows, limits);
}

}  // namespace

TEST_CASE("numbers have suffixes, and what is none is refused") {
  CHECK(parse_number("n", "17", 1, 100) == 17);
  CHECK(parse_number("n", "128K", 1, 1 << 20) == 131072);
  CHECK(parse_number("n", "1M", 1, 1 << 20) == 1048576);
  CHECK(short_number(131072) == "128K");
  CHECK(short_number(3 << 20) == "3M");
  CHECK(short_number(100000) == "100000");
  for (const char* bad : {"", "K", "-1", "1.5", "12x", "0", "2M", "99999999999999999999", "1KK"}) {
    CHECK_THROWS_AS(parse_number("n", bad, 1, 1 << 20), UsageError);
  }
}

TEST_CASE("patterns match runs of anything") {
  CHECK(matches("m512-*", "m512-n128K"));
  CHECK(matches("*alias*64", "tight-alias-64"));
  CHECK(matches("*", ""));
  CHECK_FALSE(matches("m512", "m512-n128K"));
  CHECK_FALSE(matches("*-128", "tight-alias-64"));
}

TEST_CASE("options are read, and a wrong one is refused") {
  const Options options = parse_options({"--variants", "a,./b.so", "--rounds", "3", "--padding",
                                         "nan", "--verify-only", "--budget", "60"},
                                        "folder");
  CHECK(options.variants == std::vector<std::string>{"a", "./b.so"});
  CHECK(options.rounds == 3);
  CHECK(options.padding == Padding::nan);
  CHECK(options.verify_only);
  CHECK(options.captures == "folder");
  CHECK(options.budget_seconds == 60);
  CHECK_THROWS_AS(parse_options({"--rounds"}, ""), UsageError);
  CHECK_THROWS_AS(parse_options({"--rounds", "0"}, ""), UsageError);
  CHECK_THROWS_AS(parse_options({"--padding", "0"}, ""), UsageError);
  CHECK_THROWS_AS(parse_options({"--what"}, ""), UsageError);
}

TEST_CASE("families are chosen by name, group and pattern, each once") {
  const auto known = all_families({"folder/real"});
  CHECK(choose_families("all", known).size() == known.size());
  CHECK(choose_families("friendly,hostile,all", known).size() == known.size());
  CHECK(choose_families("*-alias-*", known).size() == 6);
  CHECK(choose_families("capture-real", known).at(0).capture == "folder/real");
  CHECK(choose_families("normal,indexer,normal", known).size() == 2);
  CHECK_THROWS_AS(choose_families("gaussian", known), UsageError);
  std::set<std::string> names;
  for (const FamilyChoice& each : known) CHECK(names.insert(each.name).second);
}

TEST_CASE("shapes are chosen by group, name, pattern or size, each once") {
  const auto known = all_shapes();
  std::set<std::string> names;
  for (const Shape& each : known) CHECK(names.insert(each.name).second);
  CHECK(choose_shapes("grid", known).size() == 20);
  CHECK(choose_shapes("few", known).size() == 20);
  CHECK(choose_shapes("grid,m512-n1M", known).size() == 20);
  CHECK(choose_shapes("m512-n128K*", known).size() == 3);  // also with K = 512 and 1024
  const auto own = choose_shapes("300x10K-k7-p12K", known).at(0);
  CHECK(own.rows == 300);
  CHECK(own.width == 10240);
  CHECK(own.rank == 7);
  CHECK(own.pitch == 12288);
  for (const char* bad : {"m513-n128K", "3", "3x", "0x5", "3x5-p4", "3x5-q4"}) {
    CHECK_THROWS_AS(choose_shapes(bad, known), UsageError);
  }
}

TEST_CASE("a large call reads the last rows of a block that its width shares") {
  const auto grid = choose_shapes("grid", all_shapes());
  const Shape shape = choose_shapes("m512-n128K", all_shapes()).at(0);
  CHECK(shared_rows(shape, grid) == 8192);
  CHECK(shared_rows(shape, {shape}) == 512);
  const Layout layout = lay_out(shape, 8192);
  REQUIRE(layout.launches.size() == 1);
  CHECK(layout.copies == 1);
  CHECK(layout.blocks.at(0).rows == 8192);
  CHECK(layout.launches[0].offset == (8192 - 512) * std::int64_t{131072});
  CHECK(layout.lengths.front() == 131072 - 511);
  CHECK(layout.lengths.back() == 131072);
  CHECK(layout.judged == layout.launches);
}

TEST_CASE("blocks are shared only where every call keeps its rows' view phases") {
  const auto shapes = choose_shapes("1000x128K,512x128K", all_shapes());
  CHECK(shared_rows(shapes[1], shapes) == 512);
}

TEST_CASE("a call that would stay in L2 is repeated on other rows") {
  const Layout layout = layout_of("m4-n128K");
  CHECK(layout.copies == 129);  // 256 MiB of four rows that are slightly shorter than 512 KiB
  CHECK(layout.launches.size() == 129);
  CHECK(layout.lengths.size() == 4 * 129);
  CHECK(layout.launches[1].offset == 4 * 131072);
  CHECK(layout.launches[1].first_row == 4);
  CHECK(layout.judged.size() == 1);
  CHECK(layout.judged[0].rows == 4 * 129);
  CHECK(layout.blocks[0].period == 4);
}

TEST_CASE("short rows have a length of at least one") {
  const Layout layout = lay_out(choose_shapes("10x4", all_shapes()).at(0), 10, {0, 1, 1, 1});
  CHECK(layout.lengths == std::vector<std::int32_t>{1, 1, 1, 1, 1, 1, 1, 2, 3, 4});
}

TEST_CASE("traces have the paper's number of calls, fewer rows each as the prefix grows") {
  for (const auto& [name, calls, tokens, steps] :
       {std::tuple{"trace-245k", 26u, 244650, 4u}, std::tuple{"trace-430k", 71u, 430000, 7u}}) {
    const Layout layout = layout_of(name);
    CHECK(layout.launches.size() == calls);
    CHECK(layout.blocks.size() == steps);
    CHECK(layout.lengths.size() == static_cast<std::size_t>(tokens));
    CHECK(layout.lengths.front() == 1);
    CHECK(layout.lengths.back() == tokens);
    CHECK(layout.launches.back().width == tokens);
    for (std::size_t i = 1; i < layout.blocks.size(); ++i) {
      CHECK(layout.blocks[i].rows < layout.blocks[i - 1].rows);
      CHECK(layout.blocks[i].offset ==
            layout.blocks[i - 1].offset + layout.blocks[i - 1].rows * layout.blocks[i - 1].pitch);
    }
    for (const Launch& launch : layout.launches) CHECK(launch.pitch % 256 == 0);
  }
}

TEST_CASE("captures are found and read, and a file that is none is refused") {
  const auto found = find_captures(TAILPROOF_TEST_DATA);
  REQUIRE(found.size() == 2);
  const CapturedRows rows = read_capture(found[0]);
  CHECK(rows.rows > 3);
  CHECK(rows.rows == static_cast<std::int64_t>(rows.lengths.size()));
  const auto [least, greatest] = std::minmax_element(rows.lengths.begin(), rows.lengths.end());
  CHECK(2 * *least >= *greatest);
  CHECK(rows.scores.size() == static_cast<std::size_t>(rows.rows * rows.pitch));
  CHECK_THROWS_AS(read_capture(std::string(TAILPROOF_TEST_DATA) + "/none"), UsageError);
  CHECK_THROWS_AS(read_capture(found[0] + ".lengths"), UsageError);
  CHECK_THROWS_AS(find_captures("/no/such/folder"), UsageError);
  CHECK(find_captures("").empty());
}
