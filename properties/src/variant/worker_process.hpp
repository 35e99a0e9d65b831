// The checker's side of isolation: one worker process.
#pragma once
#include "channel.hpp"
#include "protocol.hpp"
#include "shared_memory.hpp"
#include "tailproof/generators/score_memory.hpp"
#include "tailproof/properties/subject.hpp"
#include "tailproof/properties/variant/description.hpp"
#include "tailproof/properties/variant/isolation.hpp"
#include "tailproof/properties/variant/target.hpp"

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tailproof::properties {

/// What came of one call in a worker. Unless ok or refused, the worker is gone.
struct WorkerOutcome {
  Status status = Status::ok;
  std::string message;
  std::vector<GuardBreach> breaches;
  bool judged = false;  ///< the results tell which rows an oracle in the worker accepts
};

/// Not thread-safe. The process is ended with the object.
class WorkerProcess {
 public:
  /// Starts a worker and has it load the variant. Throws InputError for a variant that cannot be
  /// loaded and SubjectLost if loading it ends or hangs the worker.
  WorkerProcess(const VariantTarget& target, const IsolationOptions& options);
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;
  ~WorkerProcess();

  [[nodiscard]] const VariantDescription& description() const noexcept { return description_; }

  /// Whether an oracle in the worker judges answers.
  [[nodiscard]] bool has_oracle() const noexcept { return has_oracle_; }

  /// Memory that the next call reads from, at least so large; valid until the next reserve.
  std::byte* reserve_input(std::size_t bytes);
  /// Has the worker map a case's scores, unless they are those that it mapped last.
  void lend_scores(const generators::ScoreMemory& memory);
  /// Memory that the next call answers to.
  std::byte* reserve_result(std::size_t bytes);

  /// Has the worker make one call, and waits for it at most so long.
  [[nodiscard]] WorkerOutcome select(const Request& request, double seconds);
  /// False once the worker is gone.
  [[nodiscard]] bool alive() const noexcept { return process_ > 0; }

 private:
  void start(const VariantTarget& target, const IsolationOptions& options);
  void load(const VariantTarget& target, double seconds);
  void reserve(SharedMemory& memory, std::size_t bytes, RequestKind kind);
  /// Ends the worker and tells why it is gone.
  WorkerOutcome bury(bool hung, double seconds);
  /// Waits for the process; its wait status.
  int reap() noexcept;
  [[nodiscard]] std::string printed() const;

  Channel channel_;
  SharedMemory record_;
  FileDescriptor output_;
  SharedMemory input_;
  SharedMemory result_;
  std::uint64_t lent_ = 0;  // number of the score memory that the worker has mapped
  pid_t process_ = -1;
  VariantDescription description_;
  bool has_oracle_ = false;
};

}  // namespace tailproof::properties
