#include "tailproof/simt/host/report.hpp"

#include <cstdio>

namespace simt {

const char* name(Defect defect) {
  switch (defect) {
    case Defect::out_of_bounds:
      return "out_of_bounds";
    case Defect::misaligned:
      return "misaligned";
    case Defect::red_zone:
      return "red_zone";
    case Defect::uninitialised_read:
      return "uninitialised_read";
    case Defect::read_only_write:
      return "read_only_write";
    case Defect::foreign_local_memory:
      return "foreign_local_memory";
    case Defect::exited_cta_access:
      return "exited_cta_access";
    case Defect::race:
      return "race";
    case Defect::missing_fence:
      return "missing_fence";
    case Defect::divergent_barrier:
      return "divergent_barrier";
    case Defect::mismatched_barrier:
      return "mismatched_barrier";
    case Defect::illegal_mask:
      return "illegal_mask";
    case Defect::divergent_collective:
      return "divergent_collective";
    case Defect::async_copy:
      return "async_copy";
    case Defect::deadlock:
      return "deadlock";
    case Defect::livelock:
      return "livelock";
    case Defect::runaway:
      return "runaway";
    case Defect::wild_access:
      return "wild_access";
    case Defect::trap:
      return "trap";
    case Defect::state_leak:
      return "state_leak";
    case Defect::bad_launch:
      return "bad_launch";
  }
  return "?";
}

const char* name(Space space) {
  switch (space) {
    case Space::none:
      return "none";
    case Space::shared:
      return "shared";
    case Space::distributed:
      return "distributed";
    case Space::global:
      return "global";
    case Space::local:
      return "local";
  }
  return "?";
}

namespace {

std::string text_of(const Actor& actor) {
  std::string text = "cta " + std::to_string(actor.cta) + " thread " + std::to_string(actor.thread);
  if (!actor.action.empty()) text += " " + actor.action;
  if (!actor.source.empty()) text += " at " + actor.source;
  return text;
}

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (byte < 0x20 || byte > 0x7e) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", byte);
      result += escape;
    } else {
      result += c;
    }
  }
  return result + "\"";
}

std::string json_of(const Actor& actor) {
  if (!actor.known) return "null";
  return "{\"cta\":" + std::to_string(actor.cta) + ",\"thread\":" + std::to_string(actor.thread) +
         ",\"action\":" + quoted(actor.action) + ",\"source\":" + quoted(actor.source) + "}";
}

std::string json_of(const Schedule& schedule) {
  std::string text = "{\"seed\":" + std::to_string(schedule.seed) +
                     ",\"text\":" + quoted(schedule.describe()) + ",\"deviations\":[";
  const char* separator = "";
  for (const Deviation& deviation : schedule.deviations) {
    text += separator;
    text += deviation.kind == Deviation::Kind::preempt ? "{\"preempt\":" : "{\"choose\":";
    text += std::to_string(deviation.at);
    text += ",\"thread\":" + std::to_string(deviation.thread) + "}";
    separator = ",";
  }
  return text + "]}";
}

}  // namespace

std::string Report::text() const {
  std::string result = std::string(name(defect)) + " in " + kernel + ": " + message;
  if (actor.known) result += "; " + text_of(actor);
  if (other.known) result += "; other: " + text_of(other);
  return result + "; schedule: " + schedule.describe();
}

std::string Report::json() const {
  return "{\"defect\":" + quoted(name(defect)) + ",\"space\":" + quoted(name(space)) +
         ",\"kernel\":" + quoted(kernel) + ",\"message\":" + quoted(message) +
         ",\"actor\":" + json_of(actor) + ",\"other\":" + json_of(other) +
         ",\"schedule\":" + json_of(schedule) + "}";
}

}  // namespace simt
