// What is caught without instrumentation too: indices, alignment, overwritten gaps, protected
// pages, faults.
#include "memory_fault_kernels.hpp"
#include "runtime_support.hpp"

using namespace runtime_test;
using namespace fault_kernels;

namespace {
const simt::LaunchConfig one_cta = shape(1, 64, sizeof(Storage));
}

TEST_CASE("memory: indexing a shared_array out of its range is reported with index and line") {
  FreshOptions fresh;
  auto out = filled(64, 0u);
  REQUIRE(defect_of(one_cta, index_first, out.data(), 63u).empty());
  REQUIRE(defect_of(one_cta, index_first, out.data(), 64u) == "out_of_bounds");
  REQUIRE(simt::last_report()->message.find("index 64 of a shared_array of 64") !=
          std::string::npos);
  REQUIRE(defect_of(one_cta, index_first, out.data(), 0xffffffffu) == "out_of_bounds");
}

TEST_CASE("memory: misaligned vector loads and atomics are reported") {
  FreshOptions fresh;
  auto in = filled(300, 1.0f);
  auto out = filled(64, 0.0f);
  REQUIRE(defect_of(one_cta, vector_load, in.data(), out.data(), 4).empty());
  REQUIRE(defect_of(one_cta, vector_load, in.data(), out.data(), 1) == "misaligned");
  REQUIRE(defect_of(one_cta, vector_load, in.data(), out.data(), 2) == "misaligned");
  auto bytes = filled<unsigned char>(64, 0);
  REQUIRE(defect_of(one_cta, atomic_at, bytes.data(), 8).empty());
  REQUIRE(defect_of(one_cta, atomic_at, bytes.data(), 6) == "misaligned");
}

TEST_CASE("memory: a wild access, a deep stack and a division by zero end only the launch") {
  FreshOptions fresh;
  auto out = filled(64, 0u);
  auto quotients = filled(64, 0);
  for (int round = 0; round < 3; ++round) {
    REQUIRE(defect_of(one_cta, wild, 8ull) == "wild_access");
    REQUIRE(simt::last_report()->actor.thread == 3);
    REQUIRE(defect_of(one_cta, overflow_stack, out.data()) == "wild_access");
    REQUIRE(simt::last_report()->space == simt::Space::local);
    REQUIRE(defect_of(one_cta, divide, quotients.data(), 7).empty());
    REQUIRE(quotients.download()[5] == 14);
  }
#if defined(__x86_64__)
  REQUIRE(defect_of(one_cta, divide, quotients.data(), 0) == "trap");
#endif
}

TEST_CASE("memory: a write to a read-only buffer is reported, reading it is not") {
  FreshOptions fresh;
  auto buffer = filled(4096, 0u);
  auto out = filled(64, 0u);
  REQUIRE(simt::set_read_only(buffer.data(), true).ok());
  REQUIRE(defect_of(one_cta, read_global, buffer.data(), out.data(), 0).empty());
  REQUIRE(defect_of(one_cta, write_global, buffer.data(), 0) == "read_only_write");
  REQUIRE(buffer.download() == std::vector<unsigned>(4096, 0));
  REQUIRE(simt::set_read_only(buffer.data(), false).ok());
  REQUIRE(defect_of(one_cta, write_global, buffer.data(), 0).empty());
}

TEST_CASE("memory: device calls with bad arguments are statuses") {
  FreshOptions fresh;
  int on_host = 0;
  REQUIRE(simt::set_read_only(&on_host, true).code() == simt::Code::invalid_configuration);
  REQUIRE(simt::forbid(&on_host, 4, true).code() == simt::Code::invalid_configuration);
  REQUIRE(simt::device_free(&on_host).code() == simt::Code::invalid_configuration);
  auto small = filled(4, 0u);
  REQUIRE_FALSE(simt::forbid(small.data(), 17, true).ok());
  REQUIRE_FALSE(simt::memset(small.data(), 0, 17).ok());
  REQUIRE_FALSE(small.upload(std::vector<unsigned>(5)).ok());
  void* address = nullptr;
  REQUIRE(simt::device_alloc(&address, std::size_t{1} << 40).code() == simt::Code::out_of_memory);
  REQUIRE(address == nullptr);
  REQUIRE(simt::device_free(nullptr).ok());
}

TEST_CASE("memory: freed memory is reused only later, allocations never overlap") {
  FreshOptions fresh;
  std::vector<simt::DeviceBuffer<unsigned>> buffers;
  for (unsigned round = 0; round < 400; ++round) {
    const std::size_t count = 1 + round * 37 % 5000;
    buffers.push_back(filled(count, round));
    if (round % 3 == 0)
      buffers.erase(buffers.begin() + static_cast<long>(round / 7 % buffers.size()));
  }
  for (const auto& buffer : buffers) {
    const auto values = buffer.download();
    REQUIRE(values == std::vector<unsigned>(values.size(), values.front()));
    REQUIRE(reinterpret_cast<std::uintptr_t>(buffer.data()) % 256 == 0);
  }
}
