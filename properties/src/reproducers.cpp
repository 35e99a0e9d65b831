// Programs that hold a case and check its picks, for people who have nothing of ours installed.
#include "tailproof/properties/case_text.hpp"

#include "tailproof/reference/contract.hpp"
#include "tailproof/reference/oracle.hpp"
#include "tailproof/reference/oracle_verdict.hpp"

#include <fmt/format.h>

#include <bit>

namespace tailproof::properties {
namespace {

constexpr std::string_view cpp_text = R"(// {title}
// Run: c++ -std=c++20 reproduce.cpp -o reproduce && ./reproduce   (ends with 1: a wrong answer)
#include <bit>
#include <cstdint>
#include <cstdio>
#include <set>
#include <vector>

constexpr int K = {rank};
const std::vector<std::vector<std::uint32_t>> rows = {{  // FP32 bits
{rows}}};
const std::vector<std::vector<int>> picks = {{  // what {subject} answered
{picks}}};

// Put your own selector here to try it on these rows.
std::vector<int> select(std::size_t row, const std::vector<float>&) {{ return picks[row]; }}

std::uint32_t key(float x) {{  // descending: a smaller key is a larger score; -0 equals +0
  const auto bits = std::bit_cast<std::uint32_t>(x == 0 ? 0.0f : x);
  return (bits >> 31) != 0 ? bits : 0x7fffffffu ^ bits;
}}

int main() {{
  int wrong = 0;
  for (std::size_t row = 0; row < rows.size(); ++row) {{
    std::vector<float> scores;
    for (const auto bits : rows[row]) scores.push_back(std::bit_cast<float>(bits));
    const int length = static_cast<int>(scores.size());
    std::set<int> chosen;
    std::uint32_t worst = 0;
    for (const int index : select(row, scores)) {{
      if (index == -1 && length < K) continue;
      if (index < 0 || index >= length || !chosen.insert(index).second) {{
        std::printf("row %zu: slot holds %d: %s\n", row, index,
                    index < 0 || index >= length ? "no position of the row" : "a duplicate");
        wrong = 1;
        continue;
      }}
      if (key(scores[index]) > worst) worst = key(scores[index]);
    }}
    if (static_cast<int>(chosen.size()) != (length < K ? length : K)) {{
      std::printf("row %zu: %zu distinct picks\n", row, chosen.size());
      wrong = 1;
    }}
    for (int i = 0; i < length; ++i) {{
      if (chosen.count(i) != 0 || key(scores[i]) >= worst) continue;
      std::printf("row %zu: position %d (%g) is not picked, but beats one that is\n", row, i,
                  static_cast<double>(scores[i]));
      wrong = 1;
    }}
  }}
  std::puts(wrong != 0 ? "WRONG" : "right");
  return wrong;
}}
)";

constexpr std::string_view python_text = R"(# {title}
# Run: python3 reproduce.py   (ends with 1: a wrong answer)
import struct
import sys

K = {rank}
ROWS = [  # FP32 bits
{rows}]
PICKS = [  # what {subject} answered
{picks}]


def select(row, scores):
    """Put your own selector here to try it on these rows."""
    return PICKS[row]


wrong = False
for row, bits in enumerate(ROWS):
    scores = [struct.unpack("<f", struct.pack("<I", b))[0] for b in bits]
    answer = [i for i in select(row, scores) if not (i == -1 and len(scores) < K)]
    inside = [i for i in answer if 0 <= i < len(scores)]
    chosen = set(inside)
    if len(inside) != len(answer) or len(chosen) != len(inside):
        print(f"row {{row}}: {{answer}} holds no position of the row, or one twice")
        wrong = True
    if len(chosen) != min(K, len(scores)):
        print(f"row {{row}}: {{len(chosen)}} distinct picks")
        wrong = True
    worst = min((scores[i] for i in chosen), default=float("inf"))
    for i, score in enumerate(scores):
        if i not in chosen and score > worst:
            print(f"row {{row}}: position {{i}} ({{score}}) is not picked, but beats one that is")
            wrong = True
print("WRONG" if wrong else "right")
sys.exit(wrong)
)";

std::string list(const std::string& items, char open, char close) {
  return fmt::format("    {}{}{},\n", open, items, close);
}

// Whether some row's picks break the contract: what fails otherwise, a program that looks at the
// picks alone cannot show.
bool picks_are_wrong(const CaseReport& report) {
  const auto rank = static_cast<std::size_t>(report.specimen.rows.rank);
  reference::Oracle oracle(report.specimen.rows.rank);
  bool wrong = false;
  for (std::size_t row = 0; row < report.specimen.rows.scores.size(); ++row) {
    const auto& scores = report.specimen.rows.scores[row];
    if (reference::first_nan(scores).has_value()) return false;
    const auto slots = std::span(report.indices).subspan(row * rank, rank);
    wrong = wrong || !oracle.judge_row(scores, static_cast<std::int64_t>(row), slots).accepted();
  }
  return wrong;
}

std::string fill(std::string_view text, const CaseReport& report, char open, char close) {
  std::int64_t scores = 0;
  for (const auto& row : report.specimen.rows.scores) {
    scores += static_cast<std::int64_t>(row.size());
  }
  const auto rank = static_cast<std::size_t>(report.specimen.rows.rank);
  const std::size_t count = report.specimen.rows.scores.size();
  if (scores > most_embedded_scores || report.indices.size() != count * rank ||
      !report.specimen.lengths.empty() || !picks_are_wrong(report)) {
    return "";
  }
  std::string rows;
  std::string picks;
  for (std::size_t row = 0; row < count; ++row) {
    std::vector<std::string> bits;
    for (const float score : report.specimen.rows.scores[row]) {
      bits.push_back(fmt::format("{:#010x}", std::bit_cast<std::uint32_t>(score)));
    }
    rows += list(fmt::format("{}", fmt::join(bits, ", ")), open, close);
    const auto slots = std::span(report.indices).subspan(row * rank, rank);
    picks += list(fmt::format("{}", fmt::join(slots, ", ")), open, close);
  }
  const std::string title = fmt::format("{} breaks \"{}\"", report.subject, report.property);
  return fmt::format(fmt::runtime(text), fmt::arg("title", title), fmt::arg("rank", rank),
                     fmt::arg("rows", rows), fmt::arg("picks", picks),
                     fmt::arg("subject", report.subject));
}

}  // namespace

std::string cpp_reproducer(const CaseReport& report) {
  return fill(cpp_text, report, '{', '}');
}

std::string python_reproducer(const CaseReport& report) {
  return fill(python_text, report, '[', ']');
}

}  // namespace tailproof::properties
