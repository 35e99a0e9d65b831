#include "tailproof/properties/variant/exec_subject.hpp"

#include "shell.hpp"
#include "tailproof/io/array_file.hpp"
#include "tailproof/io/input_error.hpp"
#include "tailproof/io/npy_writer.hpp"
#include "tailproof/io/score_file.hpp"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace tailproof::properties {
namespace {

constexpr std::array<std::string_view, 4> places = {"{scores}", "{lengths}", "{k}", "{out}"};

// A shell ends with this plus the number of the signal that ended its command.
constexpr int shells_signals = 128;

// A folder that only this user can look into, in memory where there is such a place.
class PrivateFolder {
 public:
  PrivateFolder() {
    const char* const memory = "/dev/shm";
    std::filesystem::path parent = std::filesystem::temp_directory_path();
    if (::access(memory, W_OK | X_OK) == 0) parent = memory;
    std::string name = (parent / "tailproof-exec-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) {
      throw std::system_error(errno, std::generic_category(), "cannot make " + name);
    }
    path_ = name;
  }
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;
  ~PrivateFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  [[nodiscard]] std::string operator/(const char* name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

std::string replaced(std::string text, std::string_view place, const std::string& by) {
  for (std::size_t at = text.find(place); at != std::string::npos;
       at = text.find(place, at + by.size())) {
    text.replace(at, place.size(), by);
  }
  return text;
}

void write_rows(const Call& call, const std::string& path) {
  const reference::ScoreMatrix& matrix = call.matrix;
  io::NpyWriter writer(
      path, io::ElementType::float32,
      {static_cast<std::uint64_t>(call.rows()), static_cast<std::uint64_t>(matrix.width)});
  for (std::int64_t row = 0; row < call.rows(); ++row) {
    writer.append(
        std::span(matrix.scores + row * matrix.pitch, static_cast<std::size_t>(matrix.width)));
  }
  writer.commit();
}

class ExecSubject final : public Subject {
 public:
  ExecSubject(std::string command, IsolationOptions options)
      : command_(std::move(command)), options_(std::move(options)) {
    for (const std::string_view place : places) {
      if (command_.find(place) != std::string::npos) continue;
      throw InputError({"exec"},
                       printable(command_) + " does not say where " + std::string(place) + " goes");
    }
    traits_.name = "exec:" + command_;
    traits_.summary = "a program, through .npy files";
    traits_.deterministic = false;
    traits_.rows_per_call = 64;
  }

  [[nodiscard]] const Traits& traits() const noexcept override { return traits_; }

  void select(const Call& call, bool, Answer& answer) override {
    prepare(call, answer);
    const std::string out = folder_ / "out.npy";
    std::error_code absent;
    std::filesystem::remove_all(out, absent);
    write_rows(call, folder_ / "scores.npy");
    io::write_npy(folder_ / "lengths.npy", call.matrix.lengths,
                  {static_cast<std::uint64_t>(call.rows())});
    const double seconds = patience();
    const auto start = std::chrono::steady_clock::now();
    const ShellResult run = run_shell(command_line(call, out), seconds, options_.memory_bytes);
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    has_hung_ = has_hung_ || run.timed_out;
    if (!run.timed_out) slowest_seconds_ = std::max(slowest_seconds_, spent.count());
    if (const std::string problem = problem_of(run, seconds); !problem.empty()) {
      answer.status = run.timed_out         ? Status::hung
                      : declines(run, call) ? Status::refused
                                            : Status::crashed;
      answer.message = problem;
      return;
    }
    read(call, out, answer);
  }

  [[nodiscard]] std::unique_ptr<Subject> clone() const override {
    return std::make_unique<ExecSubject>(command_, options_);
  }

 private:
  [[nodiscard]] std::string command_line(const Call& call, const std::string& out) const {
    std::string line = replaced(command_, places[0], quoted(folder_ / "scores.npy"));
    line = replaced(std::move(line), places[1], quoted(folder_ / "lengths.npy"));
    line = replaced(std::move(line), places[2], std::to_string(call.rank));
    return replaced(std::move(line), places[3], quoted(out));
  }

  // A program may end with a status of its own for rows that are outside the contract.
  [[nodiscard]] static bool declines(const ShellResult& run, const Call& call) {
    return !run.out_of_memory && WIFEXITED(run.wait_status) &&
           WEXITSTATUS(run.wait_status) <= shells_signals && !within_contract(call);
  }

  // After a hang a call may take so many times the slowest that ended, as for variants, so that
  // shrinking gets on; programs need time to start.
  [[nodiscard]] double patience() const noexcept {
    if (!has_hung_ || slowest_seconds_ == 0) return options_.call_seconds;
    return std::min(options_.call_seconds, std::max(1.0, 20 * slowest_seconds_));
  }

  [[nodiscard]] std::string problem_of(const ShellResult& run, double seconds) const {
    const auto by_signal = [](int signal) {
      return fmt::format("ended by signal {} ({})", signal, ::strsignal(signal));
    };
    std::string problem;
    if (run.timed_out) {
      problem = fmt::format("no answer within {} s", seconds);
    } else if (run.out_of_memory) {
      problem = fmt::format("held more than {} MiB of memory", options_.memory_bytes >> 20);
    } else if (WIFSIGNALED(run.wait_status)) {
      problem = by_signal(WTERMSIG(run.wait_status));
    } else if (WEXITSTATUS(run.wait_status) > shells_signals) {
      problem = by_signal(WEXITSTATUS(run.wait_status) - shells_signals);
    } else if (WEXITSTATUS(run.wait_status) != 0) {
      problem = fmt::format("exit status {}", WEXITSTATUS(run.wait_status));
    } else {
      return {};
    }
    return run.printed.empty() ? problem : problem + "; it printed " + printable(run.printed);
  }

  static void read(const Call& call, const std::string& out, Answer& answer) {
    try {
      const io::ArrayFile file = io::open_indices(out, call.rows(), call.rank);
      const auto indices = file.int32s();
      std::copy(indices.begin(), indices.end(), answer.indices.begin());
    } catch (const InputError& error) {
      answer.status = Status::crashed;
      answer.message = std::string("wrote no usable answer: ") + error.what();
    }
  }

  std::string command_;
  IsolationOptions options_;
  PrivateFolder folder_;
  Traits traits_;
  bool has_hung_ = false;
  double slowest_seconds_ = 0;  // of the calls that came to an end
};

}  // namespace

std::unique_ptr<Subject> make_exec_subject(std::string command, IsolationOptions options) {
  return std::make_unique<ExecSubject>(std::move(command), std::move(options));
}

}  // namespace tailproof::properties
