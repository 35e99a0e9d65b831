#include "bench.hpp"

#include "device_work.hpp"
#include "rows.hpp"
#include "tailproof/gpu/current_device.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>

namespace tailproof::gpu_bench {
namespace {

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// An entry at one case: its replay, and what became of it.
struct Contender {
  Entry* entry;
  Result result;
  simt::Graph graph;
  bool captured = false;
  bool running = false;  // right so far, and to be timed
  std::int64_t replays = 1;
};

class Run {
 public:
  Run(const Plan& plan, const Progress& progress) : plan_(plan), progress_(progress) {
    planner::Device device;
    require(gpu::query_device(0, device));
    entries_ = make_floors(device.sm_count);
    for (const auto* variant : plan.variants) entries_.push_back(make_selector(*variant));
    std::int64_t elements = 0;
    std::int64_t answers = 0;
    std::int64_t slots = 0;
    for (const Shape& shape : plan.shapes) {
      layouts_.push_back(lay_out(shape, shared_rows(shape, plan.shapes), plan.limits));
      const Layout& layout = layouts_.back();
      const auto rows = static_cast<std::int64_t>(layout.lengths.size());
      elements = std::max(elements, layout.elements);
      answers = std::max(answers, rows);
      slots = std::max(slots, rows * layout.rank);
    }
    rows_ = std::make_unique<Rows>(elements, answers, slots);
    require(stream_.status());
  }

  Outcome go() {
    const auto begin = std::chrono::steady_clock::now();
    for (const FamilyChoice& family : plan_.families) {
      for (std::size_t i = 0; i < plan_.shapes.size(); ++i) {
        const std::size_t first_new = outcome_.results.size();
        try {
          if (seconds_since(begin) > plan_.options.budget_seconds) {
            skip_case(family, plan_.shapes[i], "the budget of time was spent");
          } else {
            run_case(family, plan_.shapes[i], layouts_[i]);
          }
        } catch (const DeviceError& error) {
          outcome_.crash = error.what();
        }
        progress_(outcome_.results, first_new);
        if (!outcome_.crash.empty()) return std::move(outcome_);
      }
    }
    return std::move(outcome_);
  }

 private:
  Result blank(const FamilyChoice& family, const Shape& shape, const Layout* layout) const {
    Result result;
    result.family = family.name;
    result.group = shape.group;
    result.shape = shape.name;
    result.rows = shape.rows;
    result.width = shape.width;
    result.pitch = shape.pitch;
    result.rank = shape.rank;
    if (layout != nullptr) result.calls = static_cast<std::int64_t>(layout->launches.size());
    return result;
  }

  void skip_case(const FamilyChoice& family, const Shape& shape, const std::string& why) {
    Result result = blank(family, shape, nullptr);
    result.entry = "all";
    result.detail = why;
    outcome_.results.push_back(std::move(result));
  }

  void run_case(const FamilyChoice& family, const Shape& shape, const Layout& layout) {
    rows_->fill(layout, family, plan_.options.seed, plan_.options.padding, stream_);
    wait_for(stream_, plan_.options.hang_seconds);
    std::vector<Contender> contenders;
    for (const auto& entry : entries_) {
      Contender& made =
          contenders.emplace_back(Contender{entry.get(), blank(family, shape, &layout), {}});
      made.result.entry = entry->name();
    }
    // A crash in the middle must not lose what is known: results are kept in any case.
    const auto keep = [&] {
      for (Contender& each : contenders) {
        each.graph = {};
        each.entry->release();
        outcome_.results.push_back(std::move(each.result));
      }
    };
    try {
      for (Contender& each : contenders) start(each);
      if (!plan_.options.verify_only) {
        time(contenders, layout);
        for (Contender& each : contenders) judge_again(each);
      }
      conclude(contenders);
    } catch (const DeviceError& error) {
      outcome_.crash = error.what();
    }
    keep();
  }

  void replay(Contender& each) {
    if (each.captured) {
      require(each.graph.launch(stream_.handle()));
    } else {
      each.entry->enqueue(rows_->buffers(), stream_);
    }
  }

  // Sets up, captures and verifies.
  void start(Contender& each) {
    Result& result = each.result;
    try {
      result.detail = each.entry->prepare(rows_->buffers(), stream_);
      if (!result.detail.empty()) return;
      result.workspace_bytes = each.entry->workspace_bytes();
      if (each.entry->selects()) {
        const RouteRates rates =
            each.entry->route_rates(rows_->buffers(), stream_, plan_.options.hang_seconds);
        result.bytes_per_row = rates.bytes_per_row;
        result.band_rate = rates.band_rate;
        result.exact_rate = rates.exact_rate;
      }
      if (each.entry->can_be_captured()) capture(each);
      rows_->poison(stream_);
      replay(each);
      if (each.entry->selects()) {
        result.detail = rows_->judge(stream_, plan_.options.hang_seconds);
        if (!result.detail.empty()) {
          result.status = Status::wrong;
          return;
        }
      }
      wait_for(stream_, plan_.options.hang_seconds);
      result.status = each.entry->selects() ? Status::verified : Status::floor;
      each.running = true;
    } catch (const DeviceError& error) {
      result.status = Status::failed;
      result.detail = error.what();
      if (error.is_fatal()) throw;
    }
  }

  void capture(Contender& each) {
    require(stream_.begin_capture());
    std::string why;
    try {
      each.entry->enqueue(rows_->buffers(), stream_);
    } catch (const DeviceError& error) {
      why = error.what();
    }
    const simt::Status status = stream_.end_capture(each.graph);
    if (!why.empty()) throw DeviceError(why, false);
    require(status);
    each.captured = true;
  }

  // One untimed replay, then as many as fill a sample. Milliseconds of one.
  double sample(Contender& each) {
    const double limit = plan_.options.hang_seconds;
    replay(each);
    watch_.start(stream_);
    for (std::int64_t i = 0; i < each.replays; ++i) replay(each);
    return watch_.stop(stream_, limit) / static_cast<double>(each.replays);
  }

  void time(std::vector<Contender>& contenders, const Layout& layout) {
    std::vector<Contender*> running;
    for (Contender& each : contenders) {
      if (each.running) running.push_back(&each);
    }
    for (Contender* each : running) {
      const double once = std::max(sample(*each), 1e-4);
      constexpr double most_replays = 1000;
      each->replays = static_cast<std::int64_t>(
          std::clamp(std::ceil(plan_.options.sample_milliseconds / once), 1.0, most_replays));
    }
    for (std::int64_t round = 0; round < plan_.options.rounds; ++round) {
      for (const std::size_t i : rotated(running.size(), static_cast<std::size_t>(round))) {
        const double replayed = sample(*running[i]);
        running[i]->result.samples.push_back(replayed / static_cast<double>(layout.copies));
      }
    }
  }

  void judge_again(Contender& each) {
    if (!each.running || !each.entry->selects()) return;
    rows_->poison(stream_);
    replay(each);
    const std::string fault = rows_->judge(stream_, plan_.options.hang_seconds);
    if (fault.empty()) {
      each.result.status = Status::timed;
      return;
    }
    each.result.status = Status::wrong;
    each.result.detail = "after the timing: " + fault;
    each.result.samples.clear();
  }

  static void conclude(std::vector<Contender>& contenders) {
    double floor = -1;
    double launch = -1;
    for (Contender& each : contenders) {
      Result& result = each.result;
      result.milliseconds = median(result.samples);
      if (result.status != Status::floor || result.milliseconds < 0) continue;
      if (result.entry == "launch") {
        launch = result.milliseconds;
      } else if (floor < 0 || result.milliseconds < floor) {
        floor = result.milliseconds;
      }
    }
    for (Contender& each : contenders) {
      each.result.floor_milliseconds = floor;
      each.result.launch_milliseconds = launch;
    }
  }

  const Plan& plan_;
  const Progress& progress_;
  simt::Stream stream_;
  Stopwatch watch_;
  std::vector<std::unique_ptr<Entry>> entries_;
  std::vector<Layout> layouts_;
  std::unique_ptr<Rows> rows_;
  Outcome outcome_;
};

}  // namespace

int Outcome::exit_code() const {
  if (!crash.empty()) return 4;
  bool any = false;
  for (const Result& result : results) {
    if (result.status == Status::wrong) return 1;
    any = any || result.status == Status::timed || result.status == Status::verified;
  }
  return any ? 0 : 3;
}

std::vector<std::size_t> rotated(std::size_t count, std::size_t round) {
  std::vector<std::size_t> order(count);
  for (std::size_t i = 0; i < count; ++i) order[i] = (i + round) % count;
  return order;
}

Outcome run(const Plan& plan, const Progress& progress) {
  return Run(plan, progress).go();
}

}  // namespace tailproof::gpu_bench
