// What only the instrumented build sees, or sees at the very access: each planted fault is caught
// under every schedule and names its line; the same kernel without the fault is silent.
#include "memory_fault_kernels.hpp"
#include "runtime_support.hpp"

using namespace runtime_test;
using namespace fault_kernels;

namespace {

const simt::LaunchConfig one_cta = shape(1, 64, sizeof(Storage));

bool names_kernel_line() {
  return simt::last_report()->actor.source.find("memory_fault_kernels.hpp:") != std::string::npos;
}

}  // namespace

TEST_CASE("checked memory: this build is instrumented") {
  REQUIRE(simt::checks_memory());
}

TEST_CASE("checked memory: reads and writes outside every buffer") {
  FreshOptions fresh;
  auto in = filled(64, 1u);
  auto out = filled(64, 0u);
  REQUIRE(defect_in_every_schedule(10, one_cta, read_global, in.data(), out.data(), 0).empty());
  for (const int shift : {1, -1, 64, 1 << 20}) {
    REQUIRE(defect_in_every_schedule(10, one_cta, read_global, in.data(), out.data(), shift) ==
            "out_of_bounds");
    REQUIRE(simt::last_report()->space == simt::Space::global);
    REQUIRE(names_kernel_line());
    REQUIRE(defect_in_every_schedule(10, one_cta, write_global, out.data(), shift) ==
            "out_of_bounds");
  }
}

TEST_CASE("checked memory: an access that straddles the end of a buffer") {
  FreshOptions fresh;
  auto in = filled<unsigned char>(61, 1);
  auto out = filled(1, 0u);
  REQUIRE(defect_of(one_cta, read_bytes, in.data(), out.data(), 56).empty());
  REQUIRE(defect_of(one_cta, read_bytes, in.data(), out.data(), 60) == "out_of_bounds");
}

TEST_CASE("checked memory: padding that a test forbids") {
  FreshOptions fresh;
  auto in = filled(80, 1u);
  auto out = filled(64, 0u);
  REQUIRE(simt::set_read_only(in.data(), true).ok());
  REQUIRE(simt::forbid(in.data() + 64, 64, true).ok());
  REQUIRE(defect_of(one_cta, read_global, in.data(), out.data(), 0).empty());
  REQUIRE(defect_in_every_schedule(10, one_cta, read_global, in.data(), out.data(), 1) ==
          "out_of_bounds");
  REQUIRE(simt::last_report()->message.find("padding") != std::string::npos);
  REQUIRE(simt::forbid(in.data() + 64, 64, false).ok());
  REQUIRE(defect_of(one_cta, read_global, in.data(), out.data(), 1).empty());
}

TEST_CASE("checked memory: freed buffers") {
  FreshOptions fresh;
  auto out = filled(64, 0u);
  auto in = filled(64, 0u);
  const unsigned* stale = in.data();
  in = filled(64, 0u);
  REQUIRE(defect_of(one_cta, read_global, stale, out.data(), 0) == "out_of_bounds");
}

TEST_CASE("checked memory: red zones and the end of shared memory") {
  FreshOptions fresh;
  auto out = filled(64, 0u);
  REQUIRE(defect_in_every_schedule(10, one_cta, overrun_first, out.data(), 64u).empty());
  REQUIRE(defect_in_every_schedule(10, one_cta, overrun_first, out.data(), 65u) == "red_zone");
  REQUIRE(names_kernel_line());
  REQUIRE(defect_in_every_schedule(10, one_cta, overrun_gap_free, out.data(), 65u) == "red_zone");
  REQUIRE(defect_in_every_schedule(10, one_cta, behind_shared, out.data(), 4u) == "out_of_bounds");
  REQUIRE(simt::last_report()->space == simt::Space::shared);
  REQUIRE(defect_in_every_schedule(10, one_cta, behind_shared, out.data(), 2u) == "out_of_bounds");
}

TEST_CASE("checked memory: uninitialised shared and global reads") {
  FreshOptions fresh;
  auto out = filled(64, 0u);
  REQUIRE(defect_in_every_schedule(10, one_cta, read_shared, out.data(), 1).empty());
  REQUIRE(defect_in_every_schedule(10, one_cta, read_shared, out.data(), 0) ==
          "uninitialised_read");
  REQUIRE(simt::last_report()->actor.thread == 8);
  simt::DeviceBuffer<unsigned> fresh_memory(64);
  REQUIRE(defect_in_every_schedule(10, one_cta, read_global, fresh_memory.data(), out.data(), 0) ==
          "uninitialised_read");
  REQUIRE(defect_of(one_cta, bump, fresh_memory.data(), out.data()) == "uninitialised_read");
  REQUIRE(defect_of(one_cta, write_global, fresh_memory.data(), 0).empty());
  REQUIRE(defect_of(one_cta, read_global, fresh_memory.data(), out.data(), 0).empty());
  simt::DeviceBuffer<unsigned> host_written(64);
  for (unsigned i = 0; i < 64; ++i) host_written.data()[i] = i;
  REQUIRE(simt::mark_initialised(host_written.data(), 256).ok());
  REQUIRE(defect_of(one_cta, read_global, host_written.data(), out.data(), 0).empty());
}

TEST_CASE("checked memory: another thread's local memory") {
  FreshOptions fresh;
  auto out = filled(64, 0u);
  REQUIRE(defect_in_every_schedule(10, one_cta, foreign_local, out.data(), 1).empty());
  REQUIRE(defect_in_every_schedule(10, one_cta, foreign_local, out.data(), 0) ==
          "foreign_local_memory");
}

TEST_CASE("checked memory: small read-only buffers, and atomics on them") {
  FreshOptions fresh;
  auto buffer = filled(64, 0u);
  auto out = filled(64, 0u);
  REQUIRE(simt::set_read_only(buffer.data(), true).ok());
  REQUIRE(defect_in_every_schedule(10, one_cta, write_global, buffer.data(), 0) ==
          "read_only_write");
  REQUIRE(names_kernel_line());
  REQUIRE(defect_of(one_cta, bump, buffer.data(), out.data()) == "read_only_write");
  REQUIRE(buffer.download() == std::vector<unsigned>(64, 0));
}
