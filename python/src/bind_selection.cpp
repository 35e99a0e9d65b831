// select and verify: the reference and the oracle on arrays.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <utility>
#include <vector>

#include "case_arrays.hpp"
#include "module.hpp"
#include "tailproof/io/trace_json.hpp"
#include "tailproof/reference/contract.hpp"
#include "tailproof/reference/oracle.hpp"
#include "tailproof/reference/selector.hpp"

namespace nb = nanobind;

namespace tailproof::python {
namespace {

using Indices = nb::ndarray<const std::int32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

std::pair<IndexArray, std::vector<std::string>> select(const Scores& scores, const Lengths& lengths,
                                                       std::int32_t rank, const std::string& policy,
                                                       bool traced) {
  const reference::ScoreMatrix matrix = matrix_of(scores, lengths);
  reference::require_shape(matrix, rank);
  std::vector<std::int32_t> indices(static_cast<std::size_t>(matrix.rows()) *
                                    static_cast<std::size_t>(rank));
  std::vector<reference::Trace> traces(traced ? static_cast<std::size_t>(matrix.rows()) : 0);
  {
    const nb::gil_scoped_release release;
    reference::select_all(matrix, rank, reference::parse_policy(policy), indices, traces);
  }
  std::vector<std::string> records;
  for (const reference::Trace& trace : traces) records.push_back(io::to_json(trace));
  return {index_array(std::move(indices), matrix.rows(), rank), std::move(records)};
}

nb::dict violation_dict(const reference::KindFinding& finding) {
  const reference::Violation& first = finding.first;
  nb::dict record;
  record["kind"] = std::string(reference::violation_name(first.kind));
  record["text"] = reference::to_string(first);
  record["count"] = finding.count;
  record["row"] = first.row;
  const auto put = [&record](const char* name, const auto& part) {
    record[name] = part ? nb::cast(*part) : nb::none();
  };
  put("slot", first.slot);
  put("index", first.index);
  put("position", first.position);
  put("value", first.value);
  return record;
}

nb::dict verify(const Scores& scores, const Lengths& lengths, std::int32_t rank,
                const Indices& indices) {
  const reference::ScoreMatrix matrix = matrix_of(scores, lengths);
  const std::span<const std::int32_t> picks(indices.data(), indices.size());
  reference::Verdict verdict;
  {
    const nb::gil_scoped_release release;
    reference::require_shape(matrix, rank);
    verdict = reference::judge(matrix, rank, picks, static_cast<std::int64_t>(indices.shape(1)));
  }
  nb::list violations;
  for (const auto& finding : verdict.findings) {
    if (finding) violations.append(violation_dict(*finding));
  }
  nb::dict record;
  record["rows"] = verdict.rows;
  record["rejected_rows"] = verdict.rejected_rows;
  record["violations"] = violations;
  return record;
}

}  // namespace

void bind_selection(nb::module_& module) {
  module.def("select", &select, nb::arg("scores"), nb::arg("lengths"), nb::arg("k"),
             nb::arg("policy"), nb::arg("traced"),
             "Indices of shape (M, K) and, if traced, one JSON record a row (spec 9).");
  module.def("verify", &verify, nb::arg("scores"), nb::arg("lengths"), nb::arg("k"),
             nb::arg("indices"), "The oracle's verdict on indices of shape (M, >= K).");
}

}  // namespace tailproof::python
