// The functions of a variant, called so that the checker survives what a C interface forbids.
#pragma once
#include "crash_record.hpp"
#include "protocol.hpp"
#include "tailproof/variant.h"

#include <cstddef>
#include <optional>
#include <string>

namespace tailproof::properties {

/// A call that did not end with TAILPROOF_OK.
struct Refusal {
  ReplyKind kind = ReplyKind::refused;
  std::string text;
};

/// Each function notes its activity in the record, and turns a status, or an exception that crossed
/// the C interface, into a refusal; nothing means TAILPROOF_OK.
class VariantFunctions {
 public:
  VariantFunctions(const tailproof_variant_v1_t& variant, CrashRecord& record)
      : variant_(variant), record_(record) {}

  [[nodiscard]] std::optional<Refusal> workspace_bytes(const tailproof_shape& shape,
                                                       std::size_t& bytes) const;
  [[nodiscard]] std::optional<Refusal> prepare(const tailproof_call& call) const;
  [[nodiscard]] std::optional<Refusal> select(const tailproof_call& call) const;
  [[nodiscard]] std::optional<Refusal> trace(const tailproof_call& call,
                                             const tailproof_trace_buffer& buffer) const;

 private:
  template <typename Function>
  [[nodiscard]] std::optional<Refusal> run(Activity activity, Function&& function) const;

  const tailproof_variant_v1_t& variant_;
  CrashRecord& record_;
};

}  // namespace tailproof::properties
