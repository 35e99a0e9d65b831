#include "variant_functions.hpp"

#include <exception>
#include <new>

namespace tailproof::properties {
namespace {

// A variant declines with these; everything else means that something went wrong.
bool declines(int status) {
  return status == TAILPROOF_INVALID_ARGUMENT || status == TAILPROOF_UNSUPPORTED ||
         status == TAILPROOF_WORKSPACE_TOO_SMALL || status == TAILPROOF_OUT_OF_RESOURCES;
}

}  // namespace

template <typename Function>
std::optional<Refusal> VariantFunctions::run(Activity activity, Function&& function) const {
  record_.activity = activity;
  const std::string where = std::string(" (") + std::string(activity_name(activity)) + ")";
  std::optional<Refusal> refusal;
  try {
    const int status = function();
    if (status != TAILPROOF_OK) {
      const char* const text = variant_.error_string(status);
      refusal = {declines(status) ? ReplyKind::refused : ReplyKind::broken,
                 "status " + std::to_string(status) + ": " +
                     (text == nullptr ? "(no text)" : text) + where};
    }
  } catch (const std::bad_alloc&) {
    refusal = {ReplyKind::broken, "ran out of memory" + where};
  } catch (const std::exception& error) {
    refusal = {ReplyKind::broken,
               std::string("let an exception cross its C interface: ") + error.what() + where};
  } catch (...) {
    refusal = {ReplyKind::broken, "let an exception cross its C interface" + where};
  }
  record_.activity = Activity::checking;
  return refusal;
}

std::optional<Refusal> VariantFunctions::workspace_bytes(const tailproof_shape& shape,
                                                         std::size_t& bytes) const {
  return run(Activity::sizing, [&] { return variant_.workspace_bytes(&shape, &bytes); });
}

std::optional<Refusal> VariantFunctions::prepare(const tailproof_call& call) const {
  return run(Activity::preparing, [&] { return variant_.prepare(&call); });
}

std::optional<Refusal> VariantFunctions::select(const tailproof_call& call) const {
  return run(Activity::selecting, [&] { return variant_.select(&call); });
}

std::optional<Refusal> VariantFunctions::trace(const tailproof_call& call,
                                               const tailproof_trace_buffer& buffer) const {
  return run(Activity::tracing, [&] { return variant_.trace(&call, &buffer); });
}

}  // namespace tailproof::properties
