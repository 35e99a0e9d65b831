// Calls in host memory: guard pages, red zones, poison, read-only input.
#include "caller.hpp"
#include "guarded_region.hpp"
#include "input_layout.hpp"
#include "memory_in_use.hpp"
#include "output_check.hpp"
#include "shared_memory.hpp"
#include "tailproof/generators/score_memory.hpp"
#include "tailproof/properties/subject.hpp"
#include "variant_functions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

namespace tailproof::properties {
namespace {

constexpr std::size_t workspace_alignment = 256;

// Equal calls in a row that must all keep memory before that is called a leak: a cache that fills
// once, or a heap that grows a step, is none.
constexpr int leaking_calls = 4;

bool same_shape(const tailproof_shape& a, const tailproof_shape& b) {
  return a.row_capacity == b.row_capacity && a.width == b.width && a.pitch == b.pitch &&
         a.rank == b.rank && a.device == b.device;
}

BufferAddresses addresses_of(const std::byte* begin, std::size_t size, std::size_t row_bytes) {
  const auto at = reinterpret_cast<std::uintptr_t>(begin);
  // The guards' far ends lie at least this far away; nothing else is within their reach.
  return {at - guard_bytes, at, at + size, at + size + guard_bytes, row_bytes};
}

class HostCaller final : public Caller {
 public:
  HostCaller(const tailproof_variant_v1_t& variant, CrashRecord& record, PriorOracle* oracle)
      : variant_(variant), functions_(variant, record), record_(record), oracle_(oracle) {}

  void set_input(FileDescriptor descriptor, std::size_t) override {
    input_ = std::move(descriptor);
    mapped_.reset();
  }
  void set_scores(FileDescriptor descriptor, std::size_t bytes) override {
    scores_apart_.map(descriptor.get(), generators::ScoreMemory::guard_pages, pages_for(bytes));
  }
  void set_result(FileDescriptor descriptor, std::size_t bytes) override {
    result_ = SharedMemory(std::move(descriptor), bytes);
  }

  CallOutcome exercise(const Request&) override {
    return {ReplyKind::refused, "exercises need device memory", {}};
  }

  CallOutcome select(const Request& request) override {
    ++calls_;
    map_input(request);
    place_output(request);
    CallOutcome outcome;
    if (auto refusal = place_workspace(request, outcome)) return refused(*refusal, outcome);
    poison(request);
    const MemoryInUse before = memory_in_use();
    const auto refusal = run(request);
    const MemoryInUse after = memory_in_use();
    check(request, outcome);
    if (refusal) return refused(*refusal, outcome);
    publish(request);
    if (oracle_ != nullptr) {
      const ResultLayout layout = result_layout(request, variant_.histogram_bins);
      outcome.judged =
          judge_beside(*oracle_, call_, request.rows, result_.data() + layout.accepted);
    }
    look_for_leak(request, before, after, outcome);
    return outcome;
  }

 private:
  void map_input(const Request& request) {
    const InputLayout layout = input_layout(request, variant_.limits);
    const std::size_t pages = layout.pages;
    if (mapped_ != pages || mapped_lengths_ != layout.lengths_page) {
      if (layout.lengths_page != 0) scores_.map(input_.get(), 0, layout.lengths_page);
      lengths_.map(input_.get(), layout.lengths_page, layout.lengths.pages);
      live_rows_.map(input_.get(), layout.live_rows_page, layout.live_rows.pages);
      mapped_ = pages;
      mapped_lengths_ = layout.lengths_page;
    }
    const GuardedRegion& memory = request.scores_apart != 0 ? scores_apart_ : scores_;
    const std::byte* const scores = memory.data() + layout.scores.offset;
    const std::byte* const lengths = lengths_.data() + layout.lengths.offset;
    const std::byte* const live_rows = live_rows_.data() + layout.live_rows.offset;
    call_ = {};
    call_.shape = {request.row_capacity, request.width, request.pitch, request.rank, 0};
    call_.scores = reinterpret_cast<const float*>(scores);
    call_.lengths = reinterpret_cast<const std::int32_t*>(lengths);
    note(Buffer::scores, scores, layout.scores.bytes,
         static_cast<std::size_t>(request.pitch) * sizeof(float));
    note(Buffer::lengths, lengths, layout.lengths.bytes, 0);
    if ((variant_.flags & TAILPROOF_READS_LIVE_ROWS) == 0) return;
    call_.live_rows = reinterpret_cast<const std::int32_t*>(live_rows);
    note(Buffer::live_rows, live_rows, layout.live_rows.bytes, 0);
  }

  void place_output(const Request& request) {
    output_ = {request.rows, request.row_capacity, request.rank,
               std::int64_t{request.rank} + request.shift};
    const std::size_t bytes = output_.slots() * sizeof(std::int32_t);
    const Placement placement = properties::place(bytes, sizeof(std::int32_t), request.shift);
    const auto row_bytes = static_cast<std::size_t>(output_.pitch) * sizeof(std::int32_t);
    indices_.place(placement);
    call_.indices = indices_.as<std::int32_t>().data();
    call_.indices_pitch = output_.pitch;
    note(Buffer::indices, indices_.data(), bytes, row_bytes);
    if (writes_values()) {
      values_.place(placement);
      call_.values = values_.as<float>().data();
      note(Buffer::values, values_.data(), bytes, row_bytes);
    }
    if (request.traced == 0) return;
    const auto rows = static_cast<std::size_t>(request.row_capacity);
    traces_.place(
        properties::place(rows * sizeof(tailproof_row_trace), alignof(tailproof_row_trace), 0));
    histograms_.place(properties::place(rows * TAILPROOF_HISTOGRAMS *
                                            static_cast<std::size_t>(variant_.histogram_bins) *
                                            sizeof(std::uint32_t),
                                        sizeof(std::uint32_t), 0));
    note(Buffer::traces, traces_.data(), traces_.size(), 0);
    note(Buffer::histograms, histograms_.data(), histograms_.size(), 0);
  }

  // A workspace exactly as large as asked for. It stays as the last call left it unless the shape
  // changed or a new one is asked for.
  std::optional<Refusal> place_workspace(const Request& request, CallOutcome& outcome) {
    std::size_t bytes = 0;
    if (auto refusal = functions_.workspace_bytes(call_.shape, bytes)) return refusal;
    const bool known = prepared_ && same_shape(*prepared_, call_.shape);
    if (known && bytes != workspace_.size()) {
      outcome.breaches.push_back({Guard::workspace_size, -1,
                                  fmt::format("asked for {} bytes, then for {} for the same shape",
                                              workspace_.size(), bytes)});
    }
    if (bytes > std::size_t{1} << 46) {
      return Refusal{ReplyKind::broken, fmt::format("asks for {} bytes of workspace", bytes)};
    }
    const bool fresh = !known || request.renew != 0 || bytes != workspace_.size();
    if (fresh) workspace_.place(properties::place(bytes, workspace_alignment, 0));
    call_.workspace = workspace_.data();
    call_.workspace_size = bytes;
    note(Buffer::workspace, workspace_.data(), bytes, 0);
    workspace_.arm(calls_ * 16);
    if (!fresh) return std::nullopt;
    prepared_.reset();
    if ((variant_.flags & TAILPROOF_NEEDS_ZEROED_WORKSPACE) != 0) {
      std::memset(workspace_.data(), 0, bytes);
    } else {
      fill_pattern(workspace_.bytes(), calls_ * 16 + 2);
    }
    if (auto refusal = functions_.prepare(call_)) return refusal;
    prepared_ = call_.shape;
    return std::nullopt;
  }

  void poison(const Request& request) {
    poison_ = output_poison(calls_);
    const auto slots = indices_.as<std::int32_t>();
    std::fill(slots.begin(), slots.end(), poison_);
    indices_.arm(calls_ * 16 + 4);
    if (writes_values()) {
      const auto values = values_.as<std::int32_t>();
      std::fill(values.begin(), values.end(), poison_);
      values_.arm(calls_ * 16 + 6);
    }
    if (request.traced == 0) return;
    // The variant writes whole records: what it leaves out shows as an impossible one.
    const int junk = 0x80 | static_cast<int>(calls_ % 0x7f);
    std::memset(traces_.data(), junk, traces_.size());
    std::memset(histograms_.data(), junk, histograms_.size());
    traces_.arm(calls_ * 16 + 8);
    histograms_.arm(calls_ * 16 + 10);
  }

  [[nodiscard]] std::optional<Refusal> run(const Request& request) const {
    if (request.traced == 0) return functions_.select(call_);
    tailproof_trace_buffer buffer{};
    buffer.rows = traces_.as<tailproof_row_trace>().data();
    buffer.histograms =
        variant_.histogram_bins == 0 ? nullptr : histograms_.as<std::uint32_t>().data();
    buffer.histogram_bins = variant_.histogram_bins;
    return functions_.trace(call_, buffer);
  }

  void check(const Request& request, CallOutcome& outcome) const {
    auto& breaches = outcome.breaches;
    const auto damage = [&](Guard guard, Buffer buffer, const GuardedBuffer& memory) {
      check_damage(guard, buffer_name(buffer), memory.size(), memory.damage(), breaches);
    };
    damage(Guard::output_overrun, Buffer::indices, indices_);
    check_untouched(indices_.as<std::int32_t>(), output_, poison_, "indices", breaches);
    if (writes_values()) {
      damage(Guard::output_overrun, Buffer::values, values_);
      check_untouched(values_.as<std::int32_t>(), output_, poison_, "values", breaches);
      check_values(call_, indices_.as<std::int32_t>(), values_.as<std::int32_t>(), output_,
                   breaches);
    }
    damage(Guard::workspace_overrun, Buffer::workspace, workspace_);
    if (request.traced == 0) return;
    damage(Guard::trace_format, Buffer::traces, traces_);
    damage(Guard::trace_format, Buffer::histograms, histograms_);
  }

  void publish(const Request& request) const {
    const ResultLayout layout = result_layout(request, variant_.histogram_bins);
    auto* const indices = reinterpret_cast<std::int32_t*>(result_.data());
    const auto slots = indices_.as<std::int32_t>();
    for (std::int64_t row = 0; row < request.rows; ++row) {
      const auto* const from = slots.data() + row * output_.pitch;
      std::transform(from, from + request.rank, indices + row * request.rank,
                     [this](std::int32_t slot) { return slot == poison_ ? unwritten : slot; });
    }
    if (request.traced == 0) return;
    // Live rows come first in both buffers, so dead ones are simply left out.
    std::memcpy(result_.data() + layout.traces, traces_.data(), layout.histograms - layout.traces);
    std::memcpy(result_.data() + layout.histograms, histograms_.data(),
                layout.accepted - layout.histograms);
  }

  void look_for_leak(const Request& request, MemoryInUse before, MemoryInUse after,
                     CallOutcome& outcome) const {
    for (int call = 1; call < leaking_calls; ++call) {
      if (after.heap <= before.heap && after.mapped <= before.mapped) return;
      before = memory_in_use();
      if (run(request)) return;
      after = memory_in_use();
    }
    if (after.heap <= before.heap && after.mapped <= before.mapped) return;
    const bool heap = after.heap > before.heap;
    outcome.breaches.push_back(
        {Guard::leak, -1,
         fmt::format("{} equal calls each kept memory; the last one {} bytes of {}", leaking_calls,
                     heap ? after.heap - before.heap : after.mapped - before.mapped,
                     heap ? "heap" : "mappings")});
  }

  CallOutcome refused(const Refusal& refusal, CallOutcome& outcome) {
    outcome.kind = refusal.kind;
    outcome.text = refusal.text;
    if (refusal.kind == ReplyKind::broken) prepared_.reset();
    return std::move(outcome);
  }

  [[nodiscard]] bool writes_values() const noexcept {
    return (variant_.flags & TAILPROOF_WRITES_VALUES) != 0;
  }

  void note(Buffer buffer, const std::byte* begin, std::size_t size, std::size_t row_bytes) {
    record_.buffers[static_cast<std::size_t>(buffer)] = addresses_of(begin, size, row_bytes);
  }

  const tailproof_variant_v1_t& variant_;
  VariantFunctions functions_;
  CrashRecord& record_;
  PriorOracle* oracle_;
  FileDescriptor input_;
  SharedMemory result_;
  std::optional<std::size_t> mapped_;  // pages of the input that are mapped
  std::size_t mapped_lengths_ = 0;
  GuardedRegion scores_;
  GuardedRegion scores_apart_;
  GuardedRegion lengths_;
  GuardedRegion live_rows_;
  GuardedBuffer indices_;
  GuardedBuffer values_;
  GuardedBuffer workspace_;
  GuardedBuffer traces_;
  GuardedBuffer histograms_;
  OutputShape output_;
  tailproof_call call_{};
  std::optional<tailproof_shape> prepared_;
  std::int32_t poison_ = 0;
  std::uint64_t calls_ = 0;
};

}  // namespace

std::unique_ptr<Caller> make_host_caller(const tailproof_variant_v1_t& variant, CrashRecord& record,
                                         PriorOracle* oracle) {
  return std::make_unique<HostCaller>(variant, record, oracle);
}

}  // namespace tailproof::properties
