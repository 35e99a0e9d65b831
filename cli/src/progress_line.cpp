#include "progress_line.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace tailproof::cli {
namespace {

constexpr double terminal_interval = 0.2;  // seconds between two updates
constexpr double plain_interval = 10;

}  // namespace

ProgressLine::ProgressLine() : terminal_(::isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() {
  if (terminal_) fmt::print(stderr, "\r\033[K");
}

void ProgressLine::show(const properties::Progress& progress) {
  if (progress.seconds - last_ < (terminal_ ? terminal_interval : plain_interval)) return;
  last_ = progress.seconds;
  fmt::print(stderr, "{}{} cases, {} rows, {:.0f} rows/s, {} of {} routes, {:.0f} s left{}",
             terminal_ ? "\r\033[K" : "", progress.cases, progress.rows,
             static_cast<double>(progress.rows) / progress.seconds, progress.routes_hit,
             reference::route_count, progress.seconds_left, terminal_ ? "" : "\n");
  std::fflush(stderr);
}

}  // namespace tailproof::cli
