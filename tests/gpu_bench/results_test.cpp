// Medians, summaries and the two file formats.
#include "results.hpp"
#include "bench.hpp"
#include "tailproof_catch.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

using namespace tailproof::gpu_bench;

namespace {

Result timed(const std::string& shape, std::int64_t width, double milliseconds) {
  Result result;
  result.family = "normal";
  result.group = "grid";
  result.shape = shape;
  result.entry = "topk";
  result.width = width;
  result.status = Status::timed;
  result.milliseconds = milliseconds;
  result.floor_milliseconds = 1;
  result.samples = {milliseconds};
  return result;
}

}  // namespace

TEST_CASE("a median is the middle sample or the mean of the middle two") {
  CHECK(median({3, 1, 2}) == 2);
  CHECK(median({4, 1, 2, 3}) == 2.5);
  CHECK(median({}) == -1);
}

TEST_CASE("every round begins with another entry") {
  CHECK(rotated(3, 0) == std::vector<std::size_t>{0, 1, 2});
  CHECK(rotated(3, 1) == std::vector<std::size_t>{1, 2, 0});
  CHECK(rotated(3, 5) == std::vector<std::size_t>{2, 0, 1});
}

TEST_CASE("the summary has geometric means, the worst shape and means by width") {
  const std::string text = summary({timed("a", 8, 1), timed("b", 8, 4), timed("c", 16, 2)});
  CHECK(text ==
        "normal grid topk: 2.000 x floor over 3 shapes, worst 4.000 (b), n8 2.000, n16 2.000\n");
}

TEST_CASE("wrong and skipped entries do not count") {
  Result wrong = timed("a", 8, 1);
  wrong.status = Status::wrong;
  CHECK(summary({wrong}).empty());
}

TEST_CASE("a CSV line has a field for every name of the header") {
  Result result = timed("a", 8, 1.25);
  result.detail = "it said \"no\"";
  const std::string header = csv_header();
  const std::string line = csv_line(result);
  CHECK(std::count(header.begin(), header.end(), ',') == std::count(line.begin(), line.end(), ','));
  CHECK(line.find("timed,1.250000,1.000000,,1.250000,") != std::string::npos);
  CHECK(line.find("\"it said \"\"no\"\"\"\n") != std::string::npos);
}

TEST_CASE("the JSON document parses, unknown numbers are null") {
  Result result = timed("a", 8, 1.25);
  result.detail = "a \"quote\", a \\ and a\nline";
  const auto parsed =
      nlohmann::json::parse(json_document({{"device", "a \"chip\""}}, {result, timed("b", 8, 2)}));
  CHECK(parsed.at("run").at("device") == "a \"chip\"");
  const auto& first = parsed.at("results").at(0);
  CHECK(first.at("ratio") == 1.25);
  CHECK(first.at("detail") == "a \"quote\", a \\ and a line");
  CHECK(first.at("band_rate").is_null());
  CHECK(first.at("samples").size() == 1);
  CHECK(nlohmann::json::parse(json_document({}, {})).at("results").empty());
}

TEST_CASE("exit codes tell wrong answers, nothing timed, and a crash") {
  Outcome outcome;
  CHECK(outcome.exit_code() == 3);
  outcome.results.push_back(timed("a", 8, 1));
  CHECK(outcome.exit_code() == 0);
  outcome.results.push_back(timed("a", 8, 1));
  outcome.results.back().status = Status::wrong;
  CHECK(outcome.exit_code() == 1);
  outcome.crash = "hung";
  CHECK(outcome.exit_code() == 4);
}
