#include "reporting.hpp"

#include "engine.hpp"
#include "symbols.hpp"

namespace simt::detail {

std::string to_text(const Position& position) {
  if (position.file != nullptr) {
    return std::string(position.file) + ":" + std::to_string(position.line);
  }
  return position.pc != nullptr ? source_line(position.pc) : std::string();
}

std::string thread_name(std::uint32_t number) {
  return "cta " + std::to_string(number >> thread_bits) + " thread " +
         std::to_string(number & (max_cta_threads - 1));
}

namespace {

Actor actor(std::uint32_t number, const std::string& action, const Position& position) {
  return {.known = true,
          .cta = number >> thread_bits,
          .thread = number & (max_cta_threads - 1),
          .action = action,
          .source = to_text(position)};
}

}  // namespace

void record(const Problem& problem) {
  const Quiet quiet;
  Engine& launch = *active_engine;
  if (launch.report.has_value()) return;
  Report report;
  report.defect = problem.defect;
  report.space = problem.space;
  report.kernel =
      launch.config.name != nullptr ? launch.config.name : function_name(launch.call->symbol);
  report.message = problem.message;
  if (const Fiber* self = current(); self != nullptr) {
    report.actor = actor(self->number, problem.action, problem.position);
  }
  if (problem.has_other) {
    report.other = actor(problem.other, problem.other_action, problem.other_position);
  }
  report.schedule = launch.schedule;
  launch.report = std::move(report);
}

void abandon() {
  active_engine->scheduler.abandon();
}

void trap(const char* what, const char* file, int line) {
  const Quiet quiet;
  record({.defect = Defect::trap, .message = what, .action = "traps", .position = {file, line}});
  abandon();
}

}  // namespace simt::detail
