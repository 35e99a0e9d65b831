// Raw score rows: the reference against sorting, every count, boundary and digit.
#include "check_row.hpp"
#include "mutate_rows.hpp"
#include "row_input.hpp"

namespace tailproof::fuzz {
namespace {

void run(Bytes bytes) {
  if (bytes.size() < row_header_bytes) return;
  const RowInput input = read_row(bytes);
  reference::Selector selector(input.policy, input.rank);
  if (input.has_nan()) {
    check_refusal(selector, input.scores, input.row);
  } else {
    check_row(selector, input.scores, input.row);
  }
}

CaseOfInput to_case(Bytes bytes) {
  return {"reference", "contract", "", specimen_of(read_row(bytes))};
}

}  // namespace

const Target target = {"scores", "the reference's trace and answer are what sorting the row tells",
                       run, mutate_rows, to_case};

}  // namespace tailproof::fuzz
