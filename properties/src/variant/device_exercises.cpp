#include "device_exercises.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace tailproof::properties {
namespace {

constexpr std::uint64_t microsecond = 1000;
constexpr int rounds = 4;             // of two calls at once
constexpr std::int64_t far_rows = 8;  // at most, where each has memory of its own
constexpr std::int64_t far_offset = std::int64_t{1} << 32;  // in elements, of the last row

bool fewer_live(const tailproof_variant_v1_t& variant) {
  return (variant.flags & TAILPROOF_READS_LIVE_ROWS) != 0;
}

// The same rows, fewer of them and for another K, as far as the limits allow.
Request other_shape(const Request& request, const tailproof_limits& limits) {
  Request other = request;
  other.rows = std::max<std::int64_t>(1, request.rows / 2);
  other.row_capacity = other.rows;
  other.rank = request.rank > limits.least_rank ? std::max(limits.least_rank, request.rank / 2)
                                                : std::min(limits.greatest_rank, request.rank + 1);
  return other;
}

}  // namespace

// An executable graph, destroyed with its owner.
struct DeviceExercises::Graph {
  Graph(const CudaDriver& owner, void* graph) : driver(&owner), handle(graph) {}
  Graph(Graph&& other) noexcept
      : driver(other.driver), handle(std::exchange(other.handle, nullptr)) {}
  Graph& operator=(Graph&&) = delete;
  ~Graph() {
    if (handle != nullptr) driver->discard_graph(handle);
  }
  const CudaDriver* driver;
  void* handle;
};

DeviceExercises::DeviceExercises(const CudaDriver& driver, const tailproof_variant_v1_t& variant,
                                 const VariantFunctions& functions, const CompetingKernel& rival,
                                 const Request& request, const float* scores,
                                 const std::int32_t* lengths)
    : driver_(driver),
      variant_(variant),
      functions_(functions),
      rival_(rival),
      request_(request),
      scores_(scores),
      lengths_(lengths) {}

CallOutcome DeviceExercises::run(Guard guard) {
  guard_ = guard;
  outcome_ = {};
  switch (guard) {
    case Guard::two_streams:
      two_streams();
      break;
    case Guard::capture:
      capture();
      break;
    case Guard::graph_replays:
      graph_replays();
      break;
    case Guard::competing_kernel:
      competing_kernel();
      break;
    case Guard::wide_offsets:
      wide_offsets();
      break;
    default:
      outcome_ = {ReplyKind::refused, "no exercise belongs to this guard", {}};
  }
  return std::move(outcome_);
}

tailproof_shape DeviceExercises::shape_of(const Request& request) const noexcept {
  return {request.row_capacity, request.width, request.pitch, request.rank, 0};
}

ExerciseRows DeviceExercises::rows(int version) const {
  return exercise_rows(request_, scores_, lengths_, version, fewer_live(variant_));
}

void DeviceExercises::breach(std::int64_t row, const std::string& detail) {
  outcome_.breaches.push_back({guard_, row, detail});
}

bool DeviceExercises::set_up(DeviceStage& stage, const tailproof_shape& shape, bool apart) {
  const auto refusal = stage.set_up(shape, apart);
  if (refusal) outcome_ = {refusal->kind, refusal->text, {}};
  return !refusal;
}

bool DeviceExercises::enqueue(const DeviceStage& stage, const std::string& how) {
  const auto refusal = stage.enqueue();
  if (refusal) breach(-1, how + ": " + refusal->text);
  return !refusal;
}

bool DeviceExercises::judge(DeviceStage& stage, const std::string& how) {
  const auto wrong = stage.judge();
  if (wrong) breach(wrong->row, how + ": " + wrong->problem);
  return !wrong;
}

void DeviceExercises::two_streams() {
  DeviceStage left(driver_, variant_, functions_);
  DeviceStage right(driver_, variant_, functions_);
  DeviceStage gate(driver_, variant_, functions_);
  if (!set_up(left, shape_of(request_)) || !set_up(right, shape_of(request_))) return;
  for (int round = 0; round < rounds; ++round) {
    left.load(rows(round));
    right.load(rows(round + 1));
    // Both begin when the gate opens, so that neither is done before the other is enqueued.
    rival_.launch({1, 100 * microsecond, 0}, gate.stream());
    driver_.order(gate.stream(), left.stream());
    driver_.order(gate.stream(), right.stream());
    const std::string how = fmt::format("two calls at once, round {}", round + 1);
    if (!enqueue(left, how) || !enqueue(right, how)) return;
    const bool left_right = judge(left, how);
    if (!judge(right, how) || !left_right) return;
  }
}

std::optional<DeviceExercises::Graph> DeviceExercises::captured(const DeviceStage& stage) {
  GraphContents contents;
  driver_.begin_capture(stage.stream());
  const auto refusal = stage.enqueue();
  void* graph = nullptr;
  std::string problem;
  try {
    graph = driver_.end_capture(stage.stream(), &contents);
  } catch (const CudaError& error) {
    problem = error.what();
  }
  std::optional<Graph> made;
  if (graph != nullptr) made.emplace(driver_, graph);
  if (refusal) problem = refusal->text + (problem.empty() ? "" : "; " + problem);
  if (problem.empty() && contents.nodes == 0) problem = "nothing was enqueued on the call's stream";
  if (problem.empty() && contents.allocations != 0) {
    problem = fmt::format("{} of {} nodes allocate or free device memory", contents.allocations,
                          contents.nodes);
  }
  if (problem.empty()) return made;
  breach(-1, "captured: " + problem);
  return std::nullopt;
}

void DeviceExercises::capture() {
  DeviceStage stage(driver_, variant_, functions_);
  if (!set_up(stage, shape_of(request_))) return;
  stage.load(rows(0));
  if (const auto graph = captured(stage)) replay(*graph, stage, "captured and replayed once");
}

bool DeviceExercises::replay(const Graph& graph, DeviceStage& stage, const std::string& how) {
  driver_.launch(graph.handle, stage.stream());
  return judge(stage, how);
}

// Captured while all rows are empty: what the call looks at then must not be what it does later.
void DeviceExercises::graph_replays() {
  DeviceStage stage(driver_, variant_, functions_);
  if (!set_up(stage, shape_of(request_))) return;
  stage.load(rows(2));
  const auto graph = captured(stage);
  if (!graph) return;
  for (const int version : {0, 2, 3, 4, 5, 6, 1}) {
    stage.load(rows(version));
    if (!replay(*graph, stage, fmt::format("replay with version {} of the rows", version))) return;
  }
  const Request request = other_shape(request_, variant_.limits);
  DeviceStage other(driver_, variant_, functions_);
  if (!set_up(other, shape_of(request))) return;
  other.load(exercise_rows(request, scores_, lengths_, 1, false));
  const auto second = captured(other);
  if (!second || !replay(*second, other, "replay of another shape")) return;
  for (const int version : {1, 0}) {
    stage.load(rows(version));
    const std::string how =
        fmt::format("replay after another shape's, version {} of the rows", version);
    if (!replay(*graph, stage, how)) return;
  }
}

void DeviceExercises::competing_kernel() {
  DeviceStage stage(driver_, variant_, functions_);
  DeviceStage rival(driver_, variant_, functions_);
  if (!set_up(stage, shape_of(request_))) return;
  const unsigned whole = driver_.multiprocessors();
  // All of the device but a few places that come free early; all of it, without any; half of
  // it; more than fits, in waves; next to nothing.
  const Competition competitions[] = {
      {2 * whole, 400 * microsecond, 6},     {2 * whole, 400 * microsecond, 0},
      {whole / 2 + 1, 300 * microsecond, 0}, {8 * whole, 60 * microsecond, whole},
      {2 * whole, 300 * microsecond, whole}, {2, 300 * microsecond, 1}};
  int number = 0;
  for (const Competition& competition : competitions) {
    stage.load(rows(number == 2 ? 0 : number));
    rival_.launch(competition, rival.stream());
    const std::string how = fmt::format("beside a kernel of {} CTAs for {} us", competition.ctas,
                                        competition.nanoseconds / microsecond);
    if (!enqueue(stage, how)) return;
    rival_.launch({competition.ctas, 30 * microsecond, 0}, rival.stream());
    const bool right = judge(stage, how);
    driver_.wait_for(rival.stream());
    if (!right) return;
    ++number;
  }
}

void DeviceExercises::wide_offsets() {
  if (variant_.limits.greatest_rows < 2 || request_.width == 0) {
    outcome_ = {ReplyKind::refused, "has no second row to put far from the first", {}};
    return;
  }
  Request request = request_;
  request.rows = std::min(request_.rows, std::min(far_rows, variant_.limits.greatest_rows));
  request.row_capacity = request.rows;
  ExerciseRows here = exercise_rows(request, scores_, lengths_, 0, false);
  if (here.live == 1) {
    here.scores.insert(here.scores.end(), scores_, scores_ + request.pitch);
    here.lengths.push_back(here.lengths.front());
    here.live = 2;
  }
  const std::int64_t step =
      static_cast<std::int64_t>(driver_.mapping_granularity() / sizeof(float)) *
      variant_.limits.pitch_multiple;
  const std::int64_t least = std::max(far_offset / (here.live - 1) + 1, request.width);
  request.row_capacity = request.rows = here.live;
  request.pitch = (least + step - 1) / step * step;
  DeviceStage stage(driver_, variant_, functions_);
  if (!set_up(stage, shape_of(request), true)) return;
  for (int call = 0; call < 2; ++call) {
    stage.load(here);
    const std::string how = fmt::format("{} rows {} scores apart", here.live, request.pitch);
    if (!enqueue(stage, how) || !judge(stage, how)) return;
  }
}

}  // namespace tailproof::properties
