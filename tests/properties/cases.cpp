// Cases on disk: written whole, read back equal, replayed, moved aside; and their texts.
#include "support.hpp"
#include "tailproof_catch.hpp"
#include "temp_folder.hpp"

#include "tailproof/io/input_error.hpp"
#include "tailproof/properties/case_store.hpp"
#include "tailproof/properties/case_text.hpp"
#include "tailproof/properties/replay.hpp"

#include <bit>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <set>

using namespace tailproof;
using namespace tailproof::properties;
namespace fs = std::filesystem;

namespace {

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
  const test::TempFolder scratch;
  const CaseStore store(scratch.path() / "store");
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
  const test::TempFolder scratch;
  Specimen specimen = test::specimen_of({1, 2, 3}, 2);
  specimen.lengths = {-5};
  specimen.rows.scores[0].clear();
  Judge judge(make_subject("planted:nan-wild-index"));
  const CaseReport report = investigate(specimen, judge, *find_property("robustness"), {});
  REQUIRE(report.rate.failures > 0);
  const StoredCase back = load_case(CaseStore(scratch.path()).save(report));
  CHECK(back.specimen.lengths == std::vector<std::int32_t>{-5});
}

TEST_CASE("a damaged case is refused by name") {
  const test::TempFolder scratch;
  const CaseStore store(scratch.path());
  const CaseReport report = report_of("overflow-drop", telling_specimen());
  const fs::path folder = store.save(report);
  CHECK_THROWS_AS(load_case(scratch.path() / "nowhere"), InputError);
  const std::string manifest = test::slurp((folder / "manifest.json").string());
  const auto damaged = [&](const std::string& part, const std::string& by) {
    std::string text = manifest;
    const std::size_t at = text.find(part);
    REQUIRE(at != std::string::npos);
    overwrite(folder / "manifest.json", text.replace(at, part.size(), by));
    return refusal(folder);
  };
  const auto holds = [&](const std::string& message, const std::string& part) {
    INFO(message);
    CHECK(message.find((folder / "manifest.json").string()) == 0);
    CHECK(message.find(part) != std::string::npos);
  };
  holds(damaged(manifest, "{\"format\": 1}"), "\"subject\" is missing");
  holds(damaged(manifest, "not json"), "no JSON object");
  holds(damaged("\"format\": 1", "\"format\": 2"), "another version");
  holds(damaged("\"rank\": 1", "\"rank\": 0"), "at least 1");
  holds(damaged("\"rank\": 1", "\"rank\": 4294967297"), "\"rank\" is no whole number in range");
  holds(damaged("\"rank\": 1", "\"rank\": 1.5"), "\"rank\" is no whole number in range");
  holds(damaged("\"base_offset\": 0", "\"base_offset\": -1"), "\"base_offset\" is no whole");
  holds(damaged("\"pitch_extra\": 0", "\"pitch_extra\": 4611686018427387904"), "out of range");
  holds(damaged("\"law_seed\": \"0x", "\"law_seed\": \"0y"), "\"law_seed\" is no number");
  holds(damaged("\"policy\": \"", "\"policy\": \"x"), "policy");
  overwrite(folder / "manifest.json", manifest);
  CHECK(refusal(folder).empty());
  fs::resize_file(folder / "scores.npy", 100);
  CHECK(refusal(folder).find((folder / "scores.npy").string()) == 0);
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
  const test::TempFolder scratch;
  const fs::path folder =
      CaseStore(scratch.path()).save(report_of("overflow-drop", telling_specimen()));
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

TEST_CASE("a reproducer with a right selector in it accepts its answer") {
  const test::TempFolder scratch;
  std::string program = python_reproducer(report_of("overflow-drop", telling_specimen()));
  const std::string picks = "return PICKS[row]";
  const std::size_t at = program.find(picks);
  REQUIRE(at != std::string::npos);
  program.replace(at, picks.size(),
                  "return sorted(range(len(scores)), key=lambda i: -scores[i])[:K]");
  const fs::path file = scratch.path() / "reproduce.py";
  overwrite(file, program);
  CHECK(WEXITSTATUS(std::system(("python3 " + file.string() + " > /dev/null").c_str())) == 0);
}

TEST_CASE("there is no reproducer of picks that are right") {
  CaseReport report = report_of("overflow-drop", telling_specimen());
  report.indices = report.expected_indices;
  CHECK(python_reproducer(report).empty());
  CHECK(cpp_reproducer(report).empty());
}

TEST_CASE("cases that differ in lengths or layout alone are stored apart") {
  const test::TempFolder scratch;
  const CaseStore store(scratch.path());
  std::set<std::string> folders;
  for (const std::int32_t length : {-5, -1}) {
    Specimen specimen = test::specimen_of({1, 2, 3}, 2);
    specimen.lengths = {length};
    specimen.rows.scores[0].clear();
    Judge judge(make_subject("planted:nan-wild-index"));
    folders.insert(store.save(investigate(specimen, judge, *find_property("robustness"), {})));
  }
  CaseReport report = report_of("overflow-drop", telling_specimen(), false);
  folders.insert(store.save(report));
  report.specimen.rows.layout.pitch_extra += 1;
  folders.insert(store.save(report));
  CHECK(folders.size() == 4);
}

TEST_CASE("a case that cannot be checked is neither passed nor moved aside") {
  const test::TempFolder scratch;
  const CaseStore store(scratch.path());
  CaseReport report = report_of("overflow-drop", telling_specimen());
  report.property = "values";  // of guarded subjects only
  static_cast<void>(store.save(report));
  const auto replayed = replay_pending(store, report.subject);
  REQUIRE(replayed.size() == 1);
  CHECK(replayed[0].run.why_not == "nothing guards the subject's calls");
  CHECK_FALSE(replayed[0].run.passes());
  CHECK(store.pending().size() == 1);
}

TEST_CASE("a case that fails now and then is run until it shows") {
  CHECK(runs_to_see_again({5, 5}) == 5);
  CHECK(runs_to_see_again({1, 5}) == 25);
  CHECK(runs_to_see_again({0, 5}) == 50);
  CHECK(runs_to_see_again({1, 1000}) == 200);
}
