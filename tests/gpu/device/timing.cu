// Method: median of rounds of graph replays, between two events. The floor is one 128-bit read of
// all valid scores by the fastest of several read-only launches.
#include "timing.hpp"

#include "differential/answer_check.hpp"
#include "memory.cuh"
#include "tailproof/topk.h"

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <span>
#include <stdexcept>
#include <vector>

namespace tailproof::gpu_test {
namespace {

constexpr int rounds = 7;
constexpr int replays = 20;
constexpr std::int64_t most_verified_rows = 256;

// Independent normal scores.
__global__ void fill_normal(float* scores, std::int64_t count) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += step) {
    const std::uint32_t h =
        mix(static_cast<std::uint32_t>(i) ^ mix(static_cast<std::uint32_t>(i >> 32)));
    const float u = (static_cast<float>(h >> 8) + 0.5f) * 0x1p-24f;
    const float v = static_cast<float>(mix(h + 0x9e3779b9u) >> 8) * 0x1p-24f;
    scores[i] = sqrtf(-2 * logf(u)) * cospif(2 * v);
  }
}

constexpr int floor_threads = 512;
constexpr int floor_loads = 4;

// Reads every valid score once; tiles of all rows are dealt to a fixed grid.
__global__ void __launch_bounds__(floor_threads)
    read_once(const float* scores, const std::int32_t* lengths, std::int64_t rows,
              std::int64_t pitch, float* sink) {
  constexpr std::int64_t tile = std::int64_t{floor_threads} * floor_loads;
  const std::int64_t tiles = (pitch / 4 + tile - 1) / tile;
  float sum = 0;
  for (std::int64_t t = blockIdx.x; t < rows * tiles; t += gridDim.x) {
    const std::int64_t row = t / tiles;
    const std::int64_t last = lengths[row] / 4;
    const auto* vectors = reinterpret_cast<const float4*>(scores + row * pitch);
    const std::int64_t first = t % tiles * tile + threadIdx.x;
    float4 loaded[floor_loads] = {};
#pragma unroll
    for (int i = 0; i < floor_loads; ++i) {
      if (first + i * floor_threads < last) loaded[i] = __ldcs(vectors + first + i * floor_threads);
    }
#pragma unroll
    for (int i = 0; i < floor_loads; ++i)
      sum += loaded[i].x + loaded[i].y + loaded[i].z + loaded[i].w;
  }
  if (sum == 12345.678f) *sink = sum;  // keeps the loads alive
}

class Timer {
 public:
  Timer() {
    check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "cudaStreamCreate");
    check(cudaEventCreate(&begin_), "cudaEventCreate");
    check(cudaEventCreate(&end_), "cudaEventCreate");
  }
  ~Timer() {
    cudaEventDestroy(begin_);
    cudaEventDestroy(end_);
    cudaStreamDestroy(stream_);
  }
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;
  [[nodiscard]] cudaStream_t stream() const { return stream_; }

  // Milliseconds of one replay of what enqueue() puts on the stream.
  [[nodiscard]] double measure(const std::function<void()>& enqueue) {
    cudaGraph_t captured = nullptr;
    cudaGraphExec_t graph = nullptr;
    check(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal), "capture");
    enqueue();
    check(cudaStreamEndCapture(stream_, &captured), "capture");
    check(cudaGraphInstantiate(&graph, captured, 0), "cudaGraphInstantiate");
    std::vector<double> times;
    for (int round = -1; round < rounds; ++round) {  // round -1 warms up
      check(cudaEventRecord(begin_, stream_), "cudaEventRecord");
      for (int i = 0; i < replays; ++i) check(cudaGraphLaunch(graph, stream_), "cudaGraphLaunch");
      check(cudaEventRecord(end_, stream_), "cudaEventRecord");
      check(cudaEventSynchronize(end_), "cudaEventSynchronize");
      float total = 0;
      check(cudaEventElapsedTime(&total, begin_, end_), "cudaEventElapsedTime");
      if (round >= 0) times.push_back(total / replays);
    }
    cudaGraphExecDestroy(graph);
    cudaGraphDestroy(captured);
    std::nth_element(times.begin(), times.begin() + rounds / 2, times.end());
    return times[rounds / 2];
  }

 private:
  cudaStream_t stream_ = nullptr;
  cudaEvent_t begin_ = nullptr, end_ = nullptr;
};

struct TimedShape {
  std::int64_t rows;
  std::int64_t width;
  std::int32_t rank;
};

constexpr TimedShape timed_shapes[] = {
    {1024, 1 << 18, 2048}, {2048, 1 << 18, 2048}, {1024, 1 << 19, 2048}, {4096, 1 << 17, 2048},
    {1024, 1 << 18, 512},  {16, 1 << 18, 2048},   {8192, 1 << 14, 2048},
};

double fastest_floor(Timer& timer, const TimedShape& shape, const float* scores,
                     const std::int32_t* lengths, float* sink) {
  cudaDeviceProp properties{};
  check(cudaGetDeviceProperties(&properties, 0), "cudaGetDeviceProperties");
  double best = 1e30;
  for (const int ctas_per_sm : {2, 4, 16}) {
    const int grid = properties.multiProcessorCount * ctas_per_sm;
    best = std::min(best, timer.measure([&] {
      read_once<<<grid, floor_threads, 0, timer.stream()>>>(scores, lengths, shape.rows,
                                                            shape.width, sink);
      check(cudaGetLastError(), "read_once");
    }));
  }
  return best;
}

// Rows spread over the whole batch, downloaded and checked on the host.
std::int64_t verify(const TimedShape& shape, const float* scores,
                    const std::vector<std::int32_t>& lengths, const std::int32_t* indices) {
  const std::int64_t count = std::min(shape.rows, most_verified_rows);
  std::vector<float> row(static_cast<std::size_t>(shape.width));
  std::vector<std::int32_t> slots(static_cast<std::size_t>(shape.rank));
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t r = i * shape.rows / count;
    check(cudaMemcpy(row.data(), scores + r * shape.width, row.size() * sizeof(float),
                     cudaMemcpyDeviceToHost),
          "cudaMemcpy");
    check(cudaMemcpy(slots.data(), indices + r * shape.rank, slots.size() * sizeof(std::int32_t),
                     cudaMemcpyDeviceToHost),
          "cudaMemcpy");
    const auto length = static_cast<std::size_t>(lengths[static_cast<std::size_t>(r)]);
    const std::string problem = answer_problem(std::span(row).first(length), slots);
    if (!problem.empty()) throw std::runtime_error("row " + std::to_string(r) + ": " + problem);
  }
  return count;
}

std::string first_words(const std::string& plan) {
  const std::size_t line = plan.find("kernel");
  const std::size_t name = plan.find_first_not_of(' ', line + 6);
  return plan.substr(name, plan.find(' ', name) - name);
}

std::string time_shape(const TimedShape& shape) {
  const auto count = static_cast<std::size_t>(shape.rows * shape.width);
  const TopK topk({shape.rows, shape.width, shape.width, shape.rank, 0});
  Memory<float> scores(count), sink(1);
  Memory<std::int32_t> device_lengths(static_cast<std::size_t>(shape.rows));
  Memory<std::int32_t> indices(static_cast<std::size_t>(shape.rows * shape.rank));
  Memory<unsigned char> workspace(topk.workspace_bytes());
  fill_normal<<<1024, 256>>>(scores.data(), static_cast<std::int64_t>(count));
  std::vector<std::int32_t> lengths;  // causal rows that end at the width
  for (std::int64_t r = 0; r < shape.rows; ++r) {
    lengths.push_back(
        static_cast<std::int32_t>(std::max<std::int64_t>(1, shape.width - shape.rows + 1 + r)));
  }
  check(cudaMemcpy(device_lengths.data(), lengths.data(), lengths.size() * sizeof(std::int32_t),
                   cudaMemcpyHostToDevice),
        "cudaMemcpy");
  check(cudaDeviceSynchronize(), "fill_normal");
  Timer timer;
  tailproof_call call = topk.call(workspace.data(), timer.stream());
  call.scores = scores.data();
  call.lengths = device_lengths.data();
  call.indices = indices.data();
  TopK::prepare(call);
  check(cudaStreamSynchronize(timer.stream()), "prepare");
  const double own = timer.measure([&] { TopK::select(call); });
  const double floor =
      fastest_floor(timer, shape, scores.data(), device_lengths.data(), sink.data());
  const std::int64_t verified = verify(shape, scores.data(), lengths, indices.data());
  const std::string kernel = first_words(topk.explain());
  char text[400];
  std::snprintf(
      text, sizeof text,
      "{\"kernel\": \"%s\", \"rows\": %lld, \"width\": %lld, \"k\": %d, \"milliseconds\": "
      "%.4f, \"floor_milliseconds\": %.4f, \"ratio\": %.3f, \"verified_rows\": %lld}",
      kernel.c_str(), static_cast<long long>(shape.rows), static_cast<long long>(shape.width),
      shape.rank, own, floor, own / floor, static_cast<long long>(verified));
  std::printf("%s\n", text);
  return text;
}

}  // namespace

std::string time_selection(std::string& json) {
  json = "[";
  try {
    for (const TimedShape& shape : timed_shapes) {
      json += (json.size() == 1 ? "\n    " : ",\n    ") + time_shape(shape);
    }
  } catch (const std::exception& error) {
    json += "]";
    return error.what();
  }
  json += "]";
  return "";
}

}  // namespace tailproof::gpu_test
