// Warp collectives against a scalar model, and illegal masks.
#include <array>
#include <bit>
#include <random>

#include "runtime_support.hpp"

using namespace runtime_test;

namespace {

struct Lane {
  unsigned ballot, any, all, uniform, shfl, up, down, exclusive, match, match_all, sum, least, most,
      both, either, odd;
  int least_signed, most_signed, predicate;
  bool operator==(const Lane&) const = default;
};

__global__ void collectives(const unsigned* values, unsigned mask, int width, Lane* out) {
  const unsigned lane = simt::lane_id();
  if ((mask >> lane & 1u) == 0) return;
  const unsigned value = values[lane];
  Lane result{};
  result.ballot = __ballot_sync(mask, (value & 1u) != 0);
  result.any = static_cast<unsigned>(__any_sync(mask, value == 3));
  result.all = static_cast<unsigned>(__all_sync(mask, value < 6));
  result.uniform = static_cast<unsigned>(__uni_sync(mask, value < 4));
  result.match = __match_any_sync(mask, value);
  result.match_all = __match_all_sync(mask, value / 8, &result.predicate);
  result.sum = __reduce_add_sync(mask, value * 0x11111111u);
  result.least = __reduce_min_sync(mask, value - 4u);
  result.most = __reduce_max_sync(mask, value - 4u);
  result.least_signed = __reduce_min_sync(mask, static_cast<int>(value) - 4);
  result.most_signed = __reduce_max_sync(mask, static_cast<int>(value) - 4);
  result.both = __reduce_and_sync(mask, value | 0x100u);
  result.either = __reduce_or_sync(mask, value);
  result.odd = __reduce_xor_sync(mask, value);
  if (mask == 0xffffffffu) {
    result.shfl = __shfl_sync(mask, value, static_cast<int>(value), width);
    result.up = __shfl_up_sync(mask, value, value, width);
    result.down = __shfl_down_sync(mask, value, value, width);
    result.exclusive = __shfl_xor_sync(mask, value, static_cast<int>(values[0]), width);
  }
  out[lane] = result;
}

/// What CUDA's documentation says, lane by lane.
std::array<Lane, 32> model(const std::vector<unsigned>& values, unsigned mask, int width) {
  std::array<Lane, 32> lanes{};
  Lane common{};
  common.all = common.uniform = 1;
  common.least = common.both = 0xffffffffu;
  common.least_signed = INT_MAX;
  common.most_signed = INT_MIN;
  unsigned below_four = 0;
  bool same = true;
  const unsigned first = values[static_cast<unsigned>(std::countr_zero(mask))] / 8;
  for (unsigned i = 0; i < 32; ++i) {
    if ((mask >> i & 1u) == 0) continue;
    const unsigned v = values[i];
    common.ballot |= (v & 1u) << i;
    common.any |= v == 3 ? 1u : 0u;
    common.all &= v < 6 ? 1u : 0u;
    below_four |= (v < 4 ? 1u : 0u) << i;
    common.sum += v * 0x11111111u;
    common.least = min(common.least, v - 4u);
    common.most = max(common.most, v - 4u);
    common.least_signed = min(common.least_signed, static_cast<int>(v) - 4);
    common.most_signed = max(common.most_signed, static_cast<int>(v) - 4);
    common.both &= v | 0x100u;
    common.either |= v;
    common.odd ^= v;
    same = same && v / 8 == first;
  }
  common.uniform = below_four == 0 || below_four == mask ? 1 : 0;
  common.predicate = same ? 1 : 0;
  common.match_all = same ? mask : 0;
  for (unsigned i = 0; i < 32; ++i) {
    if ((mask >> i & 1u) == 0) continue;
    lanes[i] = common;
    for (unsigned j = 0; j < 32; ++j) {
      if ((mask >> j & 1u) != 0 && values[j] == values[i]) lanes[i].match |= 1u << j;
    }
    if (mask != 0xffffffffu) continue;
    const int lane = static_cast<int>(i);
    const int segment = lane / width * width;
    const int v = static_cast<int>(values[i]);
    const auto at = [&](int j) { return values[static_cast<unsigned>(j)]; };
    lanes[i].shfl = at(segment + v % width);
    lanes[i].up = lane - v >= segment ? at(lane - v) : values[i];
    lanes[i].down = lane + v < segment + width ? at(lane + v) : values[i];
    const int other = lane ^ static_cast<int>(values[0]);
    lanes[i].exclusive = other < segment + width ? at(other) : values[i];
  }
  return lanes;
}

__global__ void wide_types(double* doubles, long long* longs, float* floats) {
  const unsigned t = threadIdx.x;
  doubles[t] = __shfl_sync(0xffffffffu, 0.1 * t, 31);
  longs[t] = __shfl_xor_sync(0xffffffffu, (1ll << 40) + t, 1);
  floats[t] = __shfl_down_sync(0xffffffffu, 0.5f * static_cast<float>(t), 2);
}

__global__ void halves(unsigned* out) {
  const unsigned lane = simt::lane_id();
  if (lane < 16) {
    out[lane] = __ballot_sync(0x0000ffffu, lane % 2 == 0);
  } else {
    out[lane] = __reduce_max_sync(0xffff0000u, lane);
  }
}

__global__ void not_in_own_mask() {
  if (simt::lane_id() < 8) __ballot_sync(0xf0u, 1);
}
__global__ void names_an_exited_lane() {
  if (threadIdx.x == 7) return;
  __syncwarp(0xffffffffu);
}
__global__ void source_outside_mask() {
  if (threadIdx.x < 4) __shfl_sync(0xfu, threadIdx.x, 9);
}
__global__ void bad_width() {
  __shfl_sync(0xffffffffu, threadIdx.x, 0, 12);
}
__global__ void different_calls() {
  if (threadIdx.x < 16) {
    __ballot_sync(0xffffffffu, 1);
  } else {
    __any_sync(0xffffffffu, 1);
  }
}
__global__ void different_masks() {
  __ballot_sync(threadIdx.x < 16 ? 0xffffffffu : 0xfffffffeu | (threadIdx.x & 1u), 1);
}

}  // namespace

TEST_CASE("warp: every collective equals the scalar model for random values, masks and widths") {
  FreshOptions fresh;
  std::mt19937 engine(7);
  const auto random = [&engine] { return static_cast<unsigned>(engine()); };
  for (int round = 0; round < 60; ++round) {
    std::vector<unsigned> values(32);
    const unsigned range = 1 + random() % 32;
    for (unsigned& v : values) v = random() % range;
    const unsigned mask = round % 3 == 0 ? 0xffffffffu : random() | 1u;
    const int width = 1 << (random() % 6);
    simt::options().schedule = simt::Schedule::from_seed(static_cast<std::uint64_t>(round) + 1);
    simt::DeviceBuffer<unsigned> input(values);
    simt::DeviceBuffer<Lane> out(std::vector<Lane>(32));
    REQUIRE(defect_of(shape(1, 32), collectives, input.data(), mask, width, out.data()).empty());
    const auto expected = model(values, mask, width);
    const auto lanes = out.download();
    for (unsigned i = 0; i < 32; ++i) {
      INFO("round " << round << " lane " << i << " mask " << mask << " width " << width);
      REQUIRE(lanes[i] == expected[i]);
    }
  }
}

TEST_CASE("warp: 64-bit and floating-point values are shuffled bit for bit") {
  FreshOptions fresh;
  simt::DeviceBuffer<double> doubles(32);
  simt::DeviceBuffer<long long> longs(32);
  simt::DeviceBuffer<float> floats(32);
  REQUIRE(defect_of(shape(1, 32), wide_types, doubles.data(), longs.data(), floats.data()).empty());
  REQUIRE(std::bit_cast<std::uint64_t>(doubles.download()[3]) ==
          std::bit_cast<std::uint64_t>(0.1 * 31u));
  REQUIRE(longs.download()[6] == (1ll << 40) + 7);
  REQUIRE(std::bit_cast<unsigned>(floats.download()[4]) == std::bit_cast<unsigned>(3.0f));
}

TEST_CASE("warp: halves of a warp may be in different collectives at once") {
  FreshOptions fresh;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    simt::options().schedule = simt::Schedule::from_seed(seed);
    simt::DeviceBuffer<unsigned> out(32);
    REQUIRE(defect_of(shape(1, 32), halves, out.data()).empty());
    const auto values = out.download();
    for (unsigned i = 0; i < 32; ++i) REQUIRE(values[i] == (i < 16 ? 0x5555u : 31u));
  }
}

TEST_CASE("warp: illegal masks and diverging collectives are reported under every schedule") {
  FreshOptions fresh;
  REQUIRE(defect_in_every_schedule(12, shape(1, 32), not_in_own_mask) == "illegal_mask");
  REQUIRE(defect_in_every_schedule(12, shape(1, 32), names_an_exited_lane) == "illegal_mask");
  REQUIRE(defect_in_every_schedule(12, shape(1, 32), source_outside_mask) == "illegal_mask");
  REQUIRE(defect_in_every_schedule(12, shape(1, 32), bad_width) == "illegal_mask");
  REQUIRE(defect_in_every_schedule(12, shape(1, 32), different_calls) == "divergent_collective");
  REQUIRE(defect_in_every_schedule(12, shape(1, 32), different_masks) == "divergent_collective");
}
