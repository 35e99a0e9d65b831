// The device oracle on a GPU: the same checks as on the host runtime, then how fast it reads.
// Built by scripts/gpu-test-oracle. Exit codes: 0 all right, 1 something is wrong, 3 no GPU.
#include "../oracle_checks.hpp"
#include "large.cuh"
#include "tailproof/device_oracle.h"

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

namespace {

using namespace tailproof::test;

void require(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::printf("%s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

int failures = 0;

void check(const char* name, std::string (*body)()) {
  std::string problem;
  try {
    problem = body();
  } catch (const std::exception& error) {
    problem = error.what();
  }
  failures += problem.empty() ? 0 : 1;
  std::printf("%-12s %s\n", name, problem.empty() ? "ok" : problem.c_str());
  std::fflush(stdout);
}

// The least time of five runs, in milliseconds, of one of so many calls in a row: small ones are
// done sooner than a host enqueues the next.
template <class Body>
float least_ms(int calls, Body body) {
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  float least = std::numeric_limits<float>::max();
  for (int run = 0; run < 5; ++run) {
    cudaEventRecord(begin);
    for (int call = 0; call < calls; ++call) body();
    cudaEventRecord(end);
    require(cudaEventSynchronize(end), "timed run");
    float took = 0;
    cudaEventElapsedTime(&took, begin, end);
    least = std::min(least, took / static_cast<float>(calls));
  }
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  return least;
}

template <class T>
T* allocate(std::size_t count) {
  void* memory = nullptr;
  require(cudaMalloc(&memory, count * sizeof(T)), "cudaMalloc");
  return static_cast<T*>(memory);
}

template <class T>
void put(T* to, T value) {
  require(cudaMemcpy(to, &value, sizeof value, cudaMemcpyHostToDevice), "upload");
}

struct Large {
  std::int64_t rows, width;
  std::int32_t rank;
  float* scores;
  std::int32_t* indices;
  tailproof_oracle_call call{};
};

tailproof_oracle_summary judge(const Large& large) {
  if (tailproof_oracle_judge(&large.call) != TAILPROOF_OK) {
    std::printf("%s\n", tailproof_oracle_error_string(TAILPROOF_LAUNCH_FAILED));
    std::exit(1);
  }
  require(cudaDeviceSynchronize(), "judge");
  tailproof_oracle_summary summary;
  require(cudaMemcpy(&summary, large.call.summary, sizeof summary, cudaMemcpyDeviceToHost),
          "download");
  return summary;
}

void expect(const char* what, bool holds) {
  if (holds) return;
  std::printf("WRONG: %s\n", what);
  ++failures;
}

// Right answers, then faults in some rows, each found where it is.
void judge_large(Large& large) {
  const std::int64_t last = large.rows - 1;
  const auto slot = [&](std::int64_t row, std::int32_t k) {
    return large.indices + row * large.rank + k;
  };
  tailproof_oracle_summary summary = judge(large);
  expect("right answers are accepted",
         summary.accepted == static_cast<unsigned long long>(large.rows) && summary.rejected == 0 &&
             summary.refused == 0 && summary.first_rejected == -1);

  const std::int64_t middle = large.rows / 2;
  const std::int32_t loser = winner(middle, large.rank, large.width);
  put(slot(middle, 1), loser);                                    // one better left out
  put(large.scores + middle * large.width + loser, 1.5f);         // and only that one
  put(slot(last, large.rank - 1), winner(last, 0, large.width));  // a duplicate
  put(slot(1, 0), static_cast<std::int32_t>(large.width));        // out of range
  summary = judge(large);
  expect("three wrong rows are rejected, for their kinds",
         summary.rejected == 3 && summary.first_rejected == 1 &&
             summary.kinds == (1u << TAILPROOF_KIND_OMITTED | 1u << TAILPROOF_KIND_NOT_AMONG_BEST |
                               1u << TAILPROOF_KIND_DUPLICATE | 1u << TAILPROOF_KIND_OUT_OF_RANGE));
  tailproof_row_verdict verdict;
  require(
      cudaMemcpy(&verdict, large.call.verdicts + middle, sizeof verdict, cudaMemcpyDeviceToHost),
      "download");
  expect("the position left out and the slot that it beats are named",
         verdict.first[TAILPROOF_KIND_OMITTED] == winner(middle, 1, large.width) &&
             verdict.first[TAILPROOF_KIND_NOT_AMONG_BEST] == 0);  // the least of all winners
  put(slot(middle, 1), winner(middle, 1, large.width));
  put(slot(last, large.rank - 1), winner(last, large.rank - 1, large.width));
  put(slot(1, 0), winner(1, 0, large.width));

  for (const float nan :
       {std::numeric_limits<float>::quiet_NaN(), -std::numeric_limits<float>::quiet_NaN()}) {
    float* const at = large.scores + last * large.width + large.width - 1;
    float kept = 0;
    require(cudaMemcpy(&kept, at, sizeof kept, cudaMemcpyDeviceToHost), "download");
    put(at, nan);
    summary = judge(large);
    expect("a NaN at the very end is refused",
           summary.refused == 1 && summary.first_refused == last && summary.rejected == 0);
    put(at, kept);
  }
}

void measure(std::int64_t rows, std::int64_t width, std::int32_t rank) {
  Large large{rows, width, rank, nullptr, nullptr, {}};
  const auto count = static_cast<std::size_t>(rows * width);
  large.scores = allocate<float>(count);
  large.indices = allocate<std::int32_t>(static_cast<std::size_t>(rows * rank));
  auto* const lengths = allocate<std::int32_t>(static_cast<std::size_t>(rows));
  auto* const found = allocate<unsigned>(1);
  const std::vector<std::int32_t> full(static_cast<std::size_t>(rows),
                                       static_cast<std::int32_t>(width));
  require(cudaMemcpy(lengths, full.data(), full.size() * 4, cudaMemcpyHostToDevice), "upload");
  fill_rows<<<132 * 16, 512>>>(large.scores, static_cast<std::int64_t>(count));
  place_winners<<<static_cast<unsigned>(std::min<std::int64_t>(rows, 4096)), 256>>>(
      large.scores, large.indices, rows, width, rank);
  require(cudaDeviceSynchronize(), "rows");

  tailproof_oracle_call& call = large.call;
  call.shape = {rows, width, width, rank, 0};
  std::size_t bytes = 0;
  tailproof_oracle_workspace_bytes(&call.shape, &bytes);
  call.scores = large.scores;
  call.lengths = lengths;
  call.indices = large.indices;
  call.indices_pitch = rank;
  call.verdicts = allocate<tailproof_row_verdict>(static_cast<std::size_t>(rows));
  call.summary = allocate<tailproof_oracle_summary>(1);
  call.workspace = allocate<unsigned char>(bytes);
  call.workspace_size = bytes;
  judge_large(large);

  const auto* const vectors = reinterpret_cast<const float4*>(large.scores);
  const int calls =
      static_cast<int>(std::clamp<std::size_t>((std::size_t{1} << 29) / count, 1, 50));
  const float read = least_ms(calls, [&] {
    read_all<<<132 * 8, 256>>>(vectors, static_cast<std::int64_t>(count / 4), found);
  });
  const float judged = least_ms(calls, [&] { tailproof_oracle_judge(&call); });
  const double gigabytes = static_cast<double>(count) * 4e-9;
  std::printf(
      "%6lld x %8lld, K = %5d: %8.3f GB, read %9.3f ms (%6.0f GB/s), judged %9.3f ms "
      "(%6.0f GB/s, %5.1f %%), workspace %.1f MB, %d calls in a row\n",
      static_cast<long long>(rows), static_cast<long long>(width), rank, gigabytes, read,
      gigabytes / read * 1e3, judged, gigabytes / judged * 1e3, read / judged * 100,
      static_cast<double>(bytes) * 1e-6, calls);
  std::fflush(stdout);
  for (void* memory :
       {static_cast<void*>(large.scores), static_cast<void*>(large.indices),
        static_cast<void*>(lengths), static_cast<void*>(found), static_cast<void*>(call.verdicts),
        static_cast<void*>(call.summary), call.workspace}) {
    cudaFree(memory);
  }
}

}  // namespace

int main() {
  cudaDeviceProp properties{};
  if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess) {
    std::printf("SKIP: no GPU\n");
    return 3;
  }
  std::printf("%s\n", properties.name);
  check("trial", check_trial);
  check("catalogue", check_catalogue);
  check("random", check_random);
  check("tiles", check_tiles);
  check("many rows", check_many_rows);
  check("wide", check_wide);
  check("live rows", check_live_rows);
  check("replays", check_replays);
  check("streams", check_streams);
  const auto fits = [&](std::int64_t rows, std::int64_t width) {
    return static_cast<double>(rows) * static_cast<double>(width) * 4.4 <
           static_cast<double>(properties.totalGlobalMem);
  };
  struct Shape {
    std::int64_t rows, width;
    std::int32_t rank;
  };
  for (const Shape& shape :
       {Shape{64, 65536, 2048}, Shape{8, 1 << 20, 2048}, Shape{64, 131072, 2048},
        Shape{1024, 4096, 256}, Shape{65536, 512, 64}, Shape{512, 131072, 2048},
        Shape{4096, 32768, 512}, Shape{8192, 8192, 1024}, Shape{1024, 1 << 20, 2048},
        Shape{8192, 1 << 20, 2048}}) {
    if (fits(shape.rows, shape.width)) {
      measure(shape.rows, shape.width, shape.rank);
    } else {
      std::printf("SKIP: %lld x %lld does not fit\n", static_cast<long long>(shape.rows),
                  static_cast<long long>(shape.width));
    }
  }
  std::printf("%d failures\n", failures);
  return failures == 0 ? 0 : 1;
}
