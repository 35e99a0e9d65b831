#include "tailproof/properties/variant/variant_subject.hpp"

#include "call_input.hpp"
#include "shared_memory.hpp"
#include "tailproof/reference/trace.hpp"
#include "variant_trace.hpp"
#include "worker_process.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstring>
#include <optional>
#include <span>
#include <utility>

namespace tailproof::properties {
namespace {

// After a hang, a call may take so many times the slowest healthy one, so that a shrinker that
// meets the same hang again and again gets on; but never less than the floor, which covers a busy
// machine.
constexpr double impatience = 20;
constexpr double least_seconds = 0.25;

// Judging every answer of an exercise included.
constexpr double calls_of_an_exercise = 16;

// Rows packed into one call while shrinking.
constexpr std::int64_t most_packed_rows = 64;

constexpr std::int32_t infinity_bits = 0x7f800000;  // magnitudes beyond it are NaN

Traits traits_of(const VariantTarget& target, const VariantDescription& description,
                 bool has_oracle) {
  Traits traits;
  traits.name = subject_name(target);
  traits.summary = "variant " + description.name + " in " +
                   memory_space_name(description.memory_space) + " memory, in its own process";
  traits.traces = description.traces();
  traits.histograms = description.histogram_bins > 0;
  traits.policy = description.policy;
  traits.guarded = true;
  traits.reads_live_rows = description.has(TAILPROOF_READS_LIVE_ROWS);
  traits.exercised = description.memory_space == TAILPROOF_MEMORY_CUDA;
  traits.judged = has_oracle;
  traits.captured = description.has(TAILPROOF_CAPTURE_SAFE);
  traits.deterministic = false;
  traits.least_rank = description.limits.least_rank;
  traits.greatest_rank = description.limits.greatest_rank;
  traits.greatest_width = description.limits.greatest_width;
  traits.rows_per_call = std::min(most_packed_rows, description.limits.greatest_rows);
  traits.capacities = description.capacities;
  return traits;
}

// Why a call must not even be made; empty if it may.
std::string why_not(const VariantDescription& description, const Traits& traits, const Call& call) {
  if (!admits(traits, call)) return "beyond its declared limits";
  if (call.known_legal || description.nan_rule != TAILPROOF_NAN_UNDEFINED) return {};
  for (std::int64_t row = 0; row < call.rows(); ++row) {
    const std::int64_t given = call.matrix.lengths[static_cast<std::size_t>(row)];
    const std::int64_t length = std::clamp<std::int64_t>(given, 0, call.matrix.width);
    const std::span scores(call.matrix.scores + row * call.matrix.pitch,
                           static_cast<std::size_t>(length));
    // Signed compares and an "or", which every processor does many at a time.
    std::uint32_t nan = 0;
    for (const float score : scores) {
      nan |= (std::bit_cast<std::int32_t>(score) & 0x7fffffff) > infinity_bits ? 1u : 0u;
    }
    if (nan != 0) return "declares NaN undefined, and row " + std::to_string(row) + " holds one";
  }
  return {};
}

}  // namespace

// Rows of a call that go to the variant together.
struct VariantSubject::Part {
  const Call& call;
  std::int64_t first;
  std::int64_t count;
  bool traced;
  Request request;
  ResultLayout layout;
};

std::string subject_name(const VariantTarget& target) {
  return target.builtin ? target.name : "variant:" + target.name;
}

VariantSubject::VariantSubject(VariantTarget target, IsolationOptions options)
    : target_(std::move(target)),
      options_(std::move(options)),
      worker_(std::make_unique<WorkerProcess>(target_, options_)),
      description_(worker_->description()),
      traits_(traits_of(target_, description_, worker_->has_oracle())) {}

VariantSubject::~VariantSubject() = default;

std::unique_ptr<Subject> VariantSubject::clone() const {
  return std::make_unique<VariantSubject>(target_, options_);
}

double VariantSubject::patience() const noexcept {
  if (!has_hung_) return options_.call_seconds;
  return std::min(options_.call_seconds, std::max(least_seconds, impatience * slowest_seconds_));
}

void VariantSubject::require_worker() {
  if (worker_ && worker_->alive()) return;
  worker_ = std::make_unique<WorkerProcess>(target_, options_);
}

void VariantSubject::select(const Call& call, bool traced, Answer& answer) {
  prepare(call, answer);
  if (std::string reason = why_not(description_, traits_, call); !reason.empty()) {
    answer.status = Status::refused;
    answer.message = std::move(reason);
    return;
  }
  const std::int64_t most = description_.limits.greatest_rows;
  traced = traced && traits_.traces;
  if (traced) answer.traces.resize(static_cast<std::size_t>(call.rows()));
  if (traits_.judged) answer.accepted.assign(static_cast<std::size_t>(call.rows()), 0);
  judged_ = true;
  std::int64_t first = 0;
  do {
    Part part{call, first, std::min(most, call.rows() - first), traced, {}, {}};
    select_rows(part, answer);
    first += part.count;
  } while (first < call.rows() && answer.status == Status::ok);
  if (!judged_) answer.accepted.clear();
  // Rows of a later part have other numbers there, on which traces depend.
  if (answer.status != Status::ok || call.rows() > most) answer.traces.clear();
}

void VariantSubject::select_rows(const Part& rows, Answer& answer) {
  require_worker();
  Part part = rows;
  part.request = make_request(part.call, part.first, part.count, description_);
  part.request.traced = part.traced ? 1 : 0;
  part.request.renew = std::exchange(renew_, false) ? 1 : 0;
  part.layout = result_layout(part.request, description_.histogram_bins);
  worker_->reserve_result(part.layout.bytes);
  const auto start = std::chrono::steady_clock::now();
  ask(part, patience(), answer);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (answer.status != Status::ok) return;
  slowest_seconds_ = std::max(slowest_seconds_, seconds);
  read_result(part, answer);
}

void VariantSubject::exercise(Guard guard, const Call& call, Answer& answer) {
  if (!traits_.exercised) return Subject::exercise(guard, call, answer);
  prepare(call, answer);
  require_worker();
  const std::int64_t rows = std::min(description_.limits.greatest_rows, call.rows());
  // Exercises find all of their input in one place.
  Call copied = call;
  copied.memory = nullptr;
  Part part{copied, 0, rows, false, make_request(copied, 0, rows, description_), {}};
  part.request.kind = RequestKind::exercise;
  part.request.exercise = guard;
  ask(part, patience() * calls_of_an_exercise, answer);
}

void VariantSubject::ask(const Part& part, double seconds, Answer& answer) {
  const InputLayout input = input_layout(part.request, description_.limits);
  if (part.request.scores_apart != 0) worker_->lend_scores(*part.call.memory);
  write_input(part.call, part.first, part.request, input,
              worker_->reserve_input(input.pages * page_size()));
  WorkerOutcome outcome = worker_->select(part.request, seconds);
  answer.status = outcome.status;
  answer.message = std::move(outcome.message);
  for (GuardBreach& breach : outcome.breaches) {
    if (breach.row >= 0) breach.row += part.first;
    answer.breaches.push_back(std::move(breach));
  }
  judged_ = judged_ && outcome.judged;
  if (answer.status == Status::hung) has_hung_ = true;
}

void VariantSubject::read_result(const Part& part, Answer& answer) {
  const std::byte* const result = worker_->reserve_result(part.layout.bytes);
  const auto slots = static_cast<std::size_t>(part.call.rank);
  if (part.count == 0) return;
  std::memcpy(answer.indices.data() + static_cast<std::size_t>(part.first) * slots, result,
              static_cast<std::size_t>(part.count) * slots * sizeof(std::int32_t));
  if (traits_.judged) {
    std::memcpy(answer.accepted.data() + part.first, result + part.layout.accepted,
                static_cast<std::size_t>(part.count));
  }
  if (!part.traced) return;
  const std::int64_t bins = description_.histogram_bins;
  const auto words = static_cast<std::size_t>(TAILPROOF_HISTOGRAMS * bins);
  for (std::int64_t row = 0; row < part.count; ++row) {
    tailproof_row_trace record;
    std::memcpy(&record,
                result + part.layout.traces + static_cast<std::size_t>(row) * sizeof record,
                sizeof record);
    if (const auto fault = record_fault(record)) {
      answer.breaches.push_back({Guard::trace_format, part.first + row, *fault});
      continue;
    }
    const auto* const first = reinterpret_cast<const std::uint32_t*>(
        result + part.layout.histograms + static_cast<std::size_t>(row) * words * 4);
    answer.traces[static_cast<std::size_t>(part.first + row)] =
        to_trace(record, {first, words}, bins, *description_.policy);
  }
}

}  // namespace tailproof::properties
