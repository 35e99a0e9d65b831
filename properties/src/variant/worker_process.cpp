#include "worker_process.hpp"

#include "crash_report.hpp"
#include "spawn.hpp"
#include "tailproof/io/input_error.hpp"
#include "tailproof/properties/variant/subject_lost.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <climits>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <system_error>

namespace tailproof::properties {
namespace {

// Descriptors that a worker is started with.
constexpr int worker_channel = 3;
constexpr int worker_record = 4;

constexpr double load_seconds = 60;  // a library may have to wait for a device

std::string this_executable() {
  char path[PATH_MAX];
  const ssize_t size = ::readlink("/proc/self/exe", path, sizeof path);
  if (size <= 0) throw std::system_error(errno, std::generic_category(), "/proc/self/exe");
  return {path, static_cast<std::size_t>(size)};
}

FileDescriptor output_file() {
  FileDescriptor file(::memfd_create("tailproof-output", MFD_CLOEXEC));
  if (!file.valid()) throw std::system_error(errno, std::generic_category(), "memfd_create");
  ::fcntl(file.get(), F_SETFL, O_APPEND);
  return file;
}

// A sanitizer in the worker must leave signals to the crash handler, leaks to the leak guard, and
// room for CUDA's mappings.
std::string sanitizer_options() {
  const char* const ours = std::getenv("ASAN_OPTIONS");
  return std::string("ASAN_OPTIONS=") + (ours == nullptr ? "" : std::string(ours) + ":") +
         "handle_segv=0:handle_sigbus=0:handle_abort=0:handle_sigfpe=0:handle_sigill=0:"
         "use_sigaltstack=0:detect_leaks=0:allocator_may_return_null=1:protect_shadow_gap=0";
}

}  // namespace

WorkerProcess::WorkerProcess(const VariantTarget& target, const IsolationOptions& options)
    : channel_(FileDescriptor()), record_(sizeof(CrashRecord)), output_(output_file()) {
  start(target, options);
  try {
    load(target, load_seconds);
  } catch (...) {
    if (alive()) (void)bury(true, 0);
    throw;
  }
}

WorkerProcess::~WorkerProcess() {
  if (!alive()) return;
  ::kill(-process_, SIGKILL);
  reap();
}

void WorkerProcess::start(const VariantTarget& target, const IsolationOptions& options) {
  auto [ours, theirs] = Channel::pair();
  const std::string program =
      options.worker_program.empty() ? this_executable() : options.worker_program;
  process_ = spawn(
      {program, "worker", to_string(target), std::to_string(worker_channel),
       std::to_string(worker_record), std::to_string(options.memory_bytes), options.oracle_library},
      {{theirs.descriptor(), worker_channel},
       {record_.descriptor(), worker_record},
       {output_.get(), STDOUT_FILENO},
       {output_.get(), STDERR_FILENO}},
      {sanitizer_options()});
  channel_ = std::move(ours);
}

void WorkerProcess::load(const VariantTarget& target, double seconds) {
  bool timed_out = false;
  const auto message = channel_.receive(seconds, timed_out);
  if (!message || message->bytes.size() < sizeof(Reply)) {
    throw SubjectLost(target.name + ": " + bury(timed_out, seconds).message);
  }
  Reply reply;
  std::memcpy(&reply, message->bytes.data(), sizeof reply);
  const std::string text = message->bytes.substr(sizeof reply);
  if (reply.kind != ReplyKind::described) {
    (void)bury(true, 0);
    if (reply.kind == ReplyKind::unavailable) throw SubjectUnavailable(target.name + ": " + text);
    throw InputError({target.name}, text);
  }
  description_ = description_from_json(text);
  has_oracle_ = reply.judged != 0;
}

std::byte* WorkerProcess::reserve_input(std::size_t bytes) {
  reserve(input_, bytes, RequestKind::input_memory);
  return input_.data();
}

void WorkerProcess::lend_scores(const generators::ScoreMemory& memory) {
  if (memory.number() == lent_) return;
  lent_ = memory.number();
  Request request;
  request.kind = RequestKind::score_memory;
  request.bytes = memory.pages() * page_size();
  const FileDescriptor opened = read_only(memory.descriptor());
  (void)channel_.send(std::as_bytes(std::span(&request, 1)), {}, opened.get());
}

std::byte* WorkerProcess::reserve_result(std::size_t bytes) {
  reserve(result_, bytes, RequestKind::result_memory);
  return result_.data();
}

void WorkerProcess::reserve(SharedMemory& memory, std::size_t bytes, RequestKind kind) {
  if (bytes <= memory.size() && memory.size() != 0) return;
  memory = SharedMemory(std::bit_ceil(std::max(bytes, page_size())));
  const FileDescriptor read_only = memory.read_only();
  Request request;
  request.kind = kind;
  request.bytes = memory.size();
  // Should the worker be gone, the call that follows finds out.
  (void)channel_.send(std::as_bytes(std::span(&request, 1)), {},
                      kind == RequestKind::input_memory ? read_only.get() : memory.descriptor());
}

WorkerOutcome WorkerProcess::select(const Request& request, double seconds) {
  Request sent = request;
  sent.most_seconds = static_cast<std::uint32_t>(std::ceil(seconds)) + 5;
  (void)channel_.send(std::as_bytes(std::span(&sent, 1)));
  bool timed_out = false;
  const auto message = channel_.receive(seconds, timed_out);
  if (!message || message->bytes.size() < sizeof(Reply)) return bury(timed_out, seconds);
  Reply reply;
  std::memcpy(&reply, message->bytes.data(), sizeof reply);
  WorkerOutcome outcome;
  outcome.judged = reply.judged != 0;
  outcome.message = message->bytes.substr(sizeof reply);
  for (std::uint32_t i = 0; i < std::min(reply.breach_count, most_breaches); ++i) {
    const BreachRecord& record = reply.breaches[i];
    outcome.breaches.push_back(
        {record.guard, record.row, std::string(record.detail, ::strnlen(record.detail, 160))});
  }
  const bool leaks = std::any_of(outcome.breaches.begin(), outcome.breaches.end(),
                                 [](const GuardBreach& b) { return b.guard == Guard::leak; });
  if (reply.kind == ReplyKind::refused) outcome.status = Status::refused;
  if (reply.kind == ReplyKind::broken) outcome.status = Status::crashed;
  // What a broken or leaking call left behind must not be held against the next input.
  if (reply.kind == ReplyKind::broken || leaks) (void)bury(true, 0);
  return outcome;
}

WorkerOutcome WorkerProcess::bury(bool hung, double seconds) {
  if (hung) ::kill(-process_, SIGKILL);
  const int wait_status = reap();
  WorkerOutcome outcome;
  if (hung) {
    outcome.status = Status::hung;
    const auto& record = *reinterpret_cast<const CrashRecord*>(record_.data());
    outcome.message =
        fmt::format("no answer within {} s {}", seconds, activity_name(record.activity));
  } else {
    outcome.status = Status::crashed;
    CrashReport report =
        explain_crash(*reinterpret_cast<const CrashRecord*>(record_.data()), wait_status);
    outcome.message = std::move(report.text);
    if (report.breach) outcome.breaches.push_back(std::move(*report.breach));
  }
  const std::string last_words = printed();
  if (!last_words.empty()) outcome.message += "; it printed " + last_words;
  return outcome;
}

int WorkerProcess::reap() noexcept {
  int status = 0;
  while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
  return status;
}

std::string WorkerProcess::printed() const {
  char text[80];  // as many as printable() shows
  const off_t size = ::lseek(output_.get(), 0, SEEK_END);
  const off_t begin = std::max<off_t>(0, size - static_cast<off_t>(sizeof text));
  const ssize_t got = ::pread(output_.get(), text, sizeof text, begin);
  if (got <= 0) return {};
  std::string_view words(text, static_cast<std::size_t>(got));
  while (!words.empty() && words.back() == '\n') words.remove_suffix(1);
  return words.empty() ? std::string() : printable(words);
}

}  // namespace tailproof::properties
