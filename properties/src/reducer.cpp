#include "reducer.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace tailproof::properties {
namespace {

// Above this a packed call costs more memory traffic than the calls that it saves.
constexpr std::size_t most_packed_scores = std::size_t{1} << 18;

std::int64_t longest_row(const Specimen& specimen) noexcept {
  std::size_t longest = 0;
  for (const auto& row : specimen.rows.scores) longest = std::max(longest, row.size());
  return static_cast<std::int64_t>(longest);
}

}  // namespace

Reducer::Reducer(Specimen specimen, const FailureTest& test, const ShrinkOptions& options)
    : current_(std::move(specimen)), test_(test), options_(options), tight_(tight()) {}

double Reducer::seconds() const noexcept {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

bool Reducer::exhausted() const noexcept {
  return candidates_ >= options_.most_candidates || out_of_time();
}

bool Reducer::still_fails() {
  const SpecimenCall made(current_);
  return fails(made.call());
}

// m of r, stopping as soon as the outcome is settled.
bool Reducer::fails(const Call& call) {
  std::int32_t failures = 0;
  for (std::int32_t run = 0; run < options_.runs; ++run) {
    ++candidates_;
    if (!test_(call, current_.seed).empty() && ++failures == options_.failures) return true;
    if (failures + options_.runs - run - 1 < options_.failures) return false;
  }
  return false;
}

bool Reducer::try_change(const std::function<void(Specimen&)>& change) {
  if (exhausted()) return false;
  Specimen before = current_;
  change(current_);
  if (still_fails()) {
    tight_ = tight();
    note_accepted();
    return true;
  }
  current_ = std::move(before);
  return false;
}

bool Reducer::try_row(std::vector<float>& candidate, std::int32_t rank) {
  if (exhausted()) return false;
  generators::RawRows& rows = current_.rows;
  const std::int64_t width = rows.width;
  const std::int32_t old_rank = std::exchange(rows.rank, rank);
  std::swap(rows.scores[focus_], candidate);
  fit_width();
  if (still_fails()) {
    note_accepted();
    return true;
  }
  std::swap(rows.scores[focus_], candidate);
  rows.rank = old_rank;
  rows.width = width;
  if (!current_.lengths.empty()) {
    current_.lengths[focus_] = static_cast<std::int32_t>(rows.scores[focus_].size());
  }
  return false;
}

std::size_t Reducer::first_failing(
    std::size_t count, const std::function<void(std::size_t j, std::vector<float>&)>& build) {
  std::vector<std::size_t> suspects(count);
  std::iota(suspects.begin(), suspects.end(), std::size_t{0});
  if (count > 1 && packs() && row().size() * count <= most_packed_scores) {
    suspects = screen(count, build);
  }
  for (const std::size_t j : suspects) {
    if (exhausted()) break;
    build(j, scratch_);
    if (try_row(scratch_, current_.rows.rank)) {
      batch_ = 1;
      return j;
    }
  }
  batch_ = std::min<std::size_t>(2 * batch_, static_cast<std::size_t>(options_.rows_per_call));
  return count;
}

// One call with every candidate as a row: those that fail there. A failure of the call as a whole
// (a crash) says nothing about which one: then all are suspects.
std::vector<std::size_t> Reducer::screen(
    std::size_t count, const std::function<void(std::size_t j, std::vector<float>&)>& build) {
  const std::size_t pitch = row().size();
  packed_.assign(pitch * count, 0.0f);
  std::vector<std::int32_t> lengths;
  for (std::size_t j = 0; j < count; ++j) {
    build(j, scratch_);
    std::copy(scratch_.begin(), scratch_.end(),
              packed_.begin() + static_cast<std::ptrdiff_t>(j * pitch));
    lengths.push_back(static_cast<std::int32_t>(scratch_.size()));
  }
  const auto width = static_cast<std::int64_t>(pitch);
  const Call call{
      {packed_.data(), lengths, width, width}, current_.rows.rank, current_.rows.policy};
  ++candidates_;
  screened_ = true;
  const FailedRows failed = test_(call, current_.seed);
  std::vector<std::size_t> suspects;
  for (std::size_t j = 0; j < count; ++j) {
    const auto accuses = [j](std::int64_t row) {
      return row < 0 || row == static_cast<std::int64_t>(j);
    };
    if (std::any_of(failed.begin(), failed.end(), accuses)) suspects.push_back(j);
  }
  return suspects;
}

bool Reducer::packs() const noexcept {
  return may_screen_ && options_.rows_per_call > 1 && options_.runs == 1 &&
         current_.rows.scores.size() == 1 && tight_ && current_.lengths.empty() &&
         current_.rows.layout == generators::Layout{};
}

bool Reducer::tight() const noexcept {
  return current_.rows.width == longest_row(current_);
}

void Reducer::fit_width() {
  if (tight_) current_.rows.width = longest_row(current_);
  if (!current_.lengths.empty()) {
    current_.lengths[focus_] = static_cast<std::int32_t>(current_.rows.scores[focus_].size());
  }
}

void Reducer::note_accepted() {
  ++accepted_;
  if (options_.accepted) options_.accepted(pass_, current_);
}

}  // namespace tailproof::properties
