#include "core.hpp"

#include "tailproof/reference/cutoff.hpp"
#include "tailproof/reference/keys.hpp"

#include <algorithm>
#include <numeric>

namespace tailproof::faults {
namespace {

constexpr std::size_t counter_words = 8;

std::int64_t ceiling(std::int64_t a, std::int64_t b) {
  return (a + b - 1) / b;
}

}  // namespace

std::size_t Core::workspace_bytes(const tailproof_shape& shape) const {
  return (counter_words + static_cast<std::size_t>(shape.width)) * sizeof(std::uint32_t);
}

void Core::prepare(const tailproof_call& call) {
  std::fill_n(static_cast<std::uint32_t*>(call.workspace), counter_words, 0u);
  calls_ = 0;
}

int Core::accepts(const tailproof_shape&) const {
  return TAILPROOF_OK;
}

std::int32_t* Core::slots() const {
  return reinterpret_cast<std::int32_t*>(counters_ + counter_words);
}

int Core::select(const tailproof_call& call) {
  if (const int status = accepts(call.shape); status != TAILPROOF_OK) return status;
  call_ = &call;
  counters_ = static_cast<std::uint32_t*>(call.workspace);
  const std::int64_t rows = live_rows(call);
  for (std::int64_t row = 0; row < rows; ++row) select_row(call, row);
  ++calls_;
  return TAILPROOF_OK;
}

std::int64_t Core::live_rows(const tailproof_call& call) const {
  return *call.live_rows;
}

void Core::select_row(const tailproof_call& call, std::int64_t number) {
  const Row row{number, call.scores + input_offset(call, number), length(call, number),
                call.shape.rank, call.indices + output_offset(call, number)};
  row.length <= row.rank ? trivial(row) : selective(row);
}

std::int64_t Core::length(const tailproof_call& call, std::int64_t row) const {
  return std::clamp<std::int64_t>(call.lengths[row], 0, call.shape.width);
}

std::int64_t Core::input_offset(const tailproof_call& call, std::int64_t row) const {
  return row * call.shape.pitch;
}

std::int64_t Core::output_offset(const tailproof_call& call, std::int64_t row) const {
  return row * call.indices_pitch;
}

void Core::trivial(const Row& row) {
  std::fill_n(row.out, row.rank, -1);
  std::iota(row.out, row.out + row.length, 0);
}

void Core::selective(const Row& row) {
  committed_.clear();
  frontier_.clear();
  quota_ = row.rank;
  if (!propose(row)) recover(row);
  for (int round = 0; round < digit_rounds; ++round) refine(row, round);
  fill_ties(row);
  write(row);
}

float Core::score(const Row& row, std::int64_t i) const {
  return row.scores[i];
}
std::uint32_t Core::bin(float x) const {
  return reference::coarse(x);
}
std::uint32_t Core::key(float x) const {
  return reference::key32(x);
}
float Core::cutoff(std::uint32_t bin) const {
  return reference::bin_floor(bin);
}
reference::View Core::view(const Row& row) const {
  return reference::make_view(row.number, row.length, stride);
}
bool Core::usable(const reference::View& view, std::int64_t q1) const {
  return view.size >= q1;
}
bool Core::admits(float x, float cutoff) const {
  return x >= cutoff;
}
Range Core::segment(const Row& row, std::uint32_t number) const {
  return reference::segment_range(row.length, number, segments);
}

bool Core::propose(const Row& row) {
  const std::int64_t q = ceiling(3 * std::int64_t{row.rank}, 2 * stride);
  const std::int64_t q1 = ceiling(7 * std::int64_t{row.rank}, 4 * stride);
  const reference::View v = view(row);
  if (!usable(v, q1)) return false;
  sampled_.assign(2048, 0);
  for (std::int64_t j = 0; j < v.size; ++j) ++sampled_[bin(score(row, v.position(j)))];
  tau0_ = locate(sampled_, q).bin;
  const float t0 = cutoff(tau0_);
  const float t1 = cutoff(locate(sampled_, q1).bin);
  parts_.assign(segments, {});
  scan(row, t0, nullptr);
  if (certified(static_cast<std::int64_t>(frontier_.size()), row.rank)) return true;
  scan(row, t1, &t0);
  return certified(static_cast<std::int64_t>(frontier_.size()), row.rank);
}

void Core::scan(const Row& row, float from, const float* below) {
  merged_ = false;
  for (const Event& event : schedule(row)) {
    if (event.kind == Event::Kind::arrived) {
      if (arrive(row, event.segment)) merge(row);
      continue;
    }
    const Range range = segment(row, event.segment);
    const std::int64_t half = range.begin + range.size() / warps;
    const std::int64_t begin = event.warp == 0 ? range.begin : half;
    const std::int64_t end = event.warp == 0 ? half : range.end;
    for (std::int64_t i = begin; i < end; ++i) {
      const float x = score(row, i);
      if (!admits(x, from) || (below != nullptr && admits(x, *below))) continue;
      store(row, event.segment, static_cast<std::int32_t>(i));
    }
  }
  if (!merged_) merge(row);
}

std::vector<Event> Core::schedule(const Row&) {
  std::vector<Event> events;
  for (std::uint32_t s = 0; s < segments; ++s) {
    for (std::uint32_t w = 0; w < warps; ++w) events.push_back({Event::Kind::scanned, s, w});
    events.push_back({Event::Kind::arrived, s, 0});
  }
  return events;
}

bool Core::arrive(const Row&, std::uint32_t) {
  if (++arrivals() != segments) return false;
  arrivals() = 0;
  return true;
}

void Core::store(const Row&, std::uint32_t segment, std::int32_t i) {
  parts_[segment].push_back(i);
}

void Core::merge(const Row& row) {
  merged_ = true;
  frontier_.clear();
  for (const Positions& part : parts_) frontier_.insert(frontier_.end(), part.begin(), part.end());
  build_digits(row, 0);
  stored(row, frontier_, digits_);
}

void Core::build_digits(const Row& row, int round) {
  digits_.assign(bins(round), 0);
  for (const std::int32_t i : frontier_) ++digits_[digit(key(score(row, i)), round)];
}

void Core::stored(const Row&, Positions&, Histogram&) {}

bool Core::certified(std::int64_t count, std::int32_t rank) const {
  return count >= rank;
}

void Core::recover(const Row& row) {
  coarse_.assign(2048, 0);
  for (std::int64_t i = 0; i < row.length; ++i) ++coarse_[bin(score(row, i))];
  const Boundary boundary = locate(coarse_, row.rank);
  committed_.clear();
  frontier_.clear();
  for (std::int64_t i = 0; i < row.length; ++i) {
    const std::uint32_t b = bin(score(row, i));
    if (b < boundary.bin) committed_.push_back(static_cast<std::int32_t>(i));
    if (b == boundary.bin) frontier_.push_back(static_cast<std::int32_t>(i));
  }
  quota_ = row.rank - boundary.before;
  build_digits(row, 0);
  stored(row, frontier_, digits_);
}

Boundary Core::locate(const Histogram& histogram, std::int64_t rank) const {
  Boundary found;
  while (found.bin + 1 < histogram.size() && found.before + histogram[found.bin] < rank) {
    found.before += histogram[found.bin++];
  }
  return found;
}

std::uint32_t Core::digit(std::uint32_t key, int round) const {
  constexpr int shifts[] = {21, 10, 0};
  return (key >> shifts[round]) & (bins(round) - 1);
}

void Core::refine(const Row& row, int round) {
  const Boundary boundary = locate(digits_, quota_);
  Positions kept;
  std::int64_t taken = 0;
  for (const std::int32_t i : frontier_) {
    const std::uint32_t d = digit(key(score(row, i)), round);
    if (d < boundary.bin) {
      committed_.push_back(i);
      ++taken;
    }
    if (d == boundary.bin) kept.push_back(i);
  }
  quota_ -= taken;
  frontier_ = std::move(kept);
  if (round + 1 < digit_rounds) build_digits(row, round + 1);
}

void Core::fill_ties(const Row&) {
  const auto left =
      std::clamp<std::int64_t>(quota_, 0, static_cast<std::int64_t>(frontier_.size()));
  committed_.insert(committed_.end(), frontier_.begin(), frontier_.begin() + left);
}

void Core::write(const Row& row) {
  std::fill_n(row.out, row.rank, -1);
  std::copy_n(committed_.begin(),
              std::min<std::size_t>(committed_.size(), static_cast<std::size_t>(row.rank)),
              row.out);
}

}  // namespace tailproof::faults
