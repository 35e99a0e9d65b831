// What every right answer of a row has in common, and whether an answer has it. Integer keys only.
#pragma once
#include "tailproof/simt.hpp"

#include <cstdint>

namespace tailproof::gpu_bench {

/// Greater floats have greater keys; both zeros share one. NaN is outside the contract.
SIMT_INLINE std::uint32_t ascending_key(float score) {
  const std::uint32_t bits = __float_as_uint(score);
  if ((bits & 0x7fffffffu) == 0) return 0x80000000u;
  return (bits & 0x80000000u) != 0 ? ~bits : bits | 0x80000000u;
}

/// Of a row's K best scores: the least key, and how many have a greater one. A set of min(K, L)
/// distinct valid positions is right if and only if no key is less than the least one and that many
/// are greater.
struct Truth {
  std::uint32_t least;
  std::int32_t greater;
};

struct TruthParams {
  const float* scores;
  std::int64_t pitch;
  const std::int32_t* lengths;
  std::int64_t rows;
  std::int32_t rank;
  Truth* truths;
};

inline constexpr int truth_threads = 512;
inline constexpr int truth_bins = 2048;

struct TruthStorage {
  simt::shared_array<std::uint32_t, truth_bins> counts;
  std::uint32_t bin;
  std::uint32_t needed;
};

/// One CTA a row at a time: three digits of 11, 11 and 10 bits from the top.
template <int NT>
__global__ void __launch_bounds__(NT) find_truth(TruthParams params) {
  SIMT_SHARED(TruthStorage, sm);
  const int tid = static_cast<int>(threadIdx.x);
  for (std::int64_t row = blockIdx.x; row < params.rows; row += gridDim.x) {
    const std::int32_t length = params.lengths[row];
    if (length <= params.rank) {
      if (tid == 0) params.truths[row] = {0, 0};
      continue;
    }
    const float* const scores = params.scores + row * params.pitch;
    std::uint32_t prefix = 0;
    std::uint32_t needed = static_cast<std::uint32_t>(params.rank);
    for (int round = 0; round < 3; ++round) {
      const int shift = round == 0 ? 21 : round == 1 ? 10 : 0;
      const int above = round == 0 ? 32 : round == 1 ? 21 : 10;
      for (int i = tid; i < truth_bins; i += NT) sm.counts[i] = 0;
      __syncthreads();
      // Runs of one digit are added up first: all-equal rows would hammer one counter.
      std::uint32_t last = 0;
      std::uint32_t run = 0;
      for (std::int32_t i = tid; i < length; i += NT) {
        const std::uint32_t key = ascending_key(scores[i]);
        if (round > 0 && key >> above != prefix) continue;
        const std::uint32_t digit =
            (key >> shift) & (truth_bins - 1u) & ((1u << (above - shift)) - 1u);
        if (digit != last && run > 0) {
          atomicAdd(&sm.counts[last], run);
          run = 0;
        }
        last = digit;
        ++run;
      }
      if (run > 0) atomicAdd(&sm.counts[last], run);
      __syncthreads();
      if (tid == 0) {
        std::uint32_t bin = truth_bins - 1;
        while (sm.counts[bin] < needed) needed -= sm.counts[bin--];
        sm.bin = bin;
        sm.needed = needed;
      }
      __syncthreads();
      needed = sm.needed;
      prefix = (prefix << (above - shift)) | sm.bin;
    }
    if (tid == 0) {
      params.truths[row] = {prefix, params.rank - static_cast<std::int32_t>(needed)};
    }
  }
}

/// Kinds of fault in an answer, bits of Verdict::kinds.
enum : std::uint32_t {
  fault_out_of_range = 1u << 0,
  fault_duplicate = 1u << 1,
  fault_sentinel = 1u << 2,  ///< -1 for an index, or an index or another number for a -1
  fault_not_among_best = 1u << 3,
  fault_omitted = 1u << 4,  ///< a score above the least of the best is missing
};

struct Verdict {
  std::uint32_t kinds;  ///< of all rows
  std::uint32_t wrong_rows;
  unsigned long long first_wrong;  ///< least row number; all ones: none
};

struct JudgeParams {
  const float* scores;
  std::int64_t pitch;
  const std::int32_t* lengths;
  std::int64_t rows;
  std::int32_t rank;
  const Truth* truths;
  const std::int32_t* indices;  ///< rank a row
  Verdict* verdict;
};

inline constexpr int judge_threads = 256;
inline constexpr int judge_words = 8192;  ///< of the bitmap: 2^18 positions at a time

struct JudgeStorage {
  simt::shared_array<std::uint32_t, judge_words> seen;
  std::uint32_t kinds;
  std::uint32_t greater;
};

template <int NT>
__global__ void __launch_bounds__(NT) judge_answers(JudgeParams params) {
  SIMT_SHARED(JudgeStorage, sm);
  const int tid = static_cast<int>(threadIdx.x);
  constexpr std::int32_t window = judge_words * 32;
  for (std::int64_t row = blockIdx.x; row < params.rows; row += gridDim.x) {
    const std::int32_t length = params.lengths[row];
    const std::int32_t expected = length < params.rank ? length : params.rank;
    const std::int32_t* const indices = params.indices + row * params.rank;
    const float* const scores = params.scores + row * params.pitch;
    const Truth truth = params.truths[row];
    if (tid == 0) {
      sm.kinds = 0;
      sm.greater = 0;
    }
    __syncthreads();
    std::uint32_t kinds = 0;
    std::uint32_t greater = 0;
    for (std::int32_t slot = tid; slot < params.rank; slot += NT) {
      const std::int32_t index = indices[slot];
      if (slot >= expected || index == -1) {
        if (slot < expected || index != -1) kinds |= fault_sentinel;
        continue;
      }
      if (index < 0 || index >= length) {
        kinds |= fault_out_of_range;
        continue;
      }
      const std::uint32_t key = ascending_key(scores[index]);
      if (length > params.rank && key < truth.least) kinds |= fault_not_among_best;
      if (length > params.rank && key > truth.least) ++greater;
    }
    if (greater > 0) atomicAdd(&sm.greater, greater);
    for (std::int32_t begin = 0; begin < length; begin += window) {
      for (int i = tid; i < judge_words; i += NT) sm.seen[i] = 0;
      __syncthreads();
      for (std::int32_t slot = tid; slot < expected; slot += NT) {
        const std::int64_t place = std::int64_t{indices[slot]} - begin;
        if (place < 0 || place >= window || indices[slot] >= length) continue;
        const std::uint32_t bit = 1u << (place % 32);
        if ((atomicOr(&sm.seen[place / 32], bit) & bit) != 0) kinds |= fault_duplicate;
      }
      __syncthreads();
      if (length - begin <= window) break;
    }
    if (kinds != 0) atomicOr(&sm.kinds, kinds);
    __syncthreads();
    if (tid == 0) {
      std::uint32_t found = sm.kinds;
      if (length > params.rank && sm.greater != static_cast<std::uint32_t>(truth.greater)) {
        found |= fault_omitted;
      }
      if (found != 0) {
        atomicOr(&params.verdict->kinds, found);
        atomicAdd(&params.verdict->wrong_rows, 1u);
        atomicMin(&params.verdict->first_wrong, static_cast<unsigned long long>(row));
      }
    }
    __syncthreads();
  }
}

}  // namespace tailproof::gpu_bench
