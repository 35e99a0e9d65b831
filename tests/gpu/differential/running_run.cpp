#include "running_run.hpp"

#include "tailproof/kernels/running/policy.cuh"

#include <algorithm>
#include <limits>

namespace tailproof::gpu_test {
namespace {

constexpr std::int32_t garbage_word = 0x5a5a5a5a;
constexpr std::int64_t guard_words = 64;

}  // namespace

RunningRun::RunningRun(const ScoreCase& input) {
  const std::int64_t pitch = input.width + input.layout.extra_pitch;
  const auto rows = static_cast<std::size_t>(std::max<std::int64_t>(1, input.row_count()));
  params_.pitch = pitch;
  params_.indices_pitch = input.rank + input.layout.extra_indices;
  params_.row_capacity = static_cast<std::int32_t>(input.row_count());
  params_.width = static_cast<std::int32_t>(input.width);
  params_.rank = input.rank;
  device_scores_ = simt::DeviceBuffer<float>(static_cast<std::size_t>(
      std::max<std::int64_t>(1, input.layout.base_offset + input.row_count() * pitch)));
  device_lengths_ = simt::DeviceBuffer<std::int32_t>(rows);
  device_live_ = simt::DeviceBuffer<std::int32_t>(1);
  device_indices_ = simt::DeviceBuffer<std::int32_t>(
      static_cast<std::size_t>(input.row_count() * params_.indices_pitch + guard_words));
  device_records_ = simt::DeviceBuffer<kernels::running::RowRecord>(rows);
  for (const simt::Status& status :
       {device_scores_.status(), device_lengths_.status(), device_live_.status(),
        device_indices_.status(), device_records_.status()}) {
    note(status);
  }
  if (!problem_.empty()) return;
  params_.scores = device_scores_.data() + input.layout.base_offset;
  params_.lengths = device_lengths_.data();
  params_.live_rows = input.live_rows < 0 ? nullptr : device_live_.data();
  params_.indices = device_indices_.data();
  fill(input, pitch);
  hide(input, pitch);
}

void RunningRun::note(const simt::Status& status) {
  if (problem_.empty() && !status.ok()) problem_ = "device: " + status.text();
}

void RunningRun::fill(const ScoreCase& input, std::int64_t pitch) {
  std::vector<float> image(device_scores_.size(), std::numeric_limits<float>::infinity());
  std::vector<std::int32_t> lengths = input.told_lengths;
  for (std::int64_t r = 0; r < input.row_count(); ++r) {
    const auto& row = input.rows[static_cast<std::size_t>(r)];
    std::copy(row.begin(), row.end(), image.begin() + input.layout.base_offset + r * pitch);
    if (input.told_lengths.empty()) lengths.push_back(static_cast<std::int32_t>(row.size()));
  }
  note(device_scores_.upload(image));
  note(device_lengths_.upload(lengths));
  note(
      device_live_.upload({static_cast<std::int32_t>(std::max<std::int64_t>(0, input.live_rows))}));
}

// Rows no longer than K are not read at all; of longer ones no more than the 16 bytes that hold the
// last valid score, and no score beyond the width.
void RunningRun::hide(const ScoreCase& input, std::int64_t pitch) {
  for (std::int64_t r = 0; r < input.row_count(); ++r) {
    const float* row = params_.scores + r * pitch;
    const auto length = static_cast<std::int64_t>(input.rows[static_cast<std::size_t>(r)].size());
    std::int64_t end = 0;
    if (length > input.rank) {
      const auto before = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(row) / 4 % 4);
      end = std::max(
          length, std::min((length + before + 3) / 4 * 4, (input.width + before) / 4 * 4) - before);
    }
    note(simt::forbid(row + end, static_cast<std::size_t>(pitch - end) * sizeof(float), true));
  }
  note(simt::set_read_only(device_scores_.data(), true));
}

std::string RunningRun::select(const RunningKernel& kernel, unsigned grid, bool traced) {
  note(device_indices_.fill_bytes(0x5a));
  note(device_records_.fill_bytes(0));
  const std::int64_t each = std::int64_t{kernels::running::rows_per_cta} * grid;
  for (params_.first_row = 0; params_.first_row < params_.row_capacity && problem_.empty();
       params_.first_row += each) {
    note(kernel.launch(params_, grid, traced ? device_records_.data() : nullptr));
  }
  if (problem_.empty()) note(simt::device_synchronize());
  if (problem_.empty()) note(device_indices_.download(indices_));
  if (problem_.empty()) note(device_records_.download(records_));
  for (std::int64_t i = 0; i < static_cast<std::int64_t>(indices_.size()); ++i) {
    const bool slot = i / params_.indices_pitch < params_.row_capacity &&
                      i % params_.indices_pitch < params_.rank;
    if (!slot && indices_[static_cast<std::size_t>(i)] != garbage_word && problem_.empty()) {
      problem_ = "output word " + std::to_string(i) + ", which is no slot, was written";
    }
  }
  return problem_;
}

std::span<const std::int32_t> RunningRun::slots(std::int64_t row) const {
  return std::span(indices_).subspan(static_cast<std::size_t>(row * params_.indices_pitch),
                                     static_cast<std::size_t>(params_.rank));
}

bool RunningRun::untouched(std::int64_t row) const {
  const auto all = slots(row);
  return std::all_of(all.begin(), all.end(), [](std::int32_t i) { return i == garbage_word; });
}

}  // namespace tailproof::gpu_test
