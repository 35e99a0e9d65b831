// Calls in CUDA device memory: red zones, poison, input compared afterwards, errors asked for at
// once, a stream that the default one does not wait for.
#include "caller.hpp"
#include "cuda_driver.hpp"
#include "device_buffer.hpp"
#include "device_exercises.hpp"
#include "input_layout.hpp"
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
constexpr int leaking_calls = 4;
constexpr int replays = 6;  // of a captured call

class DeviceCaller final : public Caller {
 public:
  DeviceCaller(const tailproof_variant_v1_t& variant, CrashRecord& record, PriorOracle* oracle)
      : variant_(variant),
        functions_(variant, record),
        oracle_(oracle),
        stream_(driver_.make_stream()) {}

  void set_input(FileDescriptor descriptor, std::size_t bytes) override {
    input_.map(descriptor.get(), 0, pages_for(bytes));
  }
  void set_scores(FileDescriptor descriptor, std::size_t bytes) override {
    scores_apart_.map(descriptor.get(), generators::ScoreMemory::guard_pages, pages_for(bytes));
  }
  void set_result(FileDescriptor descriptor, std::size_t bytes) override {
    result_ = SharedMemory(std::move(descriptor), bytes);
  }

  CallOutcome exercise(const Request& request) override {
    const InputLayout layout = input_layout(request, variant_.limits);
    const std::byte* const lengths =
        input_.data() + layout.lengths_page * page_size() + layout.lengths.offset;
    try {
      if (!rival_) rival_.emplace(driver_);
      DeviceExercises exercises(
          driver_, variant_, functions_, *rival_, request,
          reinterpret_cast<const float*>(input_.data() + layout.scores.offset),
          reinterpret_cast<const std::int32_t*>(lengths));
      return exercises.run(request.exercise);
    } catch (const CudaError& error) {
      return {ReplyKind::broken, error.what(), {}};
    }
  }

  CallOutcome select(const Request& request) override {
    CallOutcome outcome;
    try {
      run(request, outcome);
    } catch (const CudaError& error) {
      outcome.kind = ReplyKind::broken;
      outcome.text = error.what();
    }
    return outcome;
  }

 private:
  void run(const Request& request, CallOutcome& outcome) {
    ++calls_;
    place_input(request);
    place_output(request);
    if (auto refusal = place_workspace(request, outcome)) return refused(*refusal, outcome);
    poison(request);
    driver_.synchronize();
    std::size_t before = driver_.free_memory();
    auto refusal = call(request);
    driver_.wait_for(stream_);
    driver_.synchronize();
    check(request, outcome);
    if (refusal) return refused(*refusal, outcome);
    publish(request);
    before -= judge(request, outcome);
    if (captures(request)) return;  // graphs keep memory of their own
    for (int again = 1; driver_.free_memory() < before; ++again) {
      if (again == leaking_calls) {
        outcome.breaches.push_back(
            {Guard::leak, -1,
             fmt::format("{} equal calls each kept device memory", leaking_calls)});
        return;
      }
      before = driver_.free_memory();
      if (call(request)) return;
      driver_.wait_for(stream_);
    }
  }

  // Bytes of device memory that the oracle took.
  std::size_t judge(const Request& request, CallOutcome& outcome) {
    if (oracle_ == nullptr) return 0;
    const std::size_t before = driver_.free_memory();
    const ResultLayout layout = result_layout(request, variant_.histogram_bins);
    outcome.judged = judge_beside(*oracle_, call_, request.rows, result_.data() + layout.accepted);
    return before - std::min(before, driver_.free_memory());
  }

  void place_input(const Request& request) {
    const InputLayout layout = input_layout(request, variant_.limits);
    call_ = {};
    call_.shape = {request.row_capacity, request.width, request.pitch, request.rank, 0};
    call_.stream = stream_;
    const GuardedRegion& memory = request.scores_apart != 0 ? scores_apart_ : input_;
    scores_from_ = memory.data() + layout.scores.offset;
    lengths_from_ = input_.data() + layout.lengths_page * page_size() + layout.lengths.offset;
    live_from_ = input_.data() + layout.live_rows_page * page_size() + layout.live_rows.offset;
    const auto put = [&](DeviceBuffer& buffer, const Placement& placement, const std::byte* from,
                         std::size_t alignment, std::uint64_t seed) {
      buffer.place(placement.bytes, alignment, request.shift);
      buffer.write(from);
      buffer.arm(calls_ * 32 + seed);
    };
    const auto alignment = static_cast<std::size_t>(variant_.limits.base_alignment) * sizeof(float);
    put(scores_, layout.scores, scores_from_, alignment, 0);
    put(lengths_, layout.lengths, lengths_from_, sizeof(std::int32_t), 2);
    put(live_rows_, layout.live_rows, live_from_, sizeof(std::int32_t), 4);
    call_.scores = scores_.on_device<const float>();
    call_.lengths = lengths_.on_device<const std::int32_t>();
    if ((variant_.flags & TAILPROOF_READS_LIVE_ROWS) != 0) {
      call_.live_rows = live_rows_.on_device<const std::int32_t>();
    }
  }

  void place_output(const Request& request) {
    output_ = {request.rows, request.row_capacity, request.rank,
               std::int64_t{request.rank} + request.shift};
    poison_ = output_poison(calls_);
    host_indices_.assign(output_.slots(), poison_);
    const auto put = [&](DeviceBuffer& buffer, std::uint64_t seed) {
      buffer.place(output_.slots() * sizeof(std::int32_t), sizeof(std::int32_t), request.shift);
      buffer.arm(calls_ * 32 + seed);
    };
    put(indices_, 6);
    call_.indices = indices_.on_device<std::int32_t>();
    call_.indices_pitch = output_.pitch;
    if ((variant_.flags & TAILPROOF_WRITES_VALUES) != 0) {
      put(values_, 8);
      call_.values = values_.on_device<float>();
    }
    if (request.traced == 0) return;
    const auto rows = static_cast<std::size_t>(request.row_capacity);
    traces_.place(rows * sizeof(tailproof_row_trace), workspace_alignment, 0);
    histograms_.place(rows * TAILPROOF_HISTOGRAMS *
                          static_cast<std::size_t>(variant_.histogram_bins) * sizeof(std::uint32_t),
                      workspace_alignment, 0);
    traces_.arm(calls_ * 32 + 10);
    histograms_.arm(calls_ * 32 + 12);
  }

  // What the outputs hold before a selection.
  void poison(const Request& request) const {
    indices_.write(host_indices_.data());
    if (call_.values != nullptr) values_.write(host_indices_.data());
    if (request.traced == 0) return;
    // The variant writes whole records: what it leaves out shows as an impossible one.
    traces_.fill(calls_ * 32 + 14);
    histograms_.fill(calls_ * 32 + 15);
  }

  std::optional<Refusal> place_workspace(const Request& request, CallOutcome& outcome) {
    std::size_t bytes = 0;
    if (auto refusal = functions_.workspace_bytes(call_.shape, bytes)) return refusal;
    const bool known = prepared_ && std::memcmp(&*prepared_, &call_.shape, sizeof call_.shape) == 0;
    if (known && bytes != workspace_.size()) {
      outcome.breaches.push_back({Guard::workspace_size, -1,
                                  fmt::format("asked for {} bytes, then for {} for the same shape",
                                              workspace_.size(), bytes)});
    }
    const bool fresh =
        workspace_.place(bytes, workspace_alignment, 0) || !known || request.renew != 0;
    call_.workspace = workspace_.on_device<void>();
    call_.workspace_size = bytes;
    workspace_.arm(calls_ * 32 + 14);
    if (!fresh) return std::nullopt;
    prepared_.reset();
    if ((variant_.flags & TAILPROOF_NEEDS_ZEROED_WORKSPACE) != 0) {
      workspace_.clear();
    } else {
      workspace_.fill(calls_ * 32 + 16);
    }
    driver_.synchronize();
    if (auto refusal = functions_.prepare(call_)) return refusal;
    prepared_ = call_.shape;
    return std::nullopt;
  }

  [[nodiscard]] bool captures(const Request& request) const noexcept {
    return (variant_.flags & TAILPROOF_CAPTURE_SAFE) != 0 && request.shift != 0;
  }

  // A capture-safe variant is, at every placement but the plain one, captured while all rows are
  // empty and replayed with other lengths and live row counts; the last replay has the real ones.
  [[nodiscard]] std::optional<Refusal> call(const Request& request) {
    if (!captures(request)) return enqueue(request);
    const std::vector<std::int32_t> empty(static_cast<std::size_t>(request.row_capacity), 0);
    const std::int32_t none = 0;
    lengths_.write(empty.data());
    driver_.synchronize();
    driver_.begin_capture(stream_);
    auto refusal = enqueue(request);
    void* const graph = driver_.end_capture(stream_);
    for (int replay = 0; replay < replays && !refusal; ++replay) {
      const bool real = replay % 2 == 1 || replay + 1 == replays;
      lengths_.write(real ? lengths_from_ : reinterpret_cast<const std::byte*>(empty.data()));
      const auto* const nobody = reinterpret_cast<const std::byte*>(&none);
      live_rows_.write(replay == 2 ? nobody : live_from_);
      poison(request);
      driver_.synchronize();
      driver_.launch(graph, stream_);
      driver_.wait_for(stream_);
    }
    driver_.destroy(graph);
    return refusal;
  }

  [[nodiscard]] std::optional<Refusal> enqueue(const Request& request) const {
    if (request.traced == 0) return functions_.select(call_);
    tailproof_trace_buffer buffer{};
    buffer.rows = traces_.on_device<tailproof_row_trace>();
    buffer.histograms =
        variant_.histogram_bins == 0 ? nullptr : histograms_.on_device<std::uint32_t>();
    buffer.histogram_bins = variant_.histogram_bins;
    return functions_.trace(call_, buffer);
  }

  void check_input(Buffer name, const DeviceBuffer& buffer, const std::byte* expected,
                   std::size_t row_bytes, std::vector<GuardBreach>& breaches) const {
    check_damage(Guard::input_overrun, buffer_name(name), buffer.size(), buffer.damage(), breaches);
    std::vector<std::byte> now(buffer.size());
    buffer.read(now.data(), now.size());
    if (std::memcmp(now.data(), expected, now.size()) == 0) return;
    const auto first = std::mismatch(now.begin(), now.end(), expected).first - now.begin();
    const std::int64_t row = row_bytes == 0 ? -1 : first / static_cast<std::int64_t>(row_bytes);
    breaches.push_back({Guard::input_written, row,
                        fmt::format("byte {} of {} was written", first, buffer_name(name))});
  }

  void check(const Request& request, CallOutcome& outcome) {
    auto& breaches = outcome.breaches;
    check_input(Buffer::scores, scores_, scores_from_,
                static_cast<std::size_t>(request.pitch) * sizeof(float), breaches);
    check_input(Buffer::lengths, lengths_, lengths_from_, 0, breaches);
    check_input(Buffer::live_rows, live_rows_, live_from_, 0, breaches);
    const auto damage = [&](Guard guard, Buffer name, const DeviceBuffer& buffer) {
      check_damage(guard, buffer_name(name), buffer.size(), buffer.damage(), breaches);
    };
    damage(Guard::output_overrun, Buffer::indices, indices_);
    indices_.read(host_indices_.data(), indices_.size());
    check_untouched(host_indices_, output_, poison_, "indices", breaches);
    if (call_.values != nullptr) {
      damage(Guard::output_overrun, Buffer::values, values_);
      std::vector<std::int32_t> values(output_.slots());
      values_.read(values.data(), values_.size());
      check_untouched(values, output_, poison_, "values", breaches);
      tailproof_call on_host = call_;
      on_host.scores = reinterpret_cast<const float*>(scores_from_);
      check_values(on_host, host_indices_, values, output_, breaches);
    }
    damage(Guard::workspace_overrun, Buffer::workspace, workspace_);
    if (request.traced == 0) return;
    damage(Guard::trace_format, Buffer::traces, traces_);
    damage(Guard::trace_format, Buffer::histograms, histograms_);
  }

  void publish(const Request& request) const {
    const ResultLayout layout = result_layout(request, variant_.histogram_bins);
    auto* const indices = reinterpret_cast<std::int32_t*>(result_.data());
    for (std::int64_t row = 0; row < request.rows; ++row) {
      const auto* const from = host_indices_.data() + row * output_.pitch;
      std::transform(from, from + request.rank, indices + row * request.rank,
                     [this](std::int32_t slot) { return slot == poison_ ? unwritten : slot; });
    }
    if (request.traced == 0) return;
    traces_.read(result_.data() + layout.traces, layout.histograms - layout.traces);
    histograms_.read(result_.data() + layout.histograms, layout.accepted - layout.histograms);
  }

  void refused(const Refusal& refusal, CallOutcome& outcome) {
    outcome.kind = refusal.kind;
    outcome.text = refusal.text;
    if (refusal.kind == ReplyKind::broken) prepared_.reset();
  }

  const tailproof_variant_v1_t& variant_;
  VariantFunctions functions_;
  PriorOracle* oracle_;
  CudaDriver driver_;
  std::optional<CompetingKernel> rival_;  // loaded with the first exercise
  void* stream_;
  GuardedRegion input_;
  GuardedRegion scores_apart_;
  SharedMemory result_;
  DeviceBuffer scores_{driver_};
  DeviceBuffer lengths_{driver_};
  DeviceBuffer live_rows_{driver_};
  DeviceBuffer indices_{driver_};
  DeviceBuffer values_{driver_};
  DeviceBuffer workspace_{driver_};
  DeviceBuffer traces_{driver_};
  DeviceBuffer histograms_{driver_};
  const std::byte* scores_from_ = nullptr;
  const std::byte* lengths_from_ = nullptr;
  const std::byte* live_from_ = nullptr;
  std::vector<std::int32_t> host_indices_;
  OutputShape output_;
  tailproof_call call_{};
  std::optional<tailproof_shape> prepared_;
  std::int32_t poison_ = 0;
  std::uint64_t calls_ = 0;
};

}  // namespace

std::unique_ptr<Caller> make_device_caller(const tailproof_variant_v1_t& variant,
                                           CrashRecord& record, PriorOracle* oracle) {
  return std::make_unique<DeviceCaller>(variant, record, oracle);
}

}  // namespace tailproof::properties
