// Traces as spec 9 spells them, and back.
#include <cstdint>
#include <string>

#include "error_matchers.hpp"
#include "tailproof/io/trace_json.hpp"
#include "tailproof_catch.hpp"

using namespace tailproof::io;
using namespace tailproof::test;
using tailproof::reference::Route;
using tailproof::reference::Trace;

namespace {

/// A different value in every field, so that no two can be mixed up.
Trace full_trace() {
  Trace trace;
  trace.row = 3;
  trace.length = 65536;
  trace.rank = 2048;
  trace.route = Route::band;
  trace.stride = 128;
  trace.phase = 96;
  trace.view = 512;
  trace.q = 24;
  trace.q1 = 28;
  trace.tau0 = 700;
  trace.tau1 = 701;
  trace.t0_bits = 0x40a00000u;
  trace.t1_bits = 0x0000001fu;
  trace.count0 = 2000;
  trace.count1 = 2100;
  trace.committed = 0;
  trace.frontier = 2101;
  trace.quota = 2049;
  trace.rounds = {{900, 2000, 90, 48, {}}, {1, 40, 50, 8, {}}, {2, 7, 3, 1, {}}};
  trace.tie_slots = 5;
  trace.spilled = 17;
  trace.reads = 131584;
  return trace;
}

constexpr const char* full_text =
    R"({"row":3,"length":65536,"rank":2048,"route":"band","stride":128,"phase":96,"view":512,)"
    R"("q":24,"q1":28,"tau0":700,"tau1":701,"t0_bits":"0x40a00000","t1_bits":"0x0000001f",)"
    R"("count0":2000,"count1":2100,"tau_star":null,"committed":0,"frontier":2101,"quota":2049,)"
    R"("rounds":[{"digit":900,"committed":2000,"kept":90,"quota":48},)"
    R"({"digit":1,"committed":40,"kept":50,"quota":8},)"
    R"({"digit":2,"committed":7,"kept":3,"quota":1}],"tie_slots":5,"spilled":17,"reads":131584})";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

std::string error_of(const std::string& text) {
  return message_of([&] { static_cast<void>(trace_from_json(text)); });
}

}  // namespace

TEST_CASE("a full trace is spelled exactly as spec 9 says, on one line") {
  CHECK(to_json(full_trace()) == full_text);
}

TEST_CASE("absent fields are null, and an absent list of rounds is empty") {
  CHECK(to_json(Trace{}) ==
        R"({"row":0,"length":0,"rank":0,"route":"trivial","stride":null,"phase":null,)"
        R"("view":null,"q":null,"q1":null,"tau0":null,"tau1":null,"t0_bits":null,"t1_bits":null,)"
        R"("count0":null,"count1":null,"tau_star":null,"committed":null,"frontier":null,)"
        R"("quota":null,"rounds":[],"tie_slots":null,"spilled":0,"reads":0})");
}

TEST_CASE("traces come back from their JSON, on every route") {
  CHECK(trace_from_json(full_text) == full_trace());
  for (int route = 0; route < tailproof::reference::route_count; ++route) {
    Trace trace;
    trace.route = static_cast<Route>(route);
    trace.tau_star = static_cast<std::uint32_t>(route);
    CHECK(trace_from_json(to_json(trace)) == trace);
  }
}

TEST_CASE("JSON that is no trace is refused with the key at fault") {
  const std::string text = full_text;
  CHECK(holds(error_of("{"), "is not JSON"));
  CHECK(holds(error_of("[]"), "expected a JSON object"));
  CHECK(holds(error_of("{}"), "key 'row' is missing"));
  CHECK(holds(error_of(replaced(text, "\"q1\"", "\"q2\"")), "key 'q1' is missing"));
  CHECK(holds(error_of(replaced(text, "{\"row\"", "{\"extra\":1,\"row\"")), "unknown key 'extra'"));
  CHECK(holds(error_of(replaced(text, "{\"digit\"", "{\"x\":1,\"digit\"")), "unknown key 'x'"));
  CHECK(holds(error_of(replaced(text, "\"band\"", "\"bent\"")), "unknown route 'bent'"));
  CHECK(holds(error_of(replaced(text, "\"band\"", "7")), "'route' is not a string"));
  CHECK(holds(error_of(replaced(text, "0x40a00000", "0x40A0000")), "'t0_bits' is not of the form"));
  CHECK(holds(error_of(replaced(text, "0x40a00000", "0x40a0000g")), "'t0_bits' is not of the"));
  CHECK(holds(error_of(replaced(text, "\"q\":24", "\"q\":-1")), "'q' is not an integer in"));
  CHECK(holds(error_of(replaced(text, "\"q\":24", "\"q\":9223372036854775808")),
              "'q' is not an integer"));
  CHECK(holds(error_of(replaced(text, "\"q\":24", "\"q\":1.5")), "'q' is not an integer"));
  CHECK(holds(error_of(replaced(text, "\"row\":3", "\"row\":null")), "'row' is not an integer"));
  CHECK(holds(error_of(replaced(text, "\"rounds\":[", "\"rounds\":{}, \"r\":[")), "not a list"));
}
