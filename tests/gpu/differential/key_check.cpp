// The kernels' key functions, run in a kernel, against the reference's.
#include "suites.hpp"
#include "tailproof/kernels/keys.cuh"
#include "tailproof/reference/cutoff.hpp"
#include "tailproof/reference/keys.hpp"
#include "tailproof/simt.hpp"

#include <algorithm>
#include <vector>

namespace tailproof::gpu_test {
namespace {

constexpr unsigned threads = 64;
constexpr std::uint64_t patterns = std::uint64_t{1} << 32;
constexpr std::uint32_t chunk = 1u << 22;

struct Keys {
  std::uint32_t key32;
  std::uint32_t coarse;
};

__global__ void __launch_bounds__(threads)
    compute_keys(Keys* keys, std::uint32_t count, std::uint64_t first, std::uint64_t step) {
  for (std::uint32_t i = blockIdx.x * threads + threadIdx.x; i < count; i += gridDim.x * threads) {
    const float score = __uint_as_float(static_cast<std::uint32_t>(first + i * step));
    keys[i] = {kernels::key32(score), kernels::coarse(score)};
  }
}

__global__ void __launch_bounds__(threads) compute_floors(std::uint32_t* floors) {
  for (std::uint32_t bin = blockIdx.x * threads + threadIdx.x; bin < kernels::coarse_bins;
       bin += gridDim.x * threads) {
    floors[bin] = kernels::bin_floor_bits(bin);
  }
}

simt::LaunchConfig config() {
  simt::LaunchConfig made;
  made.grid = dim3(8);
  made.block = dim3(threads);
  return made;
}

std::string check_floors() {
  const simt::DeviceBuffer<std::uint32_t> floors(kernels::coarse_bins);
  simt::Status status = floors.status();
  if (status.ok()) status = simt::launch(config(), &compute_floors, floors.data());
  std::vector<std::uint32_t> computed;
  if (status.ok()) status = floors.download(computed);
  if (!status.ok()) return status.text();
  for (std::uint32_t bin = 0; bin < kernels::coarse_bins; ++bin) {
    if (computed[bin] != reference::bin_floor_bits(bin)) {
      return "bin_floor of bin " + std::to_string(bin) + " differs";
    }
  }
  return "";
}

// NaN has no place in the order; its keys may be any.
bool agree(std::uint32_t bits, const Keys& keys) {
  return reference::is_nan_bits(bits) || (keys.key32 == reference::key32_of_bits(bits) &&
                                          keys.coarse == reference::coarse_of_bits(bits));
}

}  // namespace

std::string check_keys(std::uint64_t step) {
  if (std::string problem = check_floors(); !problem.empty()) return problem;
  const std::uint64_t total = (patterns + step - 1) / step;
  const auto size = static_cast<std::uint32_t>(std::min<std::uint64_t>(chunk, total));
  const simt::DeviceBuffer<Keys> keys(size);
  simt::Status status = keys.status();
  std::vector<Keys> computed;
  for (std::uint64_t done = 0; done < total && status.ok(); done += size) {
    const auto count = static_cast<std::uint32_t>(std::min<std::uint64_t>(size, total - done));
    status = simt::launch(config(), &compute_keys, keys.data(), count, done * step, step);
    if (status.ok()) status = keys.download(computed);
    for (std::uint32_t i = 0; i < count && status.ok(); ++i) {
      const auto bits = static_cast<std::uint32_t>((done + i) * step);
      if (!agree(bits, computed[i])) return "a key of pattern " + std::to_string(bits) + " differs";
    }
  }
  return status.ok() ? "" : status.text();
}

}  // namespace tailproof::gpu_test
