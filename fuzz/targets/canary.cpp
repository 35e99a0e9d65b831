// A planted fault that the loop must find within seconds: engine, counters, mutator, conversion.
//
// The fault drops candidates beyond the resident capacity. It shows only if a row is longer than K,
// its tail outgrows CAP and what is dropped was needed; random bytes are far from that.
#include "coverage.hpp"
#include "mutate_rows.hpp"
#include "row_input.hpp"
#include "tailproof/properties/judge.hpp"
#include "tailproof/properties/subject_registry.hpp"

namespace tailproof::fuzz {
namespace {

constexpr const char* subject = "planted:overflow-drop";

void run(Bytes bytes) {
  if (bytes.size() < row_header_bytes) return;
  const RowInput row = read_row(bytes);
  if (row.has_nan() || row.policy.candidate_capacity() < 16) return;
  static properties::Judge judge(properties::make_subject(subject));
  static const properties::Property* const contract = properties::find_property("contract");
  const properties::Specimen specimen = specimen_of(row);
  const properties::SpecimenCall call(specimen);
  const auto seen = judge.examine(call.call(), 0, std::span(&contract, 1), true);
  note_marks(seen.marks);
  for (const properties::Finding& finding : seen.findings) {
    require(!is_failure(finding), finding.detail);
  }
}

CaseOfInput to_case(Bytes bytes) {
  return {subject, "contract", "", specimen_of(read_row(bytes))};
}

}  // namespace

const Target target = {"canary", "nothing: a fault is planted, and finding it is the test", run,
                       mutate_rows, to_case};

}  // namespace tailproof::fuzz
