// Real scores: every row of the captures against the independent account, in the library and as
// `tailproof explain --all --json` prints it.
#include "agreement.hpp"
#include "captures.hpp"
#include "hostile_rows.hpp"
#include "skip.hpp"
#include "tailproof/io/score_file.hpp"
#include "tailproof/reference/oracle.hpp"
#include "tailproof/reference/selector.hpp"
#include "tailproof_catch.hpp"

#include <cstdio>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using namespace tailproof::reference;
using namespace tailproof::test;

namespace {

constexpr std::int32_t rank = 2048;
// The production policies, KV-split, and one so tight that the rare routes occur.
const std::vector<std::string> policies = {"", "stride=64", "segments=4,capacity=512",
                                           "stride=512,rho=1/1,rescue=5/4",
                                           "stride=512,rho=1/1,rescue=none"};

std::vector<float> valid_scores(const ScoreMatrix& matrix, std::int64_t row) {
  const auto valid = matrix.valid(row);
  return {valid.begin(), valid.end()};
}

std::set<Route> check_capture(const Capture& capture, const std::string& policy_text) {
  const tailproof::io::ScoreFile file(capture.scores, capture.lengths);
  const ScoreMatrix matrix = file.matrix();
  const Policy policy = parse_policy(policy_text);
  const independent::Rules rules = rules_of(policy);
  Selector selector(policy, rank);
  Oracle oracle(rank);
  std::vector<std::int32_t> indices(rank);
  std::set<Route> routes;
  Trace trace;
  for (std::int64_t row = 0; row < matrix.rows(); ++row) {
    INFO(capture.scores << ", row " << row << ", policy " << policy_text);
    selector.select(matrix.valid(row), row, indices, &trace);
    const auto account =
        independent::account_for(static_cast<long>(row), valid_scores(matrix, row), rank, rules);
    REQUIRE(differences(account, trace) == "");
    REQUIRE(oracle.judge_row(matrix.valid(row), row, indices).accepted());
    routes.insert(trace.route);
  }
  REQUIRE(matrix.rows() > 0);
  return routes;
}

std::vector<nlohmann::json> explained(const Capture& capture, const std::string& more) {
  const std::string command = std::string(TAILPROOF_TOOL) + " explain " + capture.scores +
                              " --lengths " + capture.lengths + " -k 2048 --all --json" + more;
  std::FILE* pipe = ::popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string text;
  char buffer[4096];
  for (std::size_t got = 0; (got = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) {
    text.append(buffer, got);
  }
  REQUIRE(::pclose(pipe) == 0);
  std::vector<nlohmann::json> objects;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    objects.push_back(nlohmann::json::parse(line));
  }
  return objects;
}

// Rows whose printed object departs from the independent account under the production policy.
int departing_rows(const Capture& capture, const std::string& more) {
  const tailproof::io::ScoreFile file(capture.scores, capture.lengths);
  const ScoreMatrix matrix = file.matrix();
  const auto objects = explained(capture, more);
  REQUIRE(static_cast<std::int64_t>(objects.size()) == matrix.rows());
  int departing = 0;
  for (std::int64_t row = 0; row < matrix.rows(); ++row) {
    const auto account =
        independent::account_for(static_cast<long>(row), valid_scores(matrix, row), rank, {});
    const std::string text = differences(account.summary, objects[static_cast<std::size_t>(row)]);
    if (text.empty()) continue;
    ++departing;
    if (more.empty()) UNSCOPED_INFO(capture.scores << ", row " << row << ":\n" << text);
  }
  return departing;
}

bool has_tool() {
  return std::string(TAILPROOF_TOOL) != "";
}

}  // namespace

TEST_CASE("committed slices of real scores agree with the independent account") {
  const auto captures = committed_slices();
  REQUIRE(captures.size() == 2);
  std::set<Route> routes;
  for (const Capture& capture : captures) {
    for (const std::string& policy : policies) routes.merge(check_capture(capture, policy));
  }
  CHECK(routes.size() >= 4);
}

TEST_CASE("all rows of the full captures agree with the independent account") {
  const auto captures = full_captures();
  if (captures.size() < 2) return skip("the full captures are not on this machine");
  for (const Capture& capture : captures) {
    for (const std::string& policy : policies) check_capture(capture, policy);
  }
}

TEST_CASE("explain --all --json on the committed slices agrees with the independent account") {
  if (!has_tool()) return skip("the command-line tool is not built");
  for (const Capture& capture : committed_slices()) CHECK(departing_rows(capture, "") == 0);
}

TEST_CASE("explain --all --json on the full captures agrees with the independent account") {
  if (!has_tool()) return skip("the command-line tool is not built");
  const auto captures = full_captures();
  if (captures.size() < 2) return skip("the full captures are not on this machine");
  for (const Capture& capture : captures) CHECK(departing_rows(capture, "") == 0);
}

TEST_CASE("the comparison of explain --json notices another policy") {
  if (!has_tool()) return skip("the command-line tool is not built");
  for (const Capture& capture : committed_slices()) {
    CHECK(departing_rows(capture, " --policy stride=64") > 0);
  }
}
