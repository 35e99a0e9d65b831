#include "device_judge.hpp"

#include "tailproof/reference/contract.hpp"
#include "tailproof/reference/errors.hpp"
#include "tailproof/reference/oracle.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace tailproof::test {
namespace {

// Elements of rows x pitch that a caller's memory is sure to hold.
std::size_t elements(std::int64_t rows, std::int64_t pitch, std::int64_t width) {
  return rows == 0 ? 0 : static_cast<std::size_t>((rows - 1) * pitch + width);
}

template <class T>
std::string copy(T* to, const T* from, std::size_t count) {
  return simt::memcpy(to, from, count * sizeof(T)).text();
}

void require(const std::string& problem) {
  if (!problem.empty()) throw std::runtime_error(problem);
}

}  // namespace

DeviceQuestion::DeviceQuestion(const reference::ScoreMatrix& matrix, std::int32_t rank,
                               std::span<const std::int32_t> indices, std::int64_t indices_pitch,
                               int offset, std::optional<std::int32_t> live, simt::stream_t stream)
    : offset_(offset),
      scores_(elements(matrix.rows(), matrix.pitch, matrix.width) + 4),
      lengths_(static_cast<std::size_t>(std::max<std::int64_t>(1, matrix.rows()))),
      live_(1),
      indices_(std::max<std::size_t>(1, indices.size())),
      summary_bytes_(sizeof(tailproof_oracle_summary)),
      device_verdicts_(static_cast<std::size_t>(std::max<std::int64_t>(1, matrix.rows()))) {
  call_.shape = {matrix.rows(), matrix.width, matrix.pitch, rank, 0};
  call_.scores = scores_.data() + offset;
  call_.lengths = lengths_.data();
  call_.indices = indices_.data();
  call_.indices_pitch = indices_pitch;
  call_.verdicts = device_verdicts_.data();
  call_.summary = reinterpret_cast<tailproof_oracle_summary*>(summary_bytes_.data());
  call_.stream = stream;
  const auto from = elements(matrix.rows(), matrix.pitch, matrix.width);
  require(replace_scores({matrix.scores, from}));
  require(replace_lengths(matrix.lengths));
  require(replace_indices(indices));
  if (live) {
    require(live_.upload({*live}).text());
    call_.live_rows = live_.data();
  }
  std::size_t bytes = 0;
  if (tailproof_oracle_workspace_bytes(&call_.shape, &bytes) != TAILPROOF_OK) return;
  workspace_ = simt::DeviceBuffer<unsigned char>(std::max<std::size_t>(1, bytes));
  require(workspace_.fill_bytes(0xa5).text());  // its contents do not matter
  call_.workspace = workspace_.data();
  call_.workspace_size = bytes;
}

std::string DeviceQuestion::replace_scores(std::span<const float> scores) {
  return copy(scores_.data() + offset_, scores.data(), scores.size());
}
std::string DeviceQuestion::replace_lengths(std::span<const std::int32_t> lengths) {
  return copy(lengths_.data(), lengths.data(), lengths.size());
}
std::string DeviceQuestion::replace_indices(std::span<const std::int32_t> indices) {
  return copy(indices_.data(), indices.data(), indices.size());
}

std::string DeviceQuestion::judge() {
  const int status = tailproof_oracle_judge(&call_);
  return status == TAILPROOF_OK ? std::string() : tailproof_oracle_error_string(status);
}

std::string DeviceQuestion::fetch() {
  verdicts_.resize(static_cast<std::size_t>(call_.shape.row_capacity));
  const std::string problem = copy(verdicts_.data(), device_verdicts_.data(), verdicts_.size());
  if (!problem.empty()) return problem;
  return simt::memcpy(&summary_, summary_bytes_.data(), sizeof summary_).text();
}

std::vector<tailproof_row_verdict> expected_verdicts(const reference::ScoreMatrix& matrix,
                                                     std::int32_t rank,
                                                     std::span<const std::int32_t> indices,
                                                     std::int64_t indices_pitch) {
  std::vector<tailproof_row_verdict> all;
  reference::Oracle oracle(rank);
  for (std::int64_t row = 0; row < matrix.rows(); ++row) {
    tailproof_row_verdict verdict{};
    std::fill(std::begin(verdict.first), std::end(verdict.first), -1);
    verdict.position = -1;
    const std::int32_t length = matrix.lengths[static_cast<std::size_t>(row)];
    const auto nan = length < 0 || length > matrix.width ? std::nullopt
                                                         : reference::first_nan(matrix.valid(row));
    if (length < 0 || length > matrix.width || nan) {
      verdict.outcome = TAILPROOF_ROW_REFUSED;
      if (nan) verdict.position = static_cast<std::int32_t>(*nan);
      all.push_back(verdict);
      continue;
    }
    const auto slots = indices.subspan(static_cast<std::size_t>(row * indices_pitch),
                                       static_cast<std::size_t>(rank));
    const reference::Verdict judged = oracle.judge_row(matrix.valid(row), row, slots);
    for (std::size_t kind = 0; kind < judged.findings.size(); ++kind) {
      const auto& finding = judged.findings[kind];
      if (!finding) continue;
      verdict.outcome = TAILPROOF_ROW_REJECTED;
      verdict.kinds |= 1u << kind;
      verdict.first[kind] = static_cast<std::int32_t>(
          finding->first.slot ? *finding->first.slot : *finding->first.position);
      verdict.count[kind] = static_cast<std::int32_t>(finding->count);
    }
    all.push_back(verdict);
  }
  return all;
}

std::string difference(const std::vector<tailproof_row_verdict>& expected,
                       const std::vector<tailproof_row_verdict>& actual,
                       const tailproof_oracle_summary& summary) {
  const auto account = [](const tailproof_row_verdict& v) {
    std::string text = "outcome " + std::to_string(v.outcome) + " at " + std::to_string(v.position);
    for (int kind = 0; kind < TAILPROOF_KINDS; ++kind) {
      if ((v.kinds & (1u << kind)) == 0) continue;
      text += ", kind " + std::to_string(kind) + " first " + std::to_string(v.first[kind]) +
              " count " + std::to_string(v.count[kind]);
    }
    return text;
  };
  tailproof_oracle_summary counted{0, 0, 0, 0, -1, -1};
  for (std::size_t row = 0; row < expected.size(); ++row) {
    if (std::memcmp(&expected[row], &actual[row], sizeof actual[row]) != 0) {
      return "row " + std::to_string(row) + ": expected " + account(expected[row]) + ", got " +
             account(actual[row]);
    }
    const auto number = static_cast<long long>(row);
    counted.accepted += actual[row].outcome == TAILPROOF_ROW_ACCEPTED ? 1 : 0;
    if (actual[row].outcome == TAILPROOF_ROW_REJECTED) {
      if (counted.rejected++ == 0) counted.first_rejected = number;
      counted.kinds |= actual[row].kinds;
    }
    if (actual[row].outcome == TAILPROOF_ROW_REFUSED && counted.refused++ == 0) {
      counted.first_refused = number;
    }
  }
  if (std::memcmp(&counted, &summary, sizeof summary) != 0) return "the summary is wrong";
  return {};
}

reference::Verdict judge_on_device(const reference::ScoreMatrix& matrix, std::int32_t rank,
                                   std::span<const std::int32_t> indices,
                                   std::int64_t indices_pitch) {
  DeviceQuestion question(matrix, rank, indices, indices_pitch);
  if (const std::string problem = question.judge(); !problem.empty()) {
    throw reference::ContractError(problem);
  }
  require(question.fetch());
  reference::Verdict verdict;
  for (std::size_t row = 0; row < question.verdicts().size(); ++row) {
    const tailproof_row_verdict& one = question.verdicts()[row];
    if (one.outcome == TAILPROOF_ROW_REFUSED) {
      throw reference::ContractError("row " + std::to_string(row) + ": refused at " +
                                     std::to_string(one.position));
    }
    reference::Verdict of_row;
    of_row.rows = 1;
    of_row.rejected_rows = one.outcome == TAILPROOF_ROW_REJECTED ? 1 : 0;
    for (int kind = 0; kind < TAILPROOF_KINDS; ++kind) {
      if ((one.kinds & (1u << kind)) == 0) continue;
      reference::Violation violation;
      violation.kind = static_cast<reference::ViolationKind>(kind);
      violation.row = static_cast<std::int64_t>(row);
      (kind == TAILPROOF_KIND_OMITTED ? violation.position : violation.slot) = one.first[kind];
      of_row.note(violation, one.count[kind]);
    }
    verdict += of_row;
  }
  return verdict;
}

}  // namespace tailproof::test
