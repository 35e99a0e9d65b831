// Whole runs on the host runtime with tiny shapes. Times are those of the runtime and mean nothing.
#include "bench.hpp"
#include "entries.hpp"
#include "program.hpp"
#include "tailproof_catch.hpp"
#include "usage_error.hpp"

#include <algorithm>

using namespace tailproof::gpu_bench;

namespace {

Plan tiny_plan(const std::string& shapes) {
  Plan plan;
  plan.options.rounds = 2;
  plan.options.sample_milliseconds = 0;
  plan.families = choose_families("normal", all_families({}));
  plan.shapes = choose_shapes(shapes, all_shapes());
  plan.limits.cold_bytes = 0;
  return plan;
}

Outcome run_quietly(const Plan& plan) {
  return run(plan, [](const std::vector<Result>&, std::size_t) {});
}

const Result& result_of(const Outcome& outcome, const std::string& entry) {
  const auto found = std::find_if(outcome.results.begin(), outcome.results.end(),
                                  [&](const Result& each) { return each.entry == entry; });
  REQUIRE(found != outcome.results.end());
  return *found;
}

}  // namespace

TEST_CASE("a right selector is verified, timed and compared with the floor") {
  Plan plan = tiny_plan("3x600-k16");
  plan.variants = {&find_variant("small-persistent")};
  const Outcome outcome = run_quietly(plan);
  CHECK(outcome.exit_code() == 0);
  const Result& result = result_of(outcome, "small-persistent");
  CHECK(result.status == Status::timed);
  CHECK(result.samples.size() == 2);
  CHECK(result.ratio() > 0);
  CHECK(result.bytes_per_row > 598 * 4);
  CHECK(result.exact_rate >= 0);
  CHECK(result.workspace_bytes > 0);
  for (const char* floor : {"floor-wide", "floor-cached", "floor-ring", "launch"}) {
    CHECK(result_of(outcome, floor).status == Status::floor);
    CHECK(result_of(outcome, floor).samples.size() == 2);
  }
}

TEST_CASE("a selector with a planted fault is reported and never timed") {
  Plan plan = tiny_plan("3x600-k16");
  plan.variants = {&planted_wrong(), &find_variant("small-persistent")};
  const Outcome outcome = run_quietly(plan);
  CHECK(outcome.exit_code() == 1);
  const Result& wrong = result_of(outcome, "planted-wrong");
  CHECK(wrong.status == Status::wrong);
  CHECK(wrong.samples.empty());
  CHECK(wrong.detail.find("1 rows, first 2: rejected: duplicate x 1 (first at slot 1)") == 0);
  CHECK(result_of(outcome, "small-persistent").status == Status::timed);
}

TEST_CASE("a selector that goes wrong while it is timed loses its times") {
  Plan plan = tiny_plan("3x600-k16");
  plan.variants = {&planted_tired()};
  const Outcome outcome = run_quietly(plan);
  CHECK(outcome.exit_code() == 1);
  const Result& wrong = result_of(outcome, "planted-tired");
  CHECK(wrong.status == Status::wrong);
  CHECK(wrong.samples.empty());
  CHECK(wrong.detail.find("after the timing") == 0);
}

TEST_CASE("calls are repeated on other rows, traces run all of their calls, odd pitches work") {
  Plan plan = tiny_plan("2x300-k16,3x301-k16-p303");
  plan.shapes.push_back({"trace", "tiny-trace", 0, 0, 0, 0, 16, 90});
  plan.limits = {8192, 2, 32, 1000};
  plan.variants = {&find_variant("small-direct")};
  const Outcome outcome = run_quietly(plan);
  CHECK(outcome.exit_code() == 0);
  std::vector<std::int64_t> calls;
  for (const Result& each : outcome.results) {
    if (each.entry == "small-direct") calls.push_back(each.calls);
  }
  CHECK(calls == std::vector<std::int64_t>{2, 2, 8});  // trace: 2 + 3 + 3 calls in three steps
}

TEST_CASE("only verifying leaves times out") {
  Plan plan = tiny_plan("3x600-k16");
  plan.options.verify_only = true;
  plan.variants = {&find_variant("small-direct"), &planted_wrong()};
  const Outcome outcome = run_quietly(plan);
  CHECK(result_of(outcome, "small-direct").status == Status::verified);
  CHECK(result_of(outcome, "small-direct").milliseconds < 0);
  CHECK(result_of(outcome, "planted-wrong").status == Status::wrong);
}

TEST_CASE(
    "what a selector cannot take is skipped with a reason, and nothing timed is exit code 3") {
  Plan plan = tiny_plan("1x600-k1");
  plan.variants = {&planted_wrong()};  // K is at least 2
  const Outcome outcome = run_quietly(plan);
  CHECK(outcome.exit_code() == 3);
  CHECK(result_of(outcome, "planted-wrong").status == Status::skipped);
  CHECK(result_of(outcome, "planted-wrong").detail == "K is outside its limits");
}

TEST_CASE("cases beyond the budget are named, not dropped") {
  Plan plan = tiny_plan("3x600-k16");
  plan.options.budget_seconds = -1;
  const Outcome outcome = run_quietly(plan);
  REQUIRE(outcome.results.size() == 1);
  CHECK(outcome.results[0].status == Status::skipped);
  CHECK(outcome.results[0].detail == "the budget of time was spent");
}

TEST_CASE("variants are found by name, and what is none is refused") {
  CHECK(std::string(find_variant("topk").name) == "topk");
  CHECK_THROWS_AS(find_variant("nothing"), UsageError);
  CHECK_THROWS_AS(find_variant("./nothing.so"), UsageError);
  for (const std::string& name : variant_names()) CHECK(find_variant(name).name == name);
}

TEST_CASE("the program's exit codes") {
  CHECK(run_program({"--help"}, {}) == 0);
  CHECK(run_program({"--list"}, {}) == 0);
  CHECK(run_program({"--what"}, {}) == 2);
  CHECK(run_program({"--shapes", "nothing"}, {}) == 2);
}
