#include "wide.hpp"

#include "memory.cuh"
#include "tailproof/gpu/selection.hpp"
#include "tailproof/planner/plan.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace tailproof::gpu_test {
namespace {

constexpr std::int32_t rank = 64;

struct WideShape {
  std::int64_t rows;
  std::int64_t width;
  std::int64_t pitch;
};

constexpr WideShape shapes[] = {
    {2, (std::int64_t{1} << 31) - 1, (std::int64_t{1} << 31) - 1},
    {2, (std::int64_t{1} << 31) - 1, std::int64_t{1} << 31},
    {8192, 1 << 20, 1 << 20},
};

// Position of the planted score number `which` of a row; rises with it, first and last included.
__host__ __device__ std::int64_t planted(std::int64_t row, std::int32_t which, std::int64_t width) {
  if (which == 0 || which == rank - 1) return which == 0 ? 0 : width - 1;
  return which * (width / rank) + row % (width / rank);
}

// Scores in [0, 1), and in the columns past the width +inf, which would win if they were read.
__global__ void fill(float* scores, WideShape shape) {
  const std::int64_t count = shape.rows * shape.pitch;
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += step) {
    const std::uint32_t hash =
        mix(static_cast<std::uint32_t>(i) ^ mix(static_cast<std::uint32_t>(i >> 32)));
    const bool valid = i % shape.pitch < shape.width;
    scores[i] = valid ? static_cast<float>(hash >> 8) * 0x1p-24f : __int_as_float(0x7f800000);
  }
}

__global__ void plant(float* scores, WideShape shape) {
  const std::int64_t count = shape.rows * rank;
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += step) {
    const auto which = static_cast<std::int32_t>(i % rank);
    scores[i / rank * shape.pitch + planted(i / rank, which, shape.width)] = 2.0f + which;
  }
}

// Sorted in place: the order of an answer is free.
std::string problem_of(const WideShape& shape, std::span<std::int32_t> indices) {
  for (std::int64_t row = 0; row < shape.rows; ++row) {
    const auto slots = indices.subspan(static_cast<std::size_t>(row * rank), rank);
    std::sort(slots.begin(), slots.end());
    for (std::int32_t which = 0; which < rank; ++which) {
      const std::int64_t expected = planted(row, which, shape.width);
      const std::int32_t got = slots[static_cast<std::size_t>(which)];
      if (got != expected) {
        return "row " + std::to_string(row) + ": expected position " + std::to_string(expected) +
               ", got " + std::to_string(got);
      }
    }
  }
  return "";
}

// An answer with one position changed, near the end of the last row, must be told.
bool notices_a_fault(const WideShape& shape, std::vector<std::int32_t> indices) {
  indices[indices.size() - 2] -= 1;
  return !problem_of(shape, indices).empty();
}

std::string check_shape(const gpu::KernelEntry& entry, const WideShape& shape) {
  tailproof_call call{};
  call.shape = {shape.rows, shape.width, shape.pitch, rank, 0};
  planner::Plan plan;
  gpu::Outcome outcome = gpu::make_plan(&entry, call.shape, plan);
  if (!outcome.ok()) return outcome.text;
  const Memory<float> scores(static_cast<std::size_t>(shape.rows * shape.pitch));
  const Memory<std::int32_t> lengths(static_cast<std::size_t>(shape.rows));
  const Memory<std::int32_t> picks(static_cast<std::size_t>(shape.rows) * rank);
  const Memory<unsigned char> workspace(static_cast<std::size_t>(plan.workspace.bytes));
  const std::vector<std::int32_t> told(static_cast<std::size_t>(shape.rows),
                                       static_cast<std::int32_t>(shape.width));
  check(cudaMemcpy(lengths.data(), told.data(), told.size() * 4, cudaMemcpyHostToDevice),
        "lengths");
  fill<<<4096, 256>>>(scores.data(), shape);
  plant<<<64, 256>>>(scores.data(), shape);
  check(cudaDeviceSynchronize(), "fill");
  call.scores = scores.data();
  call.lengths = lengths.data();
  call.indices = picks.data();
  call.indices_pitch = rank;
  call.workspace = workspace.data();
  call.workspace_size = static_cast<std::size_t>(plan.workspace.bytes);
  outcome = gpu::prepare(&entry, call);
  if (outcome.ok()) outcome = gpu::select(&entry, call, nullptr);
  if (!outcome.ok()) return outcome.text;
  check(cudaDeviceSynchronize(), "select");
  std::vector<std::int32_t> indices(static_cast<std::size_t>(shape.rows) * rank);
  check(cudaMemcpy(indices.data(), picks.data(), indices.size() * 4, cudaMemcpyDeviceToHost),
        "indices");
  const std::string problem = problem_of(shape, indices);
  if (problem.empty() && !notices_a_fault(shape, indices)) return "a planted fault was not noticed";
  return problem;
}

}  // namespace

std::string check_wide(const gpu::KernelEntry& entry) {
  for (const WideShape& shape : shapes) {
    const std::string problem = check_shape(entry, shape);
    if (!problem.empty()) {
      return std::to_string(shape.rows) + " rows of " + std::to_string(shape.width) + " at pitch " +
             std::to_string(shape.pitch) + ": " + problem;
    }
  }
  return "";
}

}  // namespace tailproof::gpu_test
