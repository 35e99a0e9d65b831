#include "last_error.hpp"

#include <utility>

namespace tailproof::gpu {
namespace {

thread_local Outcome last;
thread_local std::string shown;

const char* meaning(int status) {
  switch (status) {
    case TAILPROOF_OK:
      return "no error";
    case TAILPROOF_INVALID_ARGUMENT:
      return "invalid argument";
    case TAILPROOF_UNSUPPORTED:
      return "unsupported shape";
    case TAILPROOF_WORKSPACE_TOO_SMALL:
      return "workspace too small";
    case TAILPROOF_OUT_OF_RESOURCES:
      return "out of resources";
    case TAILPROOF_LAUNCH_FAILED:
      return "launch failed";
    default:
      return "unknown status";
  }
}

}  // namespace

int keep(Outcome outcome) noexcept {
  const int status = outcome.status;
  if (status != TAILPROOF_OK) last = std::move(outcome);
  return status;
}

const char* error_text(int status) noexcept {
  if (status == TAILPROOF_OK || status != last.status || last.text.empty()) return meaning(status);
  try {
    shown = std::string(meaning(status)) + ": " + last.text;
  } catch (const std::exception&) {
    return meaning(status);
  }
  return shown.c_str();
}

}  // namespace tailproof::gpu
