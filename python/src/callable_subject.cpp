#include "callable_subject.hpp"

#include <map>
#include <mutex>
#include <utility>

#include <nanobind/stl/string.h>

#include "case_arrays.hpp"
#include "tailproof/io/input_error.hpp"
#include "tailproof/properties/subject_registry.hpp"

namespace nb = nanobind;

namespace tailproof::python {
namespace {

using properties::Answer;
using properties::Call;
using properties::Status;

struct Table {
  std::mutex mutex;
  std::map<std::string, std::shared_ptr<const Callable>> callables;
};

Table& table() {
  static Table made;
  return made;
}

std::unique_ptr<properties::Subject> make(const std::string& name) {
  Table& known = table();
  const std::lock_guard lock(known.mutex);
  const auto found = known.callables.find(name);
  if (found == known.callables.end()) {
    throw InputError({"subject"}, "the Python callable " + printable(name) + " is not here");
  }
  return std::make_unique<CallableSubject>(found->second);
}

// An index outside int32 must not wrap into a valid one: INT32_MIN is never valid.
std::int32_t narrowed(std::int64_t index) {
  const auto narrow = static_cast<std::int32_t>(index);
  return narrow == index ? narrow : std::numeric_limits<std::int32_t>::min();
}

void fill(const nb::object& result, Answer& answer) {
  const auto picks =
      nb::cast<nb::ndarray<const std::int64_t, nb::c_contig, nb::device::cpu>>(result);
  if (picks.size() != answer.indices.size()) throw nb::value_error("wrong number of indices");
  for (std::size_t slot = 0; slot < picks.size(); ++slot) {
    answer.indices[slot] = narrowed(picks.data()[slot]);
  }
}

}  // namespace

CallableSubject::CallableSubject(std::shared_ptr<const Callable> callable)
    : callable_(std::move(callable)) {
  traits_.name = "python:" + callable_->name;
  traits_.summary = "a Python callable";
  traits_.deterministic = callable_->deterministic;
  traits_.greatest_rank = callable_->greatest_rank;
  traits_.greatest_width = callable_->greatest_width;
  traits_.rows_per_call = callable_->rows_per_call;
  traits_.capacities = callable_->capacities;
}

void CallableSubject::select(const Call& call, bool, Answer& answer) {
  properties::prepare(call, answer);
  if (!properties::admits(traits_, call)) {
    answer.status = Status::refused;
    answer.message = "beyond the limits that were declared";
    return;
  }
  const nb::gil_scoped_acquire gil;
  const ScoreArray scores = copy_of_scores(call.matrix);
  const nb::object result =
      callable_->call(nb::cast(scores), nb::cast(copy_of_lengths(call.matrix)), call.rank);
  if (nb::isinstance<nb::str>(result)) {
    const bool declined = !properties::within_contract(call);
    answer.status = declined ? Status::refused : Status::crashed;
    answer.message = nb::cast<std::string>(result);
    return;
  }
  fill(result, answer);
  if (!same_bits(call.matrix, scores.data())) {
    answer.status = Status::crashed;
    answer.message = "the callable wrote to the scores that it was given";
  }
}

std::unique_ptr<properties::Subject> CallableSubject::clone() const {
  return std::make_unique<CallableSubject>(callable_);
}

RegisteredCallable::RegisteredCallable(std::shared_ptr<const Callable> callable)
    : name_(callable->name) {
  static const bool once = [] {
    properties::add_subject_scheme({"python", "NAME", "a callable of this process", make});
    return true;
  }();
  static_cast<void>(once);
  const std::lock_guard lock(table().mutex);
  table().callables[name_] = std::move(callable);
}

RegisteredCallable::~RegisteredCallable() {
  const std::lock_guard lock(table().mutex);
  table().callables.erase(name_);
}

}  // namespace tailproof::python
