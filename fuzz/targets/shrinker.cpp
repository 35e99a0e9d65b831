// The shrinker on planted faults: it ends, what it leaves still fails, and nothing ever grows.
#include "coverage.hpp"
#include "mutate_rows.hpp"
#include "row_input.hpp"
#include "tailproof/properties/investigate.hpp"
#include "tailproof/properties/subject_registry.hpp"

#include <array>

namespace tailproof::fuzz {
namespace {

using namespace properties;

constexpr std::size_t longest = 96;
constexpr std::int32_t greatest_rank = 48;
constexpr std::int64_t most_candidates = 400;

// Faults that a single row can show, and none that ends the process.
constexpr std::array faults = {"overflow-drop",    "uncertified",    "tie-duplicate",
                               "quota-short",      "inf-sentinel",   "last-digit-skipped",
                               "zero-split",       "half-ties",      "seam-lost",
                               "cutoff-exclusive", "first-position", "odd-rank"};

struct Failing {
  std::string subject;
  Specimen specimen;
};

Failing read(Bytes bytes) {
  Input input(bytes);
  Failing failing;
  failing.subject = std::string("planted:") + input.one_of(faults);
  RowInput row = read_row(input.rest());
  row.scores.resize(std::min(row.scores.size(), longest));
  row.rank = std::min(row.rank, greatest_rank);
  failing.specimen = specimen_of(row);
  return failing;
}

void run(Bytes bytes) {
  if (bytes.size() < 1 + row_header_bytes) return;
  const Failing failing = read(bytes);
  Judge judge(make_subject(failing.subject));
  const SpecimenCall made(failing.specimen);
  const Property* const contract = find_property("contract");
  note_marks(judge.examine(made.call(), 0, std::span(&contract, 1), true).marks);
  const FailureTest test = failure_test(judge, *contract);
  const Size original = size_of(failing.specimen);
  Size last = original;
  ShrinkOptions options;
  options.most_candidates = most_candidates;
  options.most_seconds = 3600;  // never: the outcome must be a function of the input
  options.change_policy = (bytes[0] & 128u) != 0;
  options.accepted = [&last](std::string_view pass, const Specimen& accepted) {
    const Size size = size_of(accepted);
    require(size < last, "not smaller after pass " + std::string(pass));
    last = size;
  };
  const bool fails = measure_rate(failing.specimen, test, 1).failures == 1;
  const ShrinkResult result = shrink(failing.specimen, test, options);
  require(result.candidates <= most_candidates, "more candidates than allowed");
  if (!fails) {
    require(result.end == ShrinkEnd::not_failing, "shrunk although it does not fail");
    return;
  }
  const Size size = size_of(result.smallest);
  require(size == last, "the result is not what was accepted last");
  require(measure_rate(result.smallest, test, 1).failures == 1, "the result does not fail");
  require(result.end == ShrinkEnd::minimal || result.end == ShrinkEnd::out_of_candidates,
          "it ends for another reason: " + std::string(shrink_end_name(result.end)));
}

CaseOfInput to_case(Bytes bytes) {
  Failing failing = read(bytes);
  return {failing.subject, "contract", "", failing.specimen};
}

}  // namespace

const Target target = {
    "shrinker", "shrinking ends, every step makes the specimen smaller, and the result still fails",
    run, mutate_rows_behind<1>, to_case};

}  // namespace tailproof::fuzz
