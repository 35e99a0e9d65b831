// Planted faults as subjects: the hooked selector over every row of a call.
#include "hooked_selector.hpp"
#include "tailproof/properties/planted.hpp"

#include <algorithm>

namespace tailproof::properties {
namespace {

class PlantedSubject final : public Subject {
 public:
  explicit PlantedSubject(const PlantedFault& fault) : fault_(fault), selector_(hooks_) {
    fault.plant(hooks_);
    traits_.name = "planted:" + std::string(fault.name);
    traits_.summary = fault.summary;
    traits_.traces = true;
    traits_.guarded = hooks_.guarded;
    traits_.reads_live_rows = true;
    traits_.exercised = hooks_.guarded;
    traits_.captured = hooks_.guarded;
    traits_.judged = hooks_.judged;
    traits_.follows_policy = true;
    traits_.rows_per_call = 16;
  }
  PlantedSubject(const PlantedSubject&) = delete;
  PlantedSubject& operator=(const PlantedSubject&) = delete;

  [[nodiscard]] const Traits& traits() const noexcept override { return traits_; }

  void select(const Call& call, bool traced, Answer& answer) override {
    prepare(call, answer);
    if (traced) answer.traces.resize(static_cast<std::size_t>(call.rows()));
    selector_.start_call();
    const auto slots = static_cast<std::size_t>(call.rank);
    for (std::size_t row = 0; row < static_cast<std::size_t>(call.rows()); ++row) {
      selector_.select_row(call, static_cast<std::int64_t>(row),
                           std::span(answer.indices).subspan(row * slots, slots),
                           traced ? &answer.traces[row] : nullptr);
    }
    ++calls_;
    if (hooks_.answered) hooks_.answered(call, answer, calls_);
  }

  // Its breaches are planted after every call.
  void exercise(Guard, const Call& call, Answer& answer) override { select(call, false, answer); }

  [[nodiscard]] std::unique_ptr<Subject> clone() const override {
    return std::make_unique<PlantedSubject>(fault_);
  }

 private:
  const PlantedFault& fault_;
  SelectorHooks hooks_;
  HookedSelector selector_;
  Traits traits_;
  std::uint64_t calls_ = 0;
};

}  // namespace

const PlantedFault* find_planted(std::string_view name) noexcept {
  const auto all = planted_faults();
  const auto found =
      std::find_if(all.begin(), all.end(), [name](const auto& each) { return each.name == name; });
  return found == all.end() ? nullptr : &*found;
}

std::unique_ptr<Subject> make_planted(const PlantedFault& fault) {
  return std::make_unique<PlantedSubject>(fault);
}

}  // namespace tailproof::properties
