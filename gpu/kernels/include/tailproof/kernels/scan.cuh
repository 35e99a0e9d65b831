/// Passes over a row: vectorised streaming, and a row kept in registers. Source: paper 5.3, 5.5.
#pragma once
#include "tailproof/kernels/policy.cuh"
#include "tailproof/simt.hpp"

#include <cstddef>
#include <cstdint>

#if defined(__CUDACC__)
#define TAILPROOF_UNROLL _Pragma("unroll")
#else
#define TAILPROOF_UNROLL
#endif

namespace tailproof::kernels {

/// Cache-global load of `width` adjacent scores; the address must be aligned to their size.
template <int width>
SIMT_INLINE void load_scores(const float* address, float (&scores)[width]) {
  static_assert(width == 4 || width == 2 || width == 1);
  if constexpr (width == 4) {
    const float4 loaded = __ldcg(reinterpret_cast<const float4*>(address));
    scores[0] = loaded.x;
    scores[1] = loaded.y;
    scores[2] = loaded.z;
    scores[3] = loaded.w;
  } else if constexpr (width == 2) {
    const float2 loaded = __ldcg(reinterpret_cast<const float2*>(address));
    scores[0] = loaded.x;
    scores[1] = loaded.y;
  } else {
    scores[0] = __ldcg(address);
  }
}

/// Calls body with the widest load that the row's address allows: 4, 2 or 1 scores.
template <class Body>
SIMT_INLINE void with_load_width(const float* scores, Body body) {
  const auto address = reinterpret_cast<std::uintptr_t>(scores);
  if (address % 16 == 0) {
    body.template run<4>();
  } else if (address % 8 == 0) {
    body.template run<2>();
  } else {
    body.template run<1>();
  }
}

/// Positions [begin, end) of a row in memory; begin is a multiple of 4, so that every segment is as
/// aligned as its row.
template <class Policy>
struct StreamedRow {
  const float* scores;
  std::uint32_t begin;
  std::uint32_t end;

  /// visit(score, position) for each score in the range that filter(score) accepts, by the whole
  /// CTA, each score loaded once.
  template <class Trace, class Filter, class Visit>
  SIMT_INLINE void for_each(Trace& trace, Filter filter, Visit visit) {
    with_load_width(scores, Pass<Trace, Filter, Visit>{*this, trace, filter, visit});
  }

 private:
  // Loads in flight per thread and turn.
  static constexpr std::uint32_t batch = 4;

  template <class Trace, class Filter, class Visit>
  struct Pass {
    const StreamedRow& row;
    Trace& trace;
    Filter filter;
    Visit visit;

    template <int width>
    SIMT_INLINE void examine(const float (&loaded)[width], std::uint32_t position) {
      bool any = false;
      TAILPROOF_UNROLL
      for (int j = 0; j < width; ++j) any |= filter(loaded[j]);
      if (!any) return;
      TAILPROOF_UNROLL
      for (int j = 0; j < width; ++j) {
        if (filter(loaded[j])) visit(loaded[j], position + static_cast<std::uint32_t>(j));
      }
    }

    template <int width>
    SIMT_INLINE void run() {
      constexpr std::uint32_t threads = Policy::threads;
      constexpr auto lanes = static_cast<std::uint32_t>(width);
      const std::uint32_t last = row.end / lanes;
      std::uint32_t v = row.begin / lanes + threadIdx.x;
      for (; v < last; v += batch * threads) {
        float loaded[batch][width] = {};
        TAILPROOF_UNROLL
        for (std::uint32_t b = 0; b < batch; ++b) {
          const std::uint32_t w = v + b * threads;
          if (w >= last) continue;
          load_scores<width>(row.scores + std::size_t{w} * lanes, loaded[b]);
          trace.row_reads(lanes);
        }
        TAILPROOF_UNROLL
        for (std::uint32_t b = 0; b < batch; ++b) {
          const std::uint32_t w = v + b * threads;
          if (w < last) examine<width>(loaded[b], w * lanes);
        }
      }
      for (std::uint32_t i = max(last * lanes, row.begin) + threadIdx.x; i < row.end;
           i += threads) {
        float loaded[1];
        load_scores<1>(row.scores + i, loaded);
        trace.row_reads(1u);
        examine<1>(loaded, i);
      }
    }
  };
};

/// A whole row of at most threads * values_per_thread scores, read once.
template <class Policy>
struct RegisterRow {
  static constexpr std::uint32_t groups = Policy::values_per_thread / 4;
  std::uint32_t length;
  float values[groups][4];

  template <class Trace>
  SIMT_INLINE void load(const float* scores, Trace& trace) {
    with_load_width(scores, Load<Trace>{*this, scores, trace});
  }
  /// As StreamedRow::for_each.
  template <class Trace, class Filter, class Visit>
  SIMT_INLINE void for_each(Trace&, Filter filter, Visit visit) {
    TAILPROOF_UNROLL
    for (std::uint32_t g = 0; g < groups; ++g) {
      TAILPROOF_UNROLL
      for (std::uint32_t j = 0; j < 4; ++j) {
        const std::uint32_t position = first_position(g) + j;
        if (position < length && filter(values[g][j])) visit(values[g][j], position);
      }
    }
  }

 private:
  static SIMT_INLINE std::uint32_t first_position(std::uint32_t group) {
    return (group * Policy::threads + threadIdx.x) * 4;
  }

  template <class Trace>
  struct Load {
    RegisterRow& row;
    const float* scores;
    Trace& trace;

    template <int width>
    SIMT_INLINE void run() {
      TAILPROOF_UNROLL
      for (std::uint32_t g = 0; g < groups; ++g) {
        const std::uint32_t first = first_position(g);
        TAILPROOF_UNROLL
        for (std::uint32_t j = 0; j < 4; j += width) {
          float loaded[width] = {};
          if (first + j + width <= row.length) {
            load_scores<width>(scores + first + j, loaded);
            trace.row_reads(static_cast<std::uint32_t>(width));
          } else {
            TAILPROOF_UNROLL
            for (std::uint32_t i = 0; i < width; ++i) {
              if (first + j + i >= row.length) continue;
              loaded[i] = __ldcg(scores + first + j + i);
              trace.row_reads(1u);
            }
          }
          TAILPROOF_UNROLL
          for (std::uint32_t i = 0; i < width; ++i) row.values[g][j + i] = loaded[i];
        }
      }
    }
  };
};

}  // namespace tailproof::kernels
