/// A Python callable as a subject of the property suite.
#pragma once
#include <nanobind/nanobind.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "tailproof/properties/subject.hpp"

namespace tailproof::python {

/// What is known of a callable. `call(scores, lengths, k)` takes NumPy arrays of shape (M, N) and
/// (M,) that it may keep, and returns a C-contiguous int64 array of shape (M, k), or a sentence
/// about the exception that it ended with.
struct Callable {
  std::string name;
  nanobind::object call;
  bool deterministic = false;
  std::int32_t greatest_rank = std::numeric_limits<std::int32_t>::max();
  std::int64_t greatest_width = std::numeric_limits<std::int32_t>::max();
  std::int64_t rows_per_call = 64;
  std::vector<std::int64_t> capacities;
};

/// Calls it under the GIL. An exception is a crash, on a call out of contract a refusal;
/// KeyboardInterrupt passes through.
class CallableSubject final : public properties::Subject {
 public:
  explicit CallableSubject(std::shared_ptr<const Callable> callable);

  [[nodiscard]] const properties::Traits& traits() const noexcept override { return traits_; }
  void select(const properties::Call& call, bool traced, properties::Answer& answer) override;
  [[nodiscard]] std::unique_ptr<properties::Subject> clone() const override;

 private:
  std::shared_ptr<const Callable> callable_;
  properties::Traits traits_;
};

/// Makes "python:NAME" a subject for as long as it lives; a second one of the same name replaces
/// the first. Needs the GIL.
class RegisteredCallable {
 public:
  explicit RegisteredCallable(std::shared_ptr<const Callable> callable);
  ~RegisteredCallable();
  RegisteredCallable(const RegisteredCallable&) = delete;
  RegisteredCallable& operator=(const RegisteredCallable&) = delete;
  [[nodiscard]] std::string subject() const { return "python:" + name_; }

 private:
  std::string name_;
};

}  // namespace tailproof::python
