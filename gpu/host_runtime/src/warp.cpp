#include "tailproof/simt/host/warp.hpp"

#include <cstring>

#include "checks/checks.hpp"
#include "engine.hpp"
#include "reporting.hpp"

namespace simt::detail {

namespace {

template <class Visit>
void for_lanes(unsigned mask, Visit visit) {
  for (; mask != 0; mask &= mask - 1) visit(static_cast<unsigned>(__builtin_ctz(mask)));
}

bool is_shuffle(WarpOp op) {
  return op >= WarpOp::shfl && op <= WarpOp::shfl_xor;
}

void check_arrival(const Fiber& self, const Warp& warp) {
  const auto wrong = [&self](std::string message) {
    record({.defect = Defect::illegal_mask,
            .message = std::move(message),
            .action = "enters a warp collective",
            .position = {self.file, self.line}});
    abandon();
  };
  if ((self.call.mask >> self.lane & 1u) == 0) wrong("a lane is not in its own mask");
  if ((self.call.mask & warp.exited) != 0) {
    wrong("the mask names lane " + std::to_string(__builtin_ctz(self.call.mask & warp.exited)) +
          ", which has exited");
  }
  const int width = self.call.width;
  if (width < 1 || width > 32 || (width & (width - 1)) != 0) {
    wrong("a shuffle's width is a power of two up to 32, not " + std::to_string(width));
  }
}

/// All lanes of one collective must have made the same call.
void check_agreement(const Fiber& self, const Fiber* lanes) {
  for_lanes(self.call.mask, [&](unsigned lane) {
    const Fiber& other = lanes[lane];
    if (other.call.mask == self.call.mask && other.call.op == self.call.op &&
        other.line == self.line &&
        (other.file == self.file || std::strcmp(other.file, self.file) == 0)) {
      return;
    }
    record({.defect = Defect::divergent_collective,
            .message = "lanes of one warp meet in different collectives or with different masks",
            .action = "enters a warp collective",
            .position = {self.file, self.line},
            .has_other = true,
            .other = other.number,
            .other_action = "waits in a warp collective",
            .other_position = {other.file, other.line}});
    abandon();
  });
}

/// The lane that a shuffle reads from.
unsigned source_lane(const Fiber& reader) {
  const int lane = static_cast<int>(reader.lane);
  const int width = reader.call.width;
  const int first = lane & ~(width - 1);
  const int argument = reader.call.argument;
  int source = lane;
  switch (reader.call.op) {
    case WarpOp::shfl:
      source = first | (argument & (width - 1));
      break;
    case WarpOp::shfl_up:
      source = argument > lane - first ? lane : lane - argument;
      break;
    case WarpOp::shfl_down:
      source = argument >= first + width - lane ? lane : lane + argument;
      break;
    default: {
      const int other = lane ^ argument;
      // A lane of an earlier segment may be read, one of a later segment not.
      source = other < first + width && other >= 0 ? other : lane;
    }
  }
  return static_cast<unsigned>(source);
}

void shuffle_lanes(const Fiber& self, Fiber* lanes) {
  for_lanes(self.call.mask, [&](unsigned lane) {
    Fiber& reader = lanes[lane];
    const unsigned source = source_lane(reader);
    if ((self.call.mask >> source & 1u) == 0) {
      record({.defect = Defect::illegal_mask,
              .message = thread_name(reader.number) + " shuffles from lane " +
                         std::to_string(source) + ", which is not in the mask",
              .action = "completes a shuffle",
              .position = {self.file, self.line}});
      abandon();
    }
    reader.result = lanes[source].call.value;
  });
}

std::uint64_t fold(WarpOp op, std::uint64_t a, std::uint64_t b) {
  const auto x = static_cast<std::uint32_t>(a);
  const auto y = static_cast<std::uint32_t>(b);
  const auto signed_x = static_cast<std::int32_t>(x);
  const auto signed_y = static_cast<std::int32_t>(y);
  switch (op) {
    case WarpOp::add:
      return static_cast<std::uint32_t>(x + y);
    case WarpOp::min_signed:
      return signed_x < signed_y ? x : y;
    case WarpOp::max_signed:
      return signed_x > signed_y ? x : y;
    case WarpOp::min_unsigned:
      return x < y ? x : y;
    case WarpOp::max_unsigned:
      return x > y ? x : y;
    case WarpOp::bit_and:
      return x & y;
    case WarpOp::bit_or:
      return x | y;
    default:
      return x ^ y;
  }
}

void combine_lanes(const Fiber& self, Fiber* lanes) {
  const unsigned mask = self.call.mask;
  unsigned ballot = 0;
  unsigned equal_to_self = 0;
  std::uint64_t folded = 0;
  bool first = true;
  for_lanes(mask, [&](unsigned lane) {
    const std::uint64_t value = lanes[lane].call.value;
    if (value != 0) ballot |= 1u << lane;
    if (value == self.call.value) equal_to_self |= 1u << lane;
    folded = first ? value : fold(self.call.op, folded, value);
    first = false;
  });
  for_lanes(mask, [&](unsigned lane) {
    Fiber& reader = lanes[lane];
    switch (self.call.op) {
      case WarpOp::sync:
        reader.result = 0;
        break;
      case WarpOp::ballot:
        reader.result = ballot;
        break;
      case WarpOp::any:
        reader.result = ballot != 0;
        break;
      case WarpOp::all:
        reader.result = ballot == mask;
        break;
      case WarpOp::uniform:
        reader.result = ballot == mask || ballot == 0;
        break;
      case WarpOp::match_all:
        reader.result = equal_to_self == mask ? (std::uint64_t{1} << 32) | mask : 0;
        break;
      case WarpOp::match_any: {
        unsigned equal = 0;
        for_lanes(mask, [&](unsigned other) {
          if (lanes[other].call.value == reader.call.value) equal |= 1u << other;
        });
        reader.result = equal;
        break;
      }
      default:
        reader.result = folded;
        break;
    }
  });
}

}  // namespace

std::uint64_t warp_collective(const WarpCall& call, const char* file, int line) {
  const Quiet quiet;
  scheduling_point();
  Scheduler& scheduler = active_engine->scheduler;
  Fiber& self = *current();
  Cta& cta = self.block();
  Warp& warp = cta.warps[self.warp];
  Fiber* lanes = cta.fibers + self.warp * warp_lanes;
  self.call = call;
  self.call.mask &= warp.lanes;  // a full mask in a partial warp means the lanes that exist
  self.file = file;
  self.line = line;
  self.pauses = 0;
  check_arrival(self, warp);
  const unsigned mask = self.call.mask;
  warp.arrived |= 1u << self.lane;
  if ((warp.arrived & mask) != mask) {
    self.wait = Wait::warp;
    scheduler.block();
    return self.result;
  }
  check_agreement(self, lanes);
  if (is_shuffle(call.op)) {
    shuffle_lanes(self, lanes);
  } else {
    combine_lanes(self, lanes);
  }
  if (call.op == WarpOp::sync) checks::warp_syncs(cta, self.warp, mask);
  warp.arrived &= ~mask;
  for_lanes(mask & ~(1u << self.lane), [&](unsigned lane) { scheduler.push(&lanes[lane]); });
  scheduler.offer();
  return self.result;
}

}  // namespace simt::detail
