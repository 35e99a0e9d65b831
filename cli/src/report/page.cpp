#include "report/page.hpp"

#include <fmt/format.h>

#include "report/markup.hpp"

namespace tailproof::cli {
namespace {

constexpr const char* style = R"(
:root { color-scheme: light dark;
  --paper: #ffffff; --ink: #1c2430; --dim: #5c6675; --line: #d7dce3; --wash: #f4f6f9;
  --s0: #2563b8; --s1: #c2560a; --s2: #0f7d55; --s3: #8a3fb0; --s4: #a8780a;
  --good: #0f7d55; --bad: #c01f2e; --on: #ffffff; }
@media (prefers-color-scheme: dark) { :root {
  --paper: #14181f; --ink: #e4e8ee; --dim: #9aa5b4; --line: #343c48; --wash: #1d232c;
  --s0: #6aa5f5; --s1: #f0984f; --s2: #4cc795; --s3: #c792ea; --s4: #e0b650;
  --good: #4cc795; --bad: #ff6b76; --on: #0f1319; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 82rem; background: var(--paper);
  color: var(--ink); font: 15px/1.45 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.3rem; margin: 0.2rem 0; } h2 { font-size: 1.1rem; margin: 1.6rem 0 0.4rem; }
p { margin: 0.4rem 0; max-width: 50rem; }
.verdict { font-weight: 600; } .good { color: var(--good); } .bad { color: var(--bad); }
.dim { color: var(--dim); }
.scroll { overflow-x: auto; max-width: 100%; }
table { border-collapse: collapse; font-size: 0.86rem; overflow-wrap: normal; }
th, td { padding: 0.15rem 0.6rem; text-align: left; border-bottom: 1px solid var(--line);
  white-space: nowrap; } th { color: var(--dim); font-weight: 600; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
pre { background: var(--wash); border: 1px solid var(--line); border-radius: 4px;
  padding: 0.6rem; overflow-x: auto; font: 12px/1.4 ui-monospace, monospace;
  overflow-wrap: normal; }
.figures { display: grid; gap: 1rem;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 22rem), 1fr)); }
.finding { display: grid; gap: 0.6rem 1rem; grid-template-columns: minmax(0, 1fr); }
@media (min-width: 62rem) { .finding { grid-template-columns: 26rem minmax(0, 1fr); } }
.finding pre { align-self: start; margin: 0 0 0.6rem; }
pre.wrap { white-space: pre-wrap; overflow-wrap: anywhere; }
figure { margin: 0; border: 1px solid var(--line); border-radius: 4px; padding: 0.6rem;
  max-width: 34rem; }
figcaption { font-size: 0.82rem; color: var(--dim); margin-top: 0.3rem; }
figcaption b { color: var(--ink); }
.legend { white-space: nowrap; display: inline-block; }
.key { display: inline-block; width: 0.7em; height: 0.7em; border-radius: 2px;
  margin: 0 0.25em 0 0.6em; background: var(--c); }
svg { display: block; width: 100%; height: auto; }
svg text { font: 10.5px system-ui, sans-serif; fill: var(--dim); }
.s0 { --c: var(--s0); } .s1 { --c: var(--s1); } .s2 { --c: var(--s2); } .s3 { --c: var(--s3); }
.s4 { --c: var(--s4); } .good { --c: var(--good); } .bad { --c: var(--bad); }
.dim { --c: var(--dim); }
.grid { stroke: var(--line); } .axis { stroke: var(--dim); fill: none; }
.line { fill: none; stroke: var(--c); stroke-width: 1.7; }
.area { fill: var(--c); opacity: 0.18; } .bar { fill: var(--c); opacity: 0.85; }
.dot { fill: var(--c); } .ring { fill: none; stroke: var(--c); stroke-width: 1.6; }
.cross { fill: none; stroke: var(--c); stroke-width: 2.2; }
.rule { stroke: var(--c); stroke-width: 1.1; stroke-dasharray: 4 3; }
.hair { stroke: var(--c); stroke-width: 0.9; opacity: 0.75; }
svg text.note { fill: var(--c); paint-order: stroke; stroke: var(--paper); stroke-width: 3px; }
 .cell { fill: var(--s0); stroke: var(--line); }
svg text.in { fill: var(--on); } svg text.out { fill: var(--ink); }
)";

bool is_number(const std::string& cell) {
  return !cell.empty() && cell.find_first_not_of("0123456789.-+e%<> ") == std::string::npos;
}

}  // namespace

void Page::heading(const std::string& text) {
  body_ += "<h2>" + escaped(text) + "</h2>\n";
}

void Page::paragraph(const std::string& text) {
  body_ += "<p>" + escaped(text) + "</p>\n";
}

void Page::verdict(const std::string& text, const std::string& mood) {
  body_ += fmt::format("<p class=\"verdict {}\">{}</p>\n", mood, escaped(text));
}

void Page::code(const std::string& text, bool wrapped) {
  body_ += (wrapped ? "<pre class=\"wrap\">" : "<pre>") + escaped(text) + "</pre>\n";
}

void Page::table(const std::vector<std::vector<std::string>>& lines) {
  body_ += "<div class=\"scroll\"><table>\n";
  for (std::size_t line = 0; line < lines.size(); ++line) {
    body_ += "<tr>";
    for (const std::string& cell : lines[line]) {
      const char* const tag = line == 0 ? "th" : "td";
      body_ += fmt::format("<{0}{1}>{2}</{0}>", tag,
                           line > 0 && is_number(cell) ? " class=\"number\"" : "", escaped(cell));
    }
    body_ += "</tr>\n";
  }
  body_ += "</table></div>\n";
}

void Page::figures(const std::vector<std::string>& figures) {
  body_ += "<div class=\"figures\">\n";
  for (const std::string& each : figures) body_ += each;
  body_ += "</div>\n";
}

std::string Page::html() const {
  const std::string title = escaped(title_);
  return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>" +
         title + "</title>\n<style>" + style + "</style></head>\n<body>\n<h1>" + title + "</h1>\n" +
         body_ + "</body></html>\n";
}

}  // namespace tailproof::cli
