// The trial's table, for a terminal and for Markdown.
#include "tailproof/reference/oracle_trial.hpp"

#include <algorithm>

namespace tailproof::reference {
namespace {

constexpr std::array groups = {Outcome::rejected, Outcome::accepted, Outcome::refused};

std::string_view heading(Outcome expected) {
  switch (expected) {
    case Outcome::rejected:
      return "Wrong answers";
    case Outcome::accepted:
      return "Right answers";
    case Outcome::refused:
      return "Outside the contract";
  }
  return "";
}

std::string ours(const TrialLine& line) {
  std::string text(outcome_name(line.actual));
  if (!line.actual_kinds.empty()) text += ": " + to_string(line.actual_kinds);
  if (!line.as_expected()) {
    text += " (WRONG, expected " + std::string(outcome_name(line.expected));
    if (!line.expected_kinds.empty()) text += ": " + to_string(line.expected_kinds);
    text += ")";
  }
  return text;
}

// A: accepts a wrong answer. R: rejects a right one. -: is right. n/a: not in its contract.
std::string_view letter(const TrialLine& line, Opinion opinion) {
  if (opinion == Opinion::not_applicable) return "n/a";
  const bool wrong_answer = line.expected == Outcome::rejected;
  if (opinion == Opinion::accepts) return wrong_answer ? "A" : "-";
  return wrong_answer ? "-" : "R";
}

bool is_mistake(std::string_view letter) {
  return letter == "A" || letter == "R";
}

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.resize(width, ' ');
  return text;
}

std::string summary(const TrialReport& report) {
  const auto as_expected = std::count_if(report.lines.begin(), report.lines.end(),
                                         [](const TrialLine& line) { return line.as_expected(); });
  std::string text = std::to_string(report.count(Outcome::rejected)) + " wrong answers, " +
                     std::to_string(report.count(Outcome::accepted)) + " right answers, " +
                     std::to_string(report.count(Outcome::refused)) +
                     " inputs outside the contract: " + std::to_string(as_expected) + " of " +
                     std::to_string(report.lines.size()) + " as they should be.";
  return text;
}

std::size_t mistakes(const TrialReport& report, std::size_t checker, std::string_view kind) {
  return static_cast<std::size_t>(std::count_if(
      report.lines.begin(), report.lines.end(),
      [&](const TrialLine& line) { return letter(line, line.published[checker]) == kind; }));
}

std::string tally(const TrialReport& report, std::size_t checker) {
  return std::to_string(mistakes(report, checker, "A")) + " A, " +
         std::to_string(mistakes(report, checker, "R")) + " R";
}

}  // namespace

std::string to_text(const TrialReport& report) {
  std::size_t name_width = 0;
  std::size_t ours_width = 0;
  for (const TrialLine& line : report.lines) {
    name_width = std::max(name_width, line.name.size() + line.rows.size() + 3);
    ours_width = std::max(ours_width, ours(line).size());
  }
  std::string text;
  for (const Outcome group : groups) {
    text += padded(std::string(heading(group)), name_width) + "  " + padded("ours", ours_width);
    for (int p = 0; p < published_checker_count; ++p) text += "  [" + std::to_string(p + 1) + "]";
    text += "\n";
    for (const TrialLine& line : report.lines) {
      if (line.expected != group) continue;
      text += padded(line.name + " [" + line.rows + "]", name_width) + "  " +
              padded(ours(line), ours_width);
      for (const Opinion opinion : line.published) {
        text += "  " + padded(std::string(letter(line, opinion)), 3);
      }
      text += "\n";
    }
    text += "\n";
  }
  text +=
      "Published checkers, accept rules re-expressed: A accepts a wrong answer, R rejects a\n"
      "right one, - judges rightly, n/a is outside what the checker claims to judge.\n";
  for (std::size_t p = 0; p < published_checker_count; ++p) {
    text += "  [" + std::to_string(p + 1) + "] " +
            padded(std::string(published_name(static_cast<PublishedChecker>(p))), 17) +
            tally(report, p) + "\n";
  }
  return text + "\n" + summary(report) + "\n";
}

std::string to_markdown(const TrialReport& report) {
  std::string text = "| answer | rows | Tailproof |";
  std::string rule = "|--|--|--|";
  for (int p = 0; p < published_checker_count; ++p) {
    text += " " + std::string(published_name(static_cast<PublishedChecker>(p))) + " |";
    rule += "--|";
  }
  text += "\n" + rule + "\n";
  for (const Outcome group : groups) {
    for (const TrialLine& line : report.lines) {
      if (line.expected != group) continue;
      text += "| " + line.name + " | " + line.rows + " | " + ours(line) + " |";
      for (const Opinion opinion : line.published) {
        const std::string mark(letter(line, opinion));
        text += is_mistake(mark) ? " **" + mark + "** |" : " " + mark + " |";
      }
      text += "\n";
    }
  }
  text += "| *mistakes* | | |";
  for (std::size_t p = 0; p < published_checker_count; ++p) text += " " + tally(report, p) + " |";
  return text + "\n\n" + summary(report) +
         " **A**: accepts a wrong answer; **R**: rejects a right one; -: judges rightly; n/a: "
         "outside what the checker claims to judge.\n";
}

}  // namespace tailproof::reference
