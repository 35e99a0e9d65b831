// The parts: placement, red zones, crash reports, records of traces.
#include "tailproof_catch.hpp"
#include "variant/crash_report.hpp"
#include "variant/guarded_region.hpp"
#include "variant/output_check.hpp"
#include "variant/placement.hpp"
#include "variant/shared_memory.hpp"
#include "variant/shell.hpp"
#include "variant/variant_trace.hpp"

#include <signal.h>

#include <cstddef>
#include <cstring>

namespace tailproof::properties {
namespace {

TEST_CASE(
    "Shift 0 ends at a page's end, as near as its alignment allows, and others start aligned") {
  for (const std::size_t alignment : {4u, 16u, 256u}) {
    for (const std::size_t bytes : {0u, 4u, 60u, 4092u, 4096u, 4100u, 70000u}) {
      for (std::uint32_t shift = 0; shift < shifts; ++shift) {
        const Placement placement = place(bytes, alignment, shift);
        const std::size_t room = placement.pages * page_size();
        REQUIRE(placement.end() <= room);
        CHECK(placement.offset % alignment == 0);
        if (shift == 0) CHECK(room - placement.end() < alignment);
        if (shift != 0) CHECK(placement.offset == shift * alignment);
      }
    }
  }
}

TEST_CASE("Every byte of both red zones is watched") {
  GuardedBuffer buffer;
  buffer.place(place(100, 4, 3));
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    buffer.arm(seed);
    CHECK_FALSE(buffer.damage().has_value());
    std::memset(buffer.data(), 0xff, buffer.size());
    CHECK_FALSE(buffer.damage().has_value());
    for (const std::ptrdiff_t offset : {-12, -1, 100, 4083}) {
      std::byte& byte = buffer.data()[offset];
      byte ^= std::byte{1};
      const auto damage = buffer.damage();
      byte ^= std::byte{1};
      REQUIRE(damage.has_value());
      CHECK(damage->offset == offset);
    }
  }
}

TEST_CASE("A buffer keeps its contents until it is placed elsewhere") {
  GuardedBuffer buffer;
  CHECK(buffer.place(place(100, 4, 0)));
  buffer.data()[5] = std::byte{42};
  CHECK_FALSE(buffer.place(place(100, 4, 0)));
  CHECK(buffer.data()[5] == std::byte{42});
  CHECK(buffer.place(place(10000, 4, 0)));
}

TEST_CASE("Poison is never an index nor the sentinel, and changes from call to call") {
  for (std::uint64_t call = 0; call < 2000; ++call) {
    CHECK(output_poison(call) < -1);
    CHECK(output_poison(call) != output_poison(call + 1));
  }
}

TEST_CASE("Input memory cannot be made writable through the descriptor a worker gets") {
  const SharedMemory memory(page_size());
  memory.data()[0] = std::byte{7};
  const FileDescriptor read_only = memory.read_only();
  GuardedRegion region;
  region.map(read_only.get(), 0, 1);
  CHECK(region.data()[0] == std::byte{7});
  CHECK_THROWS(SharedMemory(memory.read_only(), page_size()));
}

TEST_CASE("A fault in a guard page is told by buffer and distance") {
  CrashRecord record;
  record.activity = Activity::selecting;
  record.has_address = 1;
  record.wrote = 1;
  record.buffers[static_cast<std::size_t>(Buffer::indices)] = {1000, 2000, 3000, 4000, 500};
  const auto explained = [&record](std::uint64_t address) {
    record.address = address;
    return explain_crash(record, SIGSEGV);
  };
  CHECK(explained(1999).breach->detail == "wrote 1 bytes before indices");
  CHECK(explained(3007).breach->detail == "wrote byte 7 past the end of indices");
  CHECK(explained(2510).breach->row == 1);
  CHECK_FALSE(explained(4000).breach.has_value());
  CHECK(explained(4000).text == "SIGSEGV (Segmentation fault) in select(): wrote address 0xfa0");
  CHECK(explain_crash(CrashRecord(), SIGKILL).text ==
        "SIGKILL (Killed) while starting, perhaps for want of memory");
}

TEST_CASE("A record becomes a trace with absent fields where its route computed none") {
  tailproof_row_trace record{};
  record.row = 3;
  record.length = 10;
  record.rank = 4;
  record.route = TAILPROOF_ROUTE_CERTIFIED;
  record.present = TAILPROOF_TRACE_VIEW | TAILPROOF_TRACE_COUNT0;
  record.view = 5;
  record.count0 = 6;
  record.rounds = 1;
  record.round[0] = {1, 2, 3, 4};
  const auto trace = to_trace(record, {}, 0, reference::Policy());
  CHECK(trace.route == reference::Route::certified);
  CHECK(trace.view == 5);
  CHECK(trace.count0 == 6);
  CHECK_FALSE(trace.count1.has_value());
  CHECK_FALSE(trace.tau0.has_value());
  REQUIRE(trace.rounds.size() == 1);
  CHECK(trace.rounds[0].quota == 4);
  CHECK(trace.rounds[0].histogram.empty());
  CHECK_FALSE(record_fault(record).has_value());
  record.route = 8;
  CHECK(record_fault(record) == "unknown route 8");
}

TEST_CASE("Words are quoted for the shell") {
  CHECK(quoted("a b") == "'a b'");
  CHECK(quoted("it's") == "'it'\\''s'");
  CHECK(run_shell("printf %s " + quoted("$HOME 'x'"), 20).printed == "$HOME 'x'");
}

}  // namespace
}  // namespace tailproof::properties
