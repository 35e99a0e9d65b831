// Subjects that die: the finding names the death, and the next call gets a fresh worker.
#include "planted.hpp"
#include "tailproof/properties/investigate.hpp"
#include "tailproof/properties/judge.hpp"
#include "tailproof_catch.hpp"

#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tailproof::properties {
namespace {

using test::ask;
using test::lacking;
using test::plain_rows;
using test::PlantedVariant;
using test::quick;

IsolationOptions impatient() {
  IsolationOptions options = quick();
  options.call_seconds = 0.3;
  return options;
}

struct Death {
  const char* fault;
  Status status;
  std::string message;
};

TEST_CASE("Every death is told by its name, and the run goes on") {
  const std::vector<Death> deaths = {
      {"segfaults", Status::crashed, "SIGSEGV (Segmentation fault) in select(): wrote address 0x0"},
      {"aborts", Status::crashed,
       "SIGABRT (Aborted) in select(); it printed 'planted: assertion failed'"},
      {"divides-by-zero", Status::crashed, "SIGFPE"},
      {"exits", Status::crashed, "ended the process with exit(3) in select()"},
      {"overflows-the-stack", Status::crashed, "SIGSEGV (Segmentation fault) in select()"},
      {"throws", Status::crashed, "let an exception cross its C interface: planted exception"},
      {"hangs", Status::hung, "no answer within 0."},
      {"refuses", Status::refused, "status 2: planted status (in select())"},
      {"fails", Status::crashed, "status 42: the answer (in select())"},
  };
  const generators::Case made = generators::assemble(plain_rows(2, 50, 8));
  for (const Death& death : deaths) {
    INFO(death.fault);
    PlantedVariant variant(death.fault, death.status == Status::hung ? impatient() : quick());
    for (int call = 0; call < 2; ++call) {
      const Answer answer = ask(*variant, made);
      CHECK(answer.status == death.status);
      CHECK(lacking(answer.message, death.message) == "");
      CHECK(answer.indices == std::vector<std::int32_t>(16, unwritten));
    }
  }
}

TEST_CASE("A healthy call after a death gets a fresh worker") {
  PlantedVariant variant("crashes-on-infinity");
  generators::RawRows raw = plain_rows(2, 50, 8);
  const generators::Case healthy = generators::assemble(raw);
  raw.scores[1][7] = std::numeric_limits<float>::infinity();
  const generators::Case deadly = generators::assemble(raw);
  for (int round = 0; round < 3; ++round) {
    CHECK(ask(*variant, healthy).status == Status::ok);
    CHECK(ask(*variant, deadly).status == Status::crashed);
  }
}

TEST_CASE("A clone has a worker of its own") {
  PlantedVariant variant("stale-workspace");
  const generators::Case made = generators::assemble(plain_rows(1, 50, 8));
  (void)ask(*variant, made);
  const auto clone = variant->clone();
  CHECK(ask(*clone, made).indices.front() >= 0);
  CHECK(ask(*variant, made).indices.front() == -1);
}

#if !defined(__SANITIZE_ADDRESS__)
TEST_CASE("Memory beyond the limit ends the call, not the machine") {
  PlantedVariant variant("hungry");
  const Answer answer = ask(*variant, generators::assemble(plain_rows(1, 50, 8)));
  CHECK(answer.status == Status::crashed);
  CHECK(lacking(answer.message, "ran out of memory (in select())") == "");
}

TEST_CASE("Mappings that are kept are a leak as well") {
  PlantedVariant variant("leaks-mappings");
  const Answer answer = ask(*variant, generators::assemble(plain_rows(1, 50, 8)));
  REQUIRE(answer.breaches.size() == 1);
  CHECK(lacking(answer.breaches[0].detail, "1048576 bytes of mappings") == "");
}
#endif

// Shrinks a failing case of a planted variant to its minimum, the worker dying all the way.
CaseReport shrunk(const char* fault, IsolationOptions options) {
  const test::PlantedFaultChoice choice(fault);
  generators::RawRows raw = plain_rows(3, 200, 8);
  raw.scores[2][150] = std::numeric_limits<float>::infinity();
  Judge judge(std::make_unique<VariantSubject>(test::planted_library(), std::move(options)));
  Specimen specimen;
  specimen.rows = raw;
  InvestigateOptions investigating;
  investigating.probes = 2;
  return investigate(specimen, judge, *find_property("survives"), investigating);
}

TEST_CASE("A crash is shrunk through to the one score that matters") {
  const CaseReport report = shrunk("crashes-on-infinity", quick());
  CHECK(report.end == ShrinkEnd::minimal);
  REQUIRE(report.specimen.rows.scores.size() == 1);
  REQUIRE(report.specimen.rows.scores[0].size() == 1);
  CHECK(report.specimen.rows.scores[0][0] == std::numeric_limits<float>::infinity());
  CHECK(report.specimen.rows.rank == 1);
  CHECK(report.status == Status::crashed);
}

TEST_CASE("A hang is shrunk through as well, faster than its limit") {
  const CaseReport report = shrunk("hangs-on-infinity", impatient());
  REQUIRE(report.specimen.rows.scores.size() == 1);
  CHECK(report.specimen.rows.scores[0].size() == 1);
  CHECK(report.status == Status::hung);
}

}  // namespace
}  // namespace tailproof::properties
