#include "tailproof/properties/replay.hpp"

#include "stored_library.hpp"
#include "tailproof/io/input_error.hpp"
#include "tailproof/properties/subject_registry.hpp"

#include <utility>

namespace tailproof::properties {

CaseRun run_again(const StoredCase& stored, const std::string& subject,
                  InvestigateOptions options) {
  const Property* property = find_property(stored.property);
  if (property == nullptr) {
    throw InputError({stored.folder.string()}, "no property " + printable(stored.property));
  }
  Judge judge(make_subject(subject));
  CaseRun run;
  run.report.subject = subject;
  run.report.property = stored.property;
  run.why_not = why_not_checked(*property, judge.subject().traits());
  if (!run.why_not.empty()) return run;
  options.probes = runs_to_see_again(stored.rate);
  run.report = investigate(stored.specimen, judge, *property, options);
  run.report.recipe = stored.recipe;
  if (run.report.rate.failures == 0 && !run.report.checked) {
    run.why_not = run.report.status == Status::refused
                      ? "the subject refuses the call"
                      : "the call holds nothing that the property speaks about";
  }
  return run;
}

std::vector<ReplayedCase> replay_pending(const CaseStore& store, const std::string& subject) {
  InvestigateOptions look;
  look.shrink_it = false;
  std::vector<ReplayedCase> replayed;
  for (const StoredCase& stored : store.pending()) {
    if (!same_subject(stored.subject, subject)) continue;
    ReplayedCase each{run_again(stored, subject, look), stored.folder};
    if (each.run.passes()) each.folder = store.retire(stored);
    replayed.push_back(std::move(each));
  }
  return replayed;
}

}  // namespace tailproof::properties
