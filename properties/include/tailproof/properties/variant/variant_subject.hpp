/// A kernel variant as a subject: in a worker process of its own, with guards around every call.
#pragma once
#include "tailproof/properties/subject.hpp"
#include "tailproof/properties/variant/description.hpp"
#include "tailproof/properties/variant/isolation.hpp"
#include "tailproof/properties/variant/target.hpp"

#include <memory>

namespace tailproof::properties {

class WorkerProcess;

/// A crash, hang, exhausted memory or leak ends the worker and is the call's status or breach; the
/// next call gets a fresh one.
class VariantSubject final : public Subject {
 public:
  /// Starts the first worker. Throws InputError for a variant that cannot be loaded or describes
  /// itself wrongly, SubjectLost if loading it crashes or hangs, SubjectUnavailable for one that
  /// this machine cannot run.
  VariantSubject(VariantTarget target, IsolationOptions options);
  VariantSubject(const VariantSubject&) = delete;
  VariantSubject& operator=(const VariantSubject&) = delete;
  ~VariantSubject() override;

  [[nodiscard]] const Traits& traits() const noexcept override { return traits_; }
  [[nodiscard]] const VariantDescription& description() const noexcept { return description_; }
  void select(const Call& call, bool traced, Answer& answer) override;
  /// Over the first rows of the call, as many as the limits allow in one.
  void exercise(Guard guard, const Call& call, Answer& answer) override;
  void renew() override { renew_ = true; }
  [[nodiscard]] std::unique_ptr<Subject> clone() const override;

 private:
  struct Part;
  void select_rows(const Part& part, Answer& answer);
  void read_result(const Part& part, Answer& answer);
  void ask(const Part& part, double seconds, Answer& answer);
  void require_worker();
  [[nodiscard]] double patience() const noexcept;

  VariantTarget target_;
  IsolationOptions options_;
  std::unique_ptr<WorkerProcess> worker_;
  VariantDescription description_;
  Traits traits_;
  bool renew_ = true;
  bool has_hung_ = false;
  bool judged_ = false;         // every part of the call so far, by the worker's oracle
  double slowest_seconds_ = 0;  ///< of the calls that came back
};

/// Reports of what the subject's name is: "variant:PATH", or a built-in variant's own name.
[[nodiscard]] std::string subject_name(const VariantTarget& target);

}  // namespace tailproof::properties
