// Every guard, shown to catch a planted fault and to let the exact variant pass.
#include "planted.hpp"
#include "tailproof/properties/property.hpp"
#include "tailproof/reference/oracle.hpp"
#include "tailproof_catch.hpp"
#include "variant/call_input.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

namespace tailproof::properties {
namespace {

using test::ask;
using test::lacking;
using test::plain_rows;
using test::PlantedVariant;

// Rows with a base offset of that many floats: 0 puts every buffer's end at a guard page, 1 to 3
// its start that many elements behind one.
generators::Case rows_at(std::uint32_t shift, std::int64_t rows = 3, std::int64_t width = 100) {
  generators::RawRows raw = plain_rows(rows, width, 8);
  raw.layout.base_offset = shift;
  return generators::assemble(raw);
}

// The same with so many scores that a worker maps them where they lie, two dead rows included.
generators::Case large_rows_at(std::uint32_t shift) {
  generators::RawRows raw = plain_rows(3, 60'001, 8);
  raw.layout.base_offset = shift;
  raw.layout.dead_rows = 2;
  return generators::assemble(raw);
}

bool lent(const generators::Case& made, const VariantSubject& subject) {
  return make_request(test::call_of(made), 0, made.rows(), subject.description()).scores_apart != 0;
}

const GuardBreach* breach_of(const Answer& answer, Guard guard) {
  const auto found = std::find_if(answer.breaches.begin(), answer.breaches.end(),
                                  [guard](const GuardBreach& b) { return b.guard == guard; });
  return found == answer.breaches.end() ? nullptr : &*found;
}

struct Expected {
  const char* fault;
  Guard guard;
  std::uint32_t shift;
  Status status;
  std::string detail;
};

TEST_CASE("The exact variant passes every guard at every placement") {
  PlantedVariant variant("exact");
  for (std::uint32_t shift = 0; shift < 4; ++shift) {
    for (const std::int64_t width : {0, 1, 7, 8, 9, 1024, 4096}) {
      for (const std::int64_t rows : {0, 1, 5}) {
        const generators::Case made = rows_at(shift, rows, width);
        const Answer answer = ask(*variant, made);
        INFO(shift << " " << width << " " << rows << " " << answer.message);
        REQUIRE(answer.status == Status::ok);
        CHECK(answer.breaches.empty());
        CHECK(reference::judge(made.matrix(), made.rank(), answer.indices, made.rank()).accepted());
      }
    }
  }
}

TEST_CASE("Each guard catches its planted fault") {
  const std::vector<Expected> all = {
      {"writes-scores", Guard::input_written, 0, Status::crashed,
       "wrote byte 4 of row 0 of scores"},
      {"writes-scores", Guard::input_written, 2, Status::crashed,
       "wrote byte 4 of row 0 of scores"},
      {"writes-lengths", Guard::input_written, 1, Status::crashed, "wrote byte 0 of lengths"},
      {"reads-past-scores", Guard::input_overrun, 0, Status::crashed,
       "touched byte 0 past the end of scores"},
      {"reads-a-page-before-scores", Guard::input_overrun, 1, Status::crashed,
       "touched 4096 bytes before scores"},
      {"reads-past-lengths", Guard::input_overrun, 0, Status::crashed,
       "touched byte 0 past the end of lengths"},
      {"writes-past-indices", Guard::output_overrun, 0, Status::crashed,
       "wrote byte 0 past the end of indices"},
      {"writes-past-indices", Guard::output_overrun, 1, Status::ok,
       "wrote 0x07 to byte 0 past the end of indices"},
      {"writes-before-indices", Guard::output_overrun, 1, Status::ok,
       "wrote 0x00 1 bytes before indices"},
      {"writes-pitch-columns", Guard::output_pitch, 3, Status::ok,
       "indices: slot 8 of row 0 (K = 8, pitch 11) became -1"},
      {"ignores-the-pitch", Guard::output_pitch, 1, Status::ok, "slot 8 of row 0"},
      {"writes-dead-rows", Guard::dead_rows, 0, Status::ok,
       "indices: slot 0 of row 3 became -1 although only 3 rows are live"},
      {"writes-past-workspace", Guard::workspace_overrun, 0, Status::ok,
       "wrote 0x01 to byte 0 past the end of the workspace"},
      {"writes-before-workspace", Guard::workspace_overrun, 0, Status::ok,
       "wrote 0x01 1 bytes before the workspace"},
      {"forgets-values", Guard::values, 0, Status::ok, "slot 0 of row 0: index"},
      {"negates-values", Guard::values, 0, Status::ok, "slot 0 of row 0: index"},
      {"leaks-heap", Guard::leak, 0, Status::ok, "4 equal calls each kept memory; the last one"},
      {"traced-nonsense", Guard::trace_format, 0, Status::ok, "round count 7"},
      {"traced-unzeroed", Guard::trace_format, 0, Status::ok, "unknown bits in present: "},
      {"traced-overrun", Guard::trace_format, 0, Status::crashed,
       "wrote byte 0 past the end of the histograms"},
      {"traced-underrun", Guard::trace_format, 0, Status::ok,
       "wrote 0x01 1 bytes before the row traces"},
  };
  for (const Expected& each : all) {
    PlantedVariant variant(each.fault);
    for (const bool large : {false, true}) {
      INFO(each.fault << " at shift " << each.shift << (large ? ", large" : ""));
      const generators::Case made = large ? large_rows_at(each.shift) : rows_at(each.shift);
      CHECK(lent(made, *variant) == large);
      const std::uint64_t before = made.fingerprint();
      const Answer answer = ask(*variant, made, variant->traits().traces);
      INFO(status_name(answer.status) << ": " << answer.message);
      CHECK(answer.status == each.status);
      const GuardBreach* const breach = breach_of(answer, each.guard);
      REQUIRE(breach != nullptr);
      CHECK(lacking(breach->detail, each.detail) == "");
      CHECK(made.fingerprint() == before);
    }
  }
}

TEST_CASE("Large scores are lent to the worker wherever a copy would lie in the same place") {
  PlantedVariant variant("exact");
  PlantedVariant aligned("aligned-to-16-bytes");
  PlantedVariant single("one-row-a-call");
  int lent_aligned = 0;
  for (const std::int64_t width : {300'000, 300'001, 300'002, 300'004}) {
    for (std::uint32_t shift = 0; shift < 4; ++shift) {
      for (const std::int32_t dead_rows : {0, 1}) {
        generators::RawRows raw = plain_rows(1, width, 8);
        raw.layout = {2, shift, generators::Padding::nan, dead_rows};
        const generators::Case made = generators::assemble(raw);
        INFO(width << " shift " << shift << " dead " << dead_rows);
        CHECK(lent(made, *variant));
        if (dead_rows > 0) CHECK_FALSE(lent(made, *single));
        lent_aligned += lent(made, *aligned) ? 1 : 0;
        for (VariantSubject* const subject : {&*variant, &*aligned}) {
          const Answer answer = ask(*subject, made);
          REQUIRE(answer.status == Status::ok);
          CHECK(answer.breaches.empty());
          CHECK(reference::judge(made.matrix(), 8, answer.indices, 8).accepted());
        }
      }
    }
  }
  // Of all pitches a multiple of 4, at shift 0 without or with the dead row.
  CHECK(lent_aligned == 2);
}

TEST_CASE("A worker that starts anew is lent the scores again") {
  PlantedVariant variant("crashes-on-infinity");
  generators::RawRows raw = plain_rows(1, 300'000, 8);
  const generators::Case right = generators::assemble(raw);
  raw.scores[0][123'456] = std::numeric_limits<float>::infinity();
  const generators::Case crashing = generators::assemble(raw);
  for (int round = 0; round < 3; ++round) {
    CHECK(ask(*variant, right).status == Status::ok);
    CHECK(ask(*variant, right).status == Status::ok);
    CHECK(ask(*variant, crashing).status == Status::crashed);
  }
}

TEST_CASE("A workspace whose size is a multiple of its alignment ends at the guard page") {
  PlantedVariant variant("writes-past-workspace");
  // The planted workspace is a header of 8 bytes and N indices.
  const Answer answer = ask(*variant, rows_at(0, 1, (4096 - 8) / 4));
  CHECK(answer.status == Status::crashed);
  REQUIRE(breach_of(answer, Guard::workspace_overrun) != nullptr);
}

TEST_CASE("A workspace size that depends on more than the shape is a breach") {
  PlantedVariant variant("sizes-by-call");
  const generators::Case made = rows_at(0);
  CHECK(ask(*variant, made).breaches.empty());
  CHECK(breach_of(ask(*variant, made), Guard::workspace_size) != nullptr);
}

TEST_CASE("Values that repeat the scores pass, and memory that is kept once is no leak") {
  for (const char* const fault : {"exact-values", "caches-once"}) {
    INFO(fault);
    PlantedVariant variant(fault);
    for (std::uint32_t shift = 0; shift < 4; ++shift) {
      const Answer answer = ask(*variant, rows_at(shift));
      CHECK(answer.status == Status::ok);
      CHECK(answer.breaches.empty());
    }
  }
}

TEST_CASE("The workspace is reused dirty within a trial and new after renew()") {
  PlantedVariant variant("stale-workspace");
  const generators::Case made = rows_at(0);
  const auto first_slot = [&] { return ask(*variant, made).indices.front(); };
  CHECK(first_slot() >= 0);
  CHECK(first_slot() == -1);
  variant->renew();
  CHECK(first_slot() >= 0);
  CHECK(first_slot() == -1);
}

TEST_CASE("A workspace is zeroed before prepare() where the variant asks for it, else poisoned") {
  PlantedVariant zeroed("zeroed-workspace");
  CHECK(ask(*zeroed, rows_at(0)).status == Status::ok);
  // Another shape is another workspace, zeroed again, whatever the last one left there.
  CHECK(ask(*zeroed, rows_at(0, 2, 90)).status == Status::ok);
}

TEST_CASE("A workspace that nobody asked to be zeroed holds no zeros") {
  PlantedVariant trusting("trusts-zeros");
  CHECK(ask(*trusting, rows_at(0)).status == Status::crashed);
}

TEST_CASE("Whatever changes in a shape, it is prepared again") {
  PlantedVariant variant("prepared-for-a-shape");
  generators::RawRows raw = plain_rows(3, 100, 8);
  const auto status = [&] { return ask(*variant, generators::assemble(raw)).status; };
  CHECK(status() == Status::ok);
  raw.rank = 9;
  CHECK(status() == Status::ok);
  raw.layout.pitch_extra = 5;
  CHECK(status() == Status::ok);
  raw.width = 101;
  raw.layout.pitch_extra = 4;
  CHECK(status() == Status::ok);
  raw.scores.pop_back();
  CHECK(status() == Status::ok);
}

TEST_CASE("Slots that were never written are told from every answer") {
  PlantedVariant variant("writes-nothing");
  const Answer answer = ask(*variant, rows_at(0));
  CHECK(answer.status == Status::ok);
  CHECK(answer.indices == std::vector<std::int32_t>(3 * 8, unwritten));
}

TEST_CASE("What belongs to no live row is hostile: pitch columns, dead rows and their lengths") {
  generators::RawRows raw = plain_rows(3, 100, 8);
  raw.layout.pitch_extra = 3;
  const generators::Case made = generators::assemble(raw);
  for (const char* const fault : {"reads-pitch-columns", "reads-dead-rows", "reads-dead-lengths"}) {
    INFO(fault);
    PlantedVariant variant(fault);
    CHECK(ask(*variant, made).indices.front() == -1);
    // Nothing live either: the first row is dead.
    if (std::string(fault) != "reads-pitch-columns") {
      generators::RawRows none = raw;
      none.scores.clear();
      CHECK(breach_of(ask(*variant, generators::assemble(none)), Guard::dead_rows) != nullptr);
    }
  }
}

TEST_CASE("Scores come at every alignment that the variant allows, and at no other") {
  PlantedVariant needy("needs-alignment");
  int crashes = 0;
  for (std::uint32_t shift = 0; shift < 4; ++shift) {
    if (ask(*needy, rows_at(shift, 1, 64)).status == Status::crashed) ++crashes;
  }
  CHECK(crashes == 3);

  PlantedVariant aligned("aligned-to-16-bytes");
  for (std::uint32_t shift = 0; shift < 4; ++shift) {
    for (const std::int64_t width : {5, 64, 1023}) {
      const Answer answer = ask(*aligned, rows_at(shift, 3, width));
      INFO(shift << " " << width << " " << answer.message);
      CHECK(answer.status == Status::ok);
    }
  }
}

TEST_CASE("Calls with more rows than a variant takes are split") {
  PlantedVariant variant("one-row-a-call");
  const generators::Case made = rows_at(0, 5, 50);
  const Answer answer = ask(*variant, made);
  REQUIRE(answer.status == Status::ok);
  CHECK(reference::judge(made.matrix(), made.rank(), answer.indices, made.rank()).accepted());
}

TEST_CASE("Rows with NaN never reach a variant that declares them undefined") {
  PlantedVariant variant("nan-undefined");
  generators::RawRows raw = plain_rows(2, 30, 8);
  CHECK(ask(*variant, generators::assemble(raw)).status == Status::ok);
  raw.scores[1][29] = std::numeric_limits<float>::quiet_NaN();
  const Answer answer = ask(*variant, generators::assemble(raw));
  CHECK(answer.status == Status::refused);
  CHECK(answer.message == "declares NaN undefined, and row 1 holds one");
  // A call that does not know of its rows is looked through, a case's own only while it is made.
  const generators::Case made = generators::assemble(raw);
  CHECK_FALSE(call_of(made).known_legal);
  CHECK(call_of(generators::assemble(plain_rows(2, 30, 8))).known_legal);
}

TEST_CASE("Calls beyond the declared limits are not made") {
  PlantedVariant variant("exact");
  generators::RawRows raw = plain_rows(1, 30, 4097);
  CHECK(ask(*variant, generators::assemble(raw)).status == Status::refused);
}

TEST_CASE("Every guard is a property of the same name") {
  for (int i = 0; i < guard_count; ++i) {
    const auto name = guard_name(static_cast<Guard>(i));
    INFO(std::string(name));
    const Property* const property = find_property(name);
    REQUIRE(property != nullptr);
    CHECK(property->kind == PropertyKind::guard);
  }
}

}  // namespace
}  // namespace tailproof::properties
