// One library with many faults: the environment variable TAILPROOF_PLANTED chooses one by name, so
// that a worker process inherits the choice. Without it the variant is exact.
#include "exact_rows.hpp"
#include "planted_traces.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <vector>

namespace {

using Call = tailproof_call;
using Description = tailproof_variant_v1_t;

// Keeps the optimiser from seeing what a fault does.
volatile int sink = 0;
volatile bool for_ever = true;

bool holds_infinity(const Call* call) {
  for (std::int64_t row = 0; row < planted::live_rows(*call); ++row) {
    for (std::int32_t i = 0; i < planted::length_of(*call, row); ++i) {
      if (call->scores[row * call->shape.pitch + i] == std::numeric_limits<float>::infinity()) {
        return true;
      }
    }
  }
  return false;
}

std::int64_t elements(const Call* call) {
  return call->shape.row_capacity * call->shape.pitch;
}

void spin() {
  while (for_ever) sink = sink + 1;
}

void fall() {
  volatile int* volatile nowhere = nullptr;
  *nowhere = 1;
}

int recurse(int depth) {
  volatile char frame[4096];
  frame[0] = static_cast<char>(depth);
  return for_ever ? recurse(depth + 1) + frame[0] : frame[0];
}

int size_by_call(const tailproof_shape* shape, std::size_t* bytes) {
  static std::size_t calls = 0;
  const int status = planted::workspace_bytes(shape, bytes);
  *bytes += 256 * calls++;
  return status;
}

// One position twice.
void spoil_row(const Call& call, std::int64_t row) {
  std::int32_t* const slots = call.indices + row * call.indices_pitch;
  if (planted::live_rows(call) > row && call.shape.rank > 1) slots[1] = slots[0];
}

const char* text_of(int status) {
  return status == 42 ? "the answer" : "planted status";
}

// One fault: what happens after the exact selection, what is said of it, or another selection.
struct Fault {
  const char* name;
  void (*spoil)(const Call* call) = nullptr;
  void (*describe)(Description& description) = nullptr;
  int (*select)(const Call* call) = nullptr;
};

void leave_alone(const Call*) {}

// Of the last prepare().
tailproof_shape prepared_shape{};

// No infinity, no NaN: would pass for a score.
bool is_tame(float score) {
  return std::isfinite(score);
}

extern const Fault* chosen;

int select_and_spoil(const Call* call) {
  const int status = planted::select(call);
  if (chosen->spoil != nullptr) chosen->spoil(call);
  return status;
}

const Fault faults[] = {
    {"exact", leave_alone},
    {"writes-scores", [](const Call* c) { const_cast<float*>(c->scores)[1] = 0; }},
    {"writes-lengths", [](const Call* c) { const_cast<std::int32_t*>(c->lengths)[0] = 0; }},
    {"reads-past-scores",
     [](const Call* c) { sink = static_cast<int>(c->scores[elements(c)] > 0); }},
    {"reads-a-page-before-scores",
     [](const Call* c) { sink = static_cast<int>(c->scores[-1024] > 0); }},
    {"reads-past-lengths", [](const Call* c) { sink = c->lengths[c->shape.row_capacity]; }},
    {"writes-past-indices",
     [](const Call* c) {
       c->indices[(c->shape.row_capacity - 1) * c->indices_pitch + c->shape.rank] = 7;
     }},
    {"writes-before-indices", [](const Call* c) { c->indices[-1] = 7; }},
    {"writes-pitch-columns",
     [](const Call* c) {
       if (c->indices_pitch > c->shape.rank) c->indices[c->shape.rank] = -1;
     }},
    {"ignores-the-pitch",
     [](const Call* c) {
       for (std::int64_t row = 1; row < planted::live_rows(*c); ++row) {
         std::memmove(c->indices + row * c->shape.rank, c->indices + row * c->indices_pitch,
                      static_cast<std::size_t>(c->shape.rank) * sizeof(std::int32_t));
       }
     }},
    {"writes-dead-rows",
     [](const Call* c) {
       const std::int64_t row = planted::live_rows(*c);
       if (row < c->shape.row_capacity) c->indices[row * c->indices_pitch] = -1;
     }},
    {"writes-past-workspace",
     [](const Call* c) { static_cast<char*>(c->workspace)[c->workspace_size] = 1; }},
    {"writes-before-workspace", [](const Call* c) { static_cast<char*>(c->workspace)[-1] = 1; }},
    {"wrong-row", [](const Call* c) { spoil_row(*c, 2); }},
    {"wrong-rows",
     [](const Call* c) {
       for (std::int64_t row = 0; row < planted::live_rows(*c); ++row) spoil_row(*c, row);
     }},
    {"sizes-by-call", leave_alone, [](Description& d) { d.workspace_bytes = size_by_call; }},
    {"exact-values",
     [](const Call* c) {
       for (std::int64_t row = 0; row < planted::live_rows(*c); ++row) {
         for (std::int64_t k = 0; k < c->shape.rank; ++k) {
           const std::int64_t slot = row * c->indices_pitch + k;
           const std::int32_t index = c->indices[slot];
           c->values[slot] = index < 0 ? 0 : c->scores[row * c->shape.pitch + index];
         }
       }
     },
     [](Description& d) { d.flags |= TAILPROOF_WRITES_VALUES; }},
    {"forgets-values", leave_alone, [](Description& d) { d.flags |= TAILPROOF_WRITES_VALUES; }},
    {"negates-values",
     [](const Call* c) {
       for (std::int64_t row = 0; row < planted::live_rows(*c); ++row) {
         for (std::int64_t k = 0; k < c->shape.rank; ++k) {
           const std::int64_t slot = row * c->indices_pitch + k;
           c->values[slot] = -c->scores[row * c->shape.pitch + c->indices[slot]];
         }
       }
     },
     [](Description& d) { d.flags |= TAILPROOF_WRITES_VALUES; }},
    {"writes-nothing", nullptr, nullptr, [](const Call*) -> int { return TAILPROOF_OK; }},
    {"trusts-zeros", leave_alone,
     [](Description& d) {
       d.prepare = [](const Call* c) -> int {
         const auto* const words = static_cast<const std::uint32_t*>(c->workspace);
         return words[0] == 0 && words[1] == 0 ? planted::prepare(c) : TAILPROOF_LAUNCH_FAILED;
       };
     }},
    {"prepared-for-a-shape", nullptr,
     [](Description& d) {
       d.prepare = [](const Call* c) -> int {
         prepared_shape = c->shape;
         return planted::prepare(c);
       };
     },
     [](const Call* c) -> int {
       const tailproof_shape& now = c->shape;
       const bool same = now.row_capacity == prepared_shape.row_capacity &&
                         now.width == prepared_shape.width && now.pitch == prepared_shape.pitch &&
                         now.rank == prepared_shape.rank;
       return same ? planted::select(c) : TAILPROOF_LAUNCH_FAILED;
     }},
    {"reads-pitch-columns",
     [](const Call* c) {
       if (c->shape.pitch > c->shape.width && !is_tame(c->scores[c->shape.width]))
         c->indices[0] = -1;
     }},
    {"reads-dead-rows",
     [](const Call* c) {
       if (!is_tame(c->scores[planted::live_rows(*c) * c->shape.pitch])) c->indices[0] = -1;
     }},
    {"reads-dead-lengths",
     [](const Call* c) {
       const std::int32_t length = c->lengths[planted::live_rows(*c)];
       if (length < 0 || length > c->shape.width) c->indices[0] = -1;
     }},
    {"leaks-heap", [](const Call*) { sink = static_cast<int>(std::malloc(1000) == nullptr); }},
    {"leaks-mappings",
     [](const Call*) {
       sink = static_cast<int>(
           ::mmap(nullptr, 1 << 20, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED);
     }},
    {"caches-once",
     [](const Call*) {
       static const std::vector<int> cache(100'000, 1);
       sink = cache.front();
     }},
    {"segfaults", [](const Call*) { fall(); }},
    {"aborts",
     [](const Call*) {
       std::fputs("planted: assertion failed\n", stderr);
       std::abort();
     }},
    {"divides-by-zero", [](const Call*) { std::raise(SIGFPE); }},
    {"exits", [](const Call*) { std::exit(3); }},
    {"overflows-the-stack", [](const Call*) { sink = recurse(0); }},
    {"throws", [](const Call*) { throw std::runtime_error("planted exception"); }},
    {"hangs", [](const Call*) { spin(); }},
    {"hungry",
     [](const Call*) {
       std::vector<std::vector<char>> all;
       while (for_ever) all.emplace_back(16 << 20, 'x');
     }},
    {"refuses", nullptr, nullptr, [](const Call*) -> int { return TAILPROOF_UNSUPPORTED; }},
    {"fails", nullptr, nullptr, [](const Call*) { return 42; }},
    {"crashes-on-infinity",
     [](const Call* c) {
       if (holds_infinity(c)) fall();
     }},
    {"hangs-on-infinity",
     [](const Call* c) {
       if (holds_infinity(c)) spin();
     }},
    {"stale-workspace",
     [](const Call* c) {
       // A count that prepare() resets and select() forgets to.
       if (static_cast<planted::Header*>(c->workspace)->calls > 1) c->indices[0] = -1;
     }},
    {"needs-alignment",
     [](const Call* c) {
       if (reinterpret_cast<std::uintptr_t>(c->scores) % 16 != 0) fall();
     }},
    {"aligned-to-16-bytes",
     [](const Call* c) {
       if (reinterpret_cast<std::uintptr_t>(c->scores) % 16 != 0 || c->shape.pitch % 4 != 0) fall();
     },
     [](Description& d) { d.limits.base_alignment = d.limits.pitch_multiple = 4; }},
    {"one-row-a-call",
     [](const Call* c) {
       if (c->shape.row_capacity > 1) fall();
     },
     [](Description& d) { d.limits.greatest_rows = 1; }},
    {"nan-undefined", leave_alone, [](Description& d) { d.nan_rule = TAILPROOF_NAN_UNDEFINED; }},
    {"zeroed-workspace", nullptr,
     [](Description& d) { d.flags |= TAILPROOF_NEEDS_ZEROED_WORKSPACE; },
     [](const Call* c) -> int {
       const auto* const words = static_cast<const std::uint32_t*>(c->workspace);
       if (words[1] == 0 && words[2] != 0) return TAILPROOF_LAUNCH_FAILED;
       return planted::select(c);
     }},
    {"traced", leave_alone, planted::offer_exact_trace},
    {"traced-wrong-count", leave_alone, planted::offer_wrong_trace},
    {"traced-nonsense", leave_alone, planted::offer_nonsense_trace},
    {"traced-unzeroed", leave_alone, planted::offer_unzeroed_trace},
    {"traced-overrun", leave_alone, planted::offer_overrunning_trace},
    {"traced-underrun", leave_alone, planted::offer_underrunning_trace},
    {"three-capacities", leave_alone,
     [](Description& d) {
       static const std::int64_t sizes[] = {5, 40, 300};
       d.capacities = sizes;
       d.capacity_count = 3;
     }},
    {"vast-capacity", leave_alone,
     [](Description& d) {
       static const std::int64_t size = 1 << 25;
       d.capacities = &size;
       d.capacity_count = 1;
     }},
    {"no-capacity", leave_alone,
     [](Description& d) {
       static const std::int64_t sizes[] = {8, 0};
       d.capacities = sizes;
       d.capacity_count = 2;
     }},
    {"abi-version-2", leave_alone, [](Description& d) { d.abi_version = 2; }},
    {"no-name", leave_alone, [](Description& d) { d.name = nullptr; }},
    {"no-select", nullptr, [](Description& d) { d.select = nullptr; }},
    {"rank-zero", leave_alone, [](Description& d) { d.limits.least_rank = 0; }},
    {"odd-alignment", leave_alone, [](Description& d) { d.limits.base_alignment = 3; }},
    {"policy-without-trace", leave_alone, [](Description& d) { d.trace_policy = "stride=8"; }},
    {"unknown-flag", leave_alone, [](Description& d) { d.flags |= 1u << 31; }},
    {"null-capacities", leave_alone, [](Description& d) { d.capacity_count = 3; }},
    {"other-memory", leave_alone, [](Description& d) { d.memory_space = 9; }},
    {"in-device-memory", leave_alone,
     [](Description& d) { d.memory_space = TAILPROOF_MEMORY_CUDA; }},
    {"dies-while-loading", leave_alone, [](Description&) { std::abort(); }},
};

const Fault* chosen = faults;

}  // namespace

extern "C" const tailproof_variant_v1_t* tailproof_variant_v1(void) {
  static Description description{};
  const char* const name = std::getenv("TAILPROOF_PLANTED");
  for (const Fault& each : faults) {
    if (name != nullptr && std::strcmp(each.name, name) == 0) chosen = &each;
  }
  description.abi_version = TAILPROOF_VARIANT_ABI_VERSION;
  description.name = chosen->name;
  description.flags = TAILPROOF_READS_LIVE_ROWS;
  description.nan_rule = TAILPROOF_NAN_MEMORY_SAFE;
  description.limits = {1, 4096, 1 << 22, std::numeric_limits<std::int64_t>::max(), 1, 1};
  description.workspace_bytes = planted::workspace_bytes;
  description.prepare = planted::prepare;
  description.select = chosen->select == nullptr ? select_and_spoil : chosen->select;
  description.error_string = text_of;
  if (chosen->describe != nullptr) chosen->describe(description);
  return &description;
}
