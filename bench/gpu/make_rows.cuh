// Fills score rows in device memory.
#pragma once
#include "padding.hpp"
#include "row_families.cuh"

namespace tailproof::gpu_bench {

struct MakeRowsParams {
  float* scores;
  std::int64_t rows, width, pitch;
  std::int64_t period;  ///< rows of one call: row r is row r % period of its call
  bool causal;          ///< row i of a call has length width - period + 1 + i; else width
  Padding padding;
  Family family;
  std::uint32_t seed, stride;
  std::int32_t rank;
  const float* sources;  ///< captured rows, source_pitch apart
  const std::int32_t* source_lengths;
  std::int64_t source_rows, source_pitch;
};

/// Valid length of a call's row, at least 1.
SIMT_INLINE std::int32_t row_length(const MakeRowsParams& params, std::int64_t call_row) {
  if (!params.causal) return static_cast<std::int32_t>(params.width);
  const std::int64_t length = params.width - params.period + 1 + call_row;
  return static_cast<std::int32_t>(length < 1 ? 1 : length);
}

inline constexpr int make_threads = 256;
inline constexpr std::int64_t make_unit = 4096;  ///< positions a CTA fills at a time

template <int NT>
__global__ void __launch_bounds__(NT) make_rows(MakeRowsParams params) {
  const std::int64_t units = (params.pitch + make_unit - 1) / make_unit;
  for (std::int64_t unit = blockIdx.x; unit < params.rows * units; unit += gridDim.x) {
    const std::int64_t row = unit / units;
    const std::int64_t call_row = row % params.period;
    RowMaker maker{};
    maker.family = params.family;
    maker.key = row_key(params.seed, row);
    maker.stride = params.stride;
    maker.call_row = static_cast<std::uint32_t>(call_row);
    maker.length = row_length(params, call_row);
    maker.rank = params.rank;
    if (params.source_rows > 0) {
      const std::int64_t source = row % params.source_rows;
      maker.source = {params.sources + source * params.source_pitch, params.source_lengths[source]};
    }
    const std::int64_t begin = unit % units * make_unit;
    const std::int64_t end = begin + make_unit < params.pitch ? begin + make_unit : params.pitch;
    for (std::int64_t i = begin + threadIdx.x; i < end; i += NT) {
      float score = __uint_as_float(0x7fc00000u);
      if (i < maker.length) {
        score = made_score(maker, static_cast<std::uint32_t>(i));
      } else if (i < params.width && params.padding == Padding::minus_inf) {
        score = -__builtin_huge_valf();
      }
      params.scores[row * params.pitch + i] = score;
    }
  }
}

}  // namespace tailproof::gpu_bench
