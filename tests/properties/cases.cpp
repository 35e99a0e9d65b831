// Cases on disk: written whole, read back equal, replayed, moved aside; and their texts.
#include "support.hpp"
#include "tailproof_catch.hpp"

#include "tailproof/io/input_error.hpp"
#include "tailproof/properties/case_store.hpp"
#include "tailproof/properties/case_text.hpp"

#include <unistd.h>

#include <bit>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>

using namespace tailproof;
using namespace tailproof::properties;
namespace fs = std::filesystem;

namespace {

// A folder that goes away with the test.
struct Scratch {
  fs::path path;
  Scratch() {
    std::string name = (fs::temp_directory_path() / "tailproof-cases-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path = name;
  }
  ~Scratch() { fs::remove_all(path); }
};

CaseReport report_of(const std::string& fault, const Specimen& specimen, bool shrink = true) {
  Judge judge(make_subject("planted:" + fault));
  InvestigateOptions options;
  options.shrink_it = shrink;
  return investigate(specimen, judge, *find_property("contract"), options);
}

Specimen telling_specimen() {
  const float inf = std::numeric_limits<float>::infinity();
  Specimen specimen = test::specimen_of({3, -0.0f, 1e-45f, -inf, 7, 7}, 2, "stride=2,capacity=2");
  specimen.rows.scores.push_back({1, 2});
  specimen.rows.layout = {3, 1, generators::Padding::nan, 1};
  specimen.seed = 0xfedcba9876543210u;
  return specimen;
}

// What loading a damaged case says.
std::string refusal(const fs::path& folder) {
  try {
    (void)load_case(folder);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

void overwrite(const fs::path& file, const std::string& text) {
  std::ofstream(file) << text;
}

}  // namespace

TEST_CASE("a case read back is the case that was saved") {
  const Scratch scratch;
  const CaseStore store(scratch.path / "store");
  CHECK(store.pending().empty());
  const CaseReport report = report_of("overflow-drop", telling_specimen(), false);
  REQUIRE(report.rate.failures > 0);
  const fs::path folder = store.save(report);
  CHECK(store.save(report) == folder);
  REQUIRE(store.pending().size() == 1);
  const StoredCase back = store.pending()[0];
  CHECK(back.subject == "planted:overflow-drop");
  CHECK(back.property == "contract");
  CHECK(back.specimen.seed == report.specimen.seed);
  CHECK(back.specimen.rows.width == report.specimen.rows.width);
  CHECK(back.specimen.rows.rank == report.specimen.rows.rank);
  CHECK(back.specimen.rows.policy == report.specimen.rows.policy);
  CHECK(back.specimen.rows.layout == report.specimen.rows.layout);
  REQUIRE(back.specimen.rows.scores.size() == 2);
  CHECK(std::bit_cast<std::uint32_t>(back.specimen.rows.scores[0][1]) == 0x80000000u);
  CHECK(back.specimen.rows.scores == report.specimen.rows.scores);

  const fs::path aside = store.retire(back);
  CHECK(store.pending().empty());
  CHECK(fs::exists(aside / "manifest.json"));
}

TEST_CASE("a case with bad lengths keeps them") {
  const Scratch scratch;
  Specimen specimen = test::specimen_of({1, 2, 3}, 2);
  specimen.lengths = {-5};
  specimen.rows.scores[0].clear();
  Judge judge(make_subject("planted:nan-wild-index"));
  const CaseReport report = investigate(specimen, judge, *find_property("robustness"), {});
  REQUIRE(report.rate.failures > 0);
  const StoredCase back = load_case(CaseStore(scratch.path).save(report));
  CHECK(back.specimen.lengths == std::vector<std::int32_t>{-5});
}

TEST_CASE("a damaged case is refused by name") {
  const Scratch scratch;
  const CaseStore store(scratch.path);
  const CaseReport report = report_of("overflow-drop", telling_specimen());
  const fs::path folder = store.save(report);
  CHECK_THROWS_AS(load_case(scratch.path / "nowhere"), InputError);
  overwrite(folder / "manifest.json", "{\"format\": 1}");
  CHECK(refusal(folder).find("subject") != std::string::npos);
  overwrite(folder / "manifest.json", "not json");
  CHECK_THROWS_AS(load_case(folder), InputError);
}

TEST_CASE("a case in words shows scores, picks and the phase that departs") {
  const CaseReport report = report_of("overflow-drop", telling_specimen());
  const std::string text = case_text(report);
  INFO(text);
  CHECK(text.find("planted:overflow-drop") != std::string::npos);
  CHECK(text.find("position") != std::string::npos);
  CHECK(text.find("0x1p+0") != std::string::npos);
  CHECK(text.find("departs from the reference first in admission") != std::string::npos);
}

TEST_CASE("the reproducers run with nothing of ours and find the wrong answer") {
  const Scratch scratch;
  const fs::path folder =
      CaseStore(scratch.path).save(report_of("overflow-drop", telling_specimen()));
  const std::string quiet = " > /dev/null 2>&1";
  const auto status = [](const std::string& command) {
    return WEXITSTATUS(std::system(command.c_str()));
  };
  CHECK(status("python3 " + (folder / "reproduce.py").string() + quiet) == 1);
  const std::string program = (folder / "reproduce").string();
  REQUIRE(status("c++ -std=c++20 " + (folder / "reproduce.cpp").string() + " -o " + program +
                 quiet) == 0);
  CHECK(status(program + quiet) == 1);
}

TEST_CASE("the reproducers accept a right answer") {
  const Scratch scratch;
  CaseReport report = report_of("overflow-drop", telling_specimen());
  report.indices = report.expected_indices;
  const fs::path file = scratch.path / "reproduce.py";
  overwrite(file, python_reproducer(report));
  CHECK(WEXITSTATUS(std::system(("python3 " + file.string() + " > /dev/null").c_str())) == 0);
}
