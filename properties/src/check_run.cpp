#include "tailproof/properties/check_run.hpp"

#include "tailproof/generators/capacity_probe.hpp"
#include "tailproof/generators/registry.hpp"
#include "tailproof/io/input_error.hpp"
#include "tailproof/properties/judge.hpp"
#include "tailproof/properties/subject_registry.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <memory>
#include <set>
#include <thread>
#include <utility>

namespace tailproof::properties {
namespace {

// Cases between two looks at findings: a failure ends the run at a block's end, so that what is
// reported does not depend on which thread was faster.
constexpr std::uint64_t block_size = 128;

struct CaseOutcome {
  generators::Recipe recipe;
  Judgement judgement;
  std::optional<generators::CapacityProbe> probe;
  std::uint64_t probing_rows = 0;
};

// Ranks worth drawing for a subject that takes some only; none if it takes every usual one.
std::vector<std::int32_t> ranks_within(const Traits& traits) {
  constexpr std::int32_t usual = 2048;
  if (traits.least_rank <= 1 && traits.greatest_rank >= usual) return {};
  std::set<std::int32_t> ranks{traits.least_rank, traits.greatest_rank};
  for (std::int32_t power = 1; power <= usual; power *= 2) ranks.insert(power);
  for (const std::int32_t odd : {3, 7, 100, 705}) ranks.insert(odd);
  std::erase_if(ranks, [&](std::int32_t rank) {
    return rank < traits.least_rank || rank > traits.greatest_rank;
  });
  return {ranks.begin(), ranks.end()};
}

// What is drawn, fitted to the subject: its own policy, its limits, its buffer sizes.
generators::SamplerOptions fitted(generators::SamplerOptions sampler, const Traits& traits) {
  if (traits.policy && !sampler.policy) sampler.policy = traits.policy;
  sampler.max_length = std::min(sampler.max_length, traits.greatest_width);
  if (sampler.ranks.empty()) sampler.ranks = ranks_within(traits);
  if (sampler.capacities.empty()) sampler.capacities = traits.capacities;
  return sampler;
}

class Run {
 public:
  explicit Run(const CheckOptions& options)
      : options_(options),
        subject_(make_subject(options.subject)),
        sampler_(options.seed, fitted(options.sampler, subject_->traits())),
        properties_(properties_of_names(options.properties)),
        outcomes_(block_size) {
    const Traits& traits = subject_->traits();
    for (int t = 0; t < std::max(1, options.threads); ++t) judges_.emplace_back(subject_->clone());
    for (const Property* property : properties_) {
      result_.tallies.push_back({property, std::string(why_not_checked(*property, traits))});
    }
    std::erase_if(properties_,
                  [&](const Property* p) { return !why_not_checked(*p, traits).empty(); });
    for (const Property* property : properties_) {
      (is_law(*property) ? laws_ : always_).push_back(property);
    }
    result_.left_out = sampler_.left_out();
    for (const std::int64_t capacity : sampler_.options().capacities) {
      result_.coverage.capacities[capacity] = {};
    }
    const Shard& shard = options.shard;
    if (shard.number < 1 || shard.number > shard.of || (shard.of > 1 && !options.cases)) {
      throw InputError({.file = "shard"}, "must be I/N with 1 <= I <= N, and a number of cases");
    }
    empty_ = result_;
  }

  CheckResult run(const std::function<void(const Progress&)>& progress) {
    const auto start = std::chrono::steady_clock::now();
    const auto seconds = [&] {
      return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    const auto out_of_time = [&] {
      return !options_.cases && seconds() >= options_.budget_seconds;
    };
    const Shard& shard = options_.shard;
    for (std::uint64_t block = shard.number - 1; result_.failures.empty(); block += shard.of) {
      const std::uint64_t first = block * block_size;
      if (out_of_time() || (options_.cases && first >= *options_.cases)) break;
      const std::uint64_t left = options_.cases ? *options_.cases - first : block_size;
      const CheckResult part = run_block(first, std::min(left, block_size), out_of_time);
      append(result_, part);
      result_.seconds = seconds();
      if (progress) progress(progress_now(block, part));
    }
    return std::move(result_);
  }

 private:
  // Cases of a block in parallel; what they found is merged in their order. A call that hangs costs
  // so much time that the block ends with it: cases are begun in order, so every one before the
  // first that hangs is complete, whichever thread came to it.
  CheckResult run_block(std::uint64_t first, std::uint64_t count,
                        const std::function<bool()>& out_of_time) {
    std::atomic<std::uint64_t> next{0};
    std::exception_ptr error;
    std::atomic<bool> failed{false};
    std::atomic<bool> hung{false};
    const auto work = [&](Judge& judge) {
      try {
        while (!failed && !hung && !out_of_time()) {
          const std::uint64_t j = next++;
          if (j >= count) break;
          outcomes_[j] = examine(judge, first + j);
          if (outcomes_[j].judgement.status == Status::hung) hung = true;
        }
      } catch (...) {
        if (!failed.exchange(true)) error = std::current_exception();
      }
    };
    std::vector<std::thread> helpers;
    for (std::size_t t = 1; t < judges_.size(); ++t) {
      helpers.emplace_back(work, std::ref(judges_[t]));
    }
    work(judges_.front());
    for (std::thread& helper : helpers) helper.join();
    if (error) std::rethrow_exception(error);
    const std::uint64_t done = std::min<std::uint64_t>(next, count);
    CheckResult block = empty_;
    for (std::uint64_t j = 0; j < done; ++j) {
      merge(block, first + j, outcomes_[j]);
      if (outcomes_[j].judgement.status == Status::hung) break;
    }
    return block;
  }

  CaseOutcome examine(Judge& judge, std::uint64_t index) const {
    CaseOutcome outcome;
    outcome.recipe = sampler_.draw(index);
    const generators::Case made = generators::materialise(outcome.recipe);
    const Call call = call_of(made);
    const std::uint64_t seed = law_seed(options_.seed, index);
    outcome.judgement = judge.examine(call, seed, properties_for(seed), true);
    outcome.probe = generators::capacity_probe(outcome.recipe);
    for (std::int64_t row = 0; outcome.probe && row < made.rows(); ++row) {
      const auto length = static_cast<std::int64_t>(made.scores(row).size());
      if (generators::holds(*outcome.probe, length, made.rank())) ++outcome.probing_rows;
    }
    return outcome;
  }

  [[nodiscard]] std::vector<const Property*> properties_for(std::uint64_t seed) const {
    std::vector<const Property*> chosen = always_;
    const auto wanted = static_cast<std::size_t>(options_.laws_per_case);
    if (options_.laws_per_case < 0 || wanted >= laws_.size()) {
      chosen.insert(chosen.end(), laws_.begin(), laws_.end());
      return chosen;
    }
    generators::Draws draws(generators::CounterRandom(seed, 0x1a3 + 1));
    std::vector<const Property*> laws = laws_;
    for (std::size_t each = 0; each < wanted; ++each) {
      const auto pick = draws.between(static_cast<std::int64_t>(each),
                                      static_cast<std::int64_t>(laws.size()) - 1);
      std::swap(laws[each], laws[static_cast<std::size_t>(pick)]);
      chosen.push_back(laws[each]);
    }
    return chosen;
  }

  void merge(CheckResult& block, std::uint64_t index, CaseOutcome& outcome) {
    ++block.cases;
    block.rows += static_cast<std::uint64_t>(outcome.recipe.rows);
    if (outcome.judgement.status == Status::refused) ++block.refused_cases;
    const auto& checked = outcome.judgement.checked;
    for (PropertyTally& tally : block.tallies) {
      tally.cases += std::find(checked.begin(), checked.end(), tally.property) != checked.end();
    }
    if (outcome.judgement.coverage) {
      block.coverage.add(outcome.recipe.family, outcome.judgement.routes, outcome.judgement.marks);
      block.coverage.tails += outcome.judgement.tails;
    }
    // The family probes other numbers where none are declared.
    if (outcome.probe && outcome.judgement.status != Status::refused &&
        block.coverage.capacities.count(outcome.probe->capacity) != 0) {
      const auto edge = static_cast<std::size_t>(outcome.probe->edge);
      block.coverage.capacities[outcome.probe->capacity][edge] += outcome.probing_rows;
    }
    for (const Finding& finding : outcome.judgement.findings) {
      note(block, index, outcome.recipe, finding);
    }
  }

  void note(CheckResult& block, std::uint64_t index, const generators::Recipe& recipe,
            const Finding& finding) {
    const auto tally = std::find_if(
        block.tallies.begin(), block.tallies.end(),
        [&finding](const PropertyTally& t) { return t.property->name == finding.property; });
    switch (finding.finding_class) {
      case FindingClass::violation:
        ++tally->violations;
        break;
      case FindingClass::legal_variation:
        ++tally->variations;
        break;
      case FindingClass::robustness:
        ++tally->robustness;
        break;
    }
    const bool known =
        std::any_of(block.failures.begin(), block.failures.end(),
                    [&](const Failure& f) { return f.finding.property == finding.property; });
    if (!is_failure(finding) || known) return;
    block.failures.push_back({index, recipe, law_seed(options_.seed, index), finding});
  }

  [[nodiscard]] Progress progress_now(std::uint64_t block, const CheckResult& part) const {
    Progress now;
    now.block = block;
    now.result = &part;
    now.cases = result_.cases;
    now.rows = result_.rows;
    now.seconds = result_.seconds;
    now.routes_hit = result_.coverage.routes_hit();
    const double done = static_cast<double>(result_.cases);
    const double wanted = static_cast<double>(options_.cases.value_or(0)) / options_.shard.of;
    now.seconds_left = options_.cases ? std::max(0.0, result_.seconds * (wanted - done) / done)
                                      : std::max(0.0, options_.budget_seconds - result_.seconds);
    return now;
  }

  const CheckOptions& options_;
  std::unique_ptr<Subject> subject_;
  generators::Sampler sampler_;
  std::vector<const Property*> properties_;
  std::vector<const Property*> always_;
  std::vector<const Property*> laws_;
  std::vector<Judge> judges_;
  std::vector<CaseOutcome> outcomes_;
  CheckResult result_;
  CheckResult empty_;  ///< what each block starts from: the same properties, nothing counted
};

}  // namespace

void append(CheckResult& total, const CheckResult& block) {
  total.cases += block.cases;
  total.rows += block.rows;
  total.refused_cases += block.refused_cases;
  for (std::size_t i = 0; i < total.tallies.size(); ++i) {
    total.tallies[i].cases += block.tallies[i].cases;
    total.tallies[i].violations += block.tallies[i].violations;
    total.tallies[i].variations += block.tallies[i].variations;
    total.tallies[i].robustness += block.tallies[i].robustness;
  }
  total.coverage += block.coverage;
  for (const Failure& failure : block.failures) {
    const bool known = std::any_of(
        total.failures.begin(), total.failures.end(),
        [&](const Failure& f) { return f.finding.property == failure.finding.property; });
    if (!known) total.failures.push_back(failure);
  }
}

std::uint64_t law_seed(std::uint64_t seed, std::uint64_t index) noexcept {
  return generators::mix(generators::mix(seed) + index);
}

CheckResult run_check(const CheckOptions& options,
                      const std::function<void(const Progress&)>& progress) {
  return Run(options).run(progress);
}

}  // namespace tailproof::properties
