#include "device_case.hpp"

#include "tailproof/planner/plan.hpp"

#include <algorithm>
#include <limits>

namespace tailproof::gpu_test {
namespace {

constexpr unsigned char garbage = 0x5a;
constexpr std::int32_t garbage_word = 0x5a5a5a5a;
constexpr std::size_t guard_bytes = 256;
constexpr std::int64_t guard_words = 64;

std::string text_of(const simt::Status& status) {
  return status.ok() ? "" : "device: " + status.text();
}

std::string text_of(const gpu::Outcome& outcome) {
  return outcome.ok() ? "" : "status " + std::to_string(outcome.status) + ": " + outcome.text;
}

std::int64_t padded_size(const ScoreCase& input, std::int64_t pitch) {
  return std::max<std::int64_t>(1, input.layout.base_offset + input.row_count() * pitch);
}

// Rows in memory: hostile values wherever no valid score is.
std::vector<float> memory_image(const ScoreCase& input, std::int64_t pitch) {
  std::vector<float> image(static_cast<std::size_t>(padded_size(input, pitch)),
                           std::numeric_limits<float>::infinity());
  for (std::int64_t r = 0; r < input.row_count(); ++r) {
    const auto& row = input.rows[static_cast<std::size_t>(r)];
    std::copy(row.begin(), row.end(), image.begin() + input.layout.base_offset + r * pitch);
  }
  return image;
}

std::vector<std::int32_t> lengths_of(const ScoreCase& input) {
  if (!input.told_lengths.empty()) return input.told_lengths;
  std::vector<std::int32_t> lengths;
  for (const auto& row : input.rows) lengths.push_back(static_cast<std::int32_t>(row.size()));
  return lengths;
}

}  // namespace

DeviceCase::DeviceCase(const gpu::KernelEntry* entry, const ScoreCase& input, Tracing tracing,
                       simt::stream_t stream)
    : entry_(entry), tracing_(tracing), layout_(input.layout) {
  call_.shape = {input.row_count(), input.width, input.width + layout_.extra_pitch, input.rank, 0};
  call_.indices_pitch = input.rank + layout_.extra_indices;
  call_.stream = stream;
  allocate(input);
  if (problem_.empty()) problem_ = replace(input);
  if (problem_.empty()) problem_ = poison_output();
}

void DeviceCase::allocate(const ScoreCase& input) {
  planner::Plan plan;
  if (problem_ = text_of(gpu::make_plan(entry_, call_.shape, plan)); !problem_.empty()) return;
  call_.workspace_size = static_cast<std::size_t>(plan.workspace.bytes);
  // Never empty, so that every buffer has an address.
  const auto rows = static_cast<std::size_t>(std::max<std::int64_t>(1, input.row_count()));
  device_scores_ =
      simt::DeviceBuffer<float>(static_cast<std::size_t>(padded_size(input, call_.shape.pitch)));
  device_lengths_ = simt::DeviceBuffer<std::int32_t>(rows);
  device_live_ = simt::DeviceBuffer<std::int32_t>(1);
  device_indices_ = simt::DeviceBuffer<std::int32_t>(
      static_cast<std::size_t>(input.row_count() * call_.indices_pitch + guard_words));
  device_workspace_ = simt::DeviceBuffer<unsigned char>(call_.workspace_size + guard_bytes);
  if (tracing_ != Tracing::none) {
    device_traces_ = simt::DeviceBuffer<tailproof_row_trace>(rows);
    trace_buffer_.rows = device_traces_.data();
  }
  if (tracing_ == Tracing::histograms) {
    histogram_bins_ = entry_->info.histogram_bins();
    device_histograms_ = simt::DeviceBuffer<std::uint32_t>(
        rows * TAILPROOF_HISTOGRAMS * static_cast<std::size_t>(histogram_bins_));
    trace_buffer_.histograms = device_histograms_.data();
    trace_buffer_.histogram_bins = histogram_bins_;
  }
  for (const simt::Status& status :
       {device_scores_.status(), device_lengths_.status(), device_live_.status(),
        device_indices_.status(), device_workspace_.status(), device_traces_.status(),
        device_histograms_.status()}) {
    if (problem_.empty()) problem_ = text_of(status);
  }
  if (!problem_.empty()) return;
  // The workspace's contents must not matter, but for what prepare() writes. Slots of a trace that
  // a route leaves alone are read back as well.
  problem_ = text_of(device_workspace_.fill_bytes(garbage));
  if (problem_.empty() && tracing_ != Tracing::none) {
    problem_ = text_of(device_traces_.fill_bytes(garbage));
  }
  if (problem_.empty() && tracing_ == Tracing::histograms) {
    problem_ = text_of(device_histograms_.fill_bytes(garbage));
  }
  call_.scores = device_scores_.data() + layout_.base_offset;
  call_.lengths = device_lengths_.data();
  call_.live_rows = input.live_rows < 0 ? nullptr : device_live_.data();
  call_.indices = device_indices_.data();
  call_.workspace = device_workspace_.data();
}

std::string DeviceCase::prepare() {
  return text_of(gpu::prepare(entry_, call_));
}

std::string DeviceCase::select(bool with_trace) {
  return text_of(gpu::select(entry_, call_, with_trace ? &trace_buffer_ : nullptr));
}

std::string DeviceCase::replace(const ScoreCase& input) {
  const std::int64_t pitch = call_.shape.pitch;
  const auto hide = [&](bool hidden) {
    simt::Status status;
    for (std::int64_t r = 0; r < input.row_count() && status.ok(); ++r) {
      const auto length = static_cast<std::int64_t>(input.rows[static_cast<std::size_t>(r)].size());
      const float* const row = call_.scores + r * pitch;
      // The planner may take the running selector, whose last copy is rounded up to 16 bytes.
      const auto before = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(row) / 4 % 4);
      const std::int64_t loaded =
          std::min((length + before + 3) / 4 * 4, (input.width + before) / 4 * 4) - before;
      const std::int64_t end = entry_ == nullptr ? std::max(length, loaded) : length;
      status =
          simt::forbid(row + end, static_cast<std::size_t>(pitch - end) * sizeof(float), hidden);
    }
    return status;
  };
  const auto all_visible = [&] {
    return simt::forbid(call_.scores, static_cast<std::size_t>(input.row_count() * pitch) * 4,
                        false);
  };
  const std::vector<std::int32_t> live = {
      static_cast<std::int32_t>(std::max<std::int64_t>(0, input.live_rows))};
  simt::Status status = simt::set_read_only(device_scores_.data(), false);
  if (status.ok()) status = all_visible();
  if (status.ok()) status = device_scores_.upload(memory_image(input, pitch));
  if (status.ok()) status = device_lengths_.upload(lengths_of(input));
  if (status.ok()) status = device_live_.upload(live);
  if (status.ok()) status = hide(true);
  if (status.ok()) status = simt::set_read_only(device_scores_.data(), true);
  return text_of(status);
}

std::string DeviceCase::poison_output() {
  return text_of(device_indices_.fill_bytes(garbage));
}

std::string DeviceCase::fetch() {
  simt::Status status = device_indices_.download(indices_);
  if (status.ok() && tracing_ != Tracing::none) status = device_traces_.download(traces_);
  if (status.ok() && tracing_ == Tracing::histograms)
    status = device_histograms_.download(histograms_);
  if (!status.ok()) return text_of(status);
  return guards();
}

std::string DeviceCase::guards() const {
  const std::int64_t rank = call_.shape.rank;
  for (std::int64_t i = 0; i < static_cast<std::int64_t>(indices_.size()); ++i) {
    const std::int64_t row = i / call_.indices_pitch;
    const bool slot = row < call_.shape.row_capacity && i % call_.indices_pitch < rank;
    if (!slot && indices_[static_cast<std::size_t>(i)] != garbage_word) {
      return "output word " + std::to_string(i) + ", which is no slot, was written";
    }
  }
  std::vector<unsigned char> workspace;
  if (const simt::Status status = device_workspace_.download(workspace); !status.ok()) {
    return text_of(status);
  }
  const auto intact = [](unsigned char byte) { return byte == garbage; };
  const auto first = workspace.begin() + static_cast<std::ptrdiff_t>(call_.workspace_size);
  return std::all_of(first, workspace.end(), intact) ? "" : "the workspace was overrun";
}

std::span<const std::int32_t> DeviceCase::slots(std::int64_t row) const {
  return std::span(indices_).subspan(static_cast<std::size_t>(row * call_.indices_pitch),
                                     static_cast<std::size_t>(call_.shape.rank));
}

bool DeviceCase::untouched(std::int64_t row) const {
  const auto all = slots(row);
  return std::all_of(all.begin(), all.end(), [](std::int32_t i) { return i == garbage_word; });
}

const std::uint32_t* DeviceCase::histograms(std::int64_t row) const {
  if (tracing_ != Tracing::histograms) return nullptr;
  return histograms_.data() + row * TAILPROOF_HISTOGRAMS * histogram_bins_;
}

}  // namespace tailproof::gpu_test
