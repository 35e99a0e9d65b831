// The worker's side of isolation.
#include "caller.hpp"
#include "channel.hpp"
#include "crash_handler.hpp"
#include "cuda_driver.hpp"
#include "shared_memory.hpp"
#include "tailproof/io/input_error.hpp"
#include "tailproof/properties/variant/description.hpp"
#include "tailproof/properties/variant/isolation.hpp"
#include "tailproof/properties/variant/subject_lost.hpp"
#include "tailproof/properties/variant/target.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <fstream>
#include <memory>
#include <new>
#include <string>
#include <utility>

namespace tailproof::properties {
namespace {

// What the subject prints goes to a file that only a report of its death quotes the end of.
constexpr off_t most_printed = 64 * 1024;

#if defined(__SANITIZE_ADDRESS__)
constexpr bool sanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif
#else
constexpr bool sanitized = false;
#endif

// What RLIMIT_DATA counts.
std::uint64_t private_bytes() {
  std::uint64_t pages = 0;
  std::ifstream file("/proc/self/statm");
  for (int field = 0; field < 6; ++field) file >> pages;
  return pages * page_size();
}

// Beside what is there already: an oracle keeps stacks for its threads.
void limit_memory(std::uint64_t more_bytes) {
  // A sanitizer's own memory is far beyond any sensible limit.
  if (more_bytes == 0 || sanitized) return;
  const std::uint64_t bytes = private_bytes() + more_bytes;
  const rlimit limit{bytes, bytes};
  ::setrlimit(RLIMIT_DATA, &limit);
}

bool send(const Channel& channel, const Reply& reply, const std::string& text) {
  return channel.send(std::as_bytes(std::span(&reply, 1)), text);
}

Reply reply_of(const CallOutcome& outcome) {
  Reply reply;
  reply.kind = outcome.kind;
  reply.judged = outcome.judged ? 1 : 0;
  for (const GuardBreach& breach : outcome.breaches) {
    if (reply.breach_count == most_breaches) break;
    BreachRecord& record = reply.breaches[reply.breach_count++];
    record.guard = breach.guard;
    record.row = breach.row;
    const std::size_t size = std::min(breach.detail.size(), sizeof record.detail - 1);
    std::memcpy(record.detail, breach.detail.data(), size);
  }
  return reply;
}

CallOutcome answer(Caller& caller, const Request& request) {
  try {
    return request.kind == RequestKind::exercise ? caller.exercise(request)
                                                 : caller.select(request);
  } catch (const std::bad_alloc&) {
    return {ReplyKind::broken, "no memory is left for the workspace it asks for", {}};
  }
}

// Null without a path, and for a variant in another memory space.
std::unique_ptr<PriorOracle> oracle_for(const tailproof_variant_v1_t& variant,
                                        const std::string& path) {
  if (path.empty()) return nullptr;
  try {
    auto oracle = std::make_unique<PriorOracle>(path);
    if (static_cast<std::uint32_t>(oracle->memory_space()) != variant.memory_space) return nullptr;
    oracle->begin();
    return oracle;
  } catch (const InputError& error) {
    throw InputError({"prior oracle"}, error.what());  // the other side names the variant
  }
}

void serve(const Channel& channel, Caller& caller, CrashRecord& record) {
  for (;;) {
    record.activity = Activity::idle;
    bool timed_out = false;
    auto message = channel.receive(-1, timed_out);
    if (!message || message->bytes.size() != sizeof(Request)) return;
    record.activity = Activity::checking;
    Request request;
    std::memcpy(&request, message->bytes.data(), sizeof request);
    switch (request.kind) {
      case RequestKind::input_memory:
        caller.set_input(std::move(message->descriptor), request.bytes);
        break;
      case RequestKind::score_memory:
        caller.set_scores(std::move(message->descriptor), request.bytes);
        break;
      case RequestKind::result_memory:
        caller.set_result(std::move(message->descriptor), request.bytes);
        break;
      case RequestKind::select:
      case RequestKind::exercise: {
        if (::lseek(STDERR_FILENO, 0, SEEK_END) > most_printed) {
          (void)!::ftruncate(STDERR_FILENO, 0);
        }
        // Should the checker die while the subject loops, nobody else would end this process.
        ::alarm(request.most_seconds);
        const CallOutcome outcome = answer(caller, request);
        ::alarm(0);
        if (!send(channel, reply_of(outcome), outcome.text)) return;
        break;
      }
    }
  }
}

}  // namespace

int run_worker(const std::string& target, int channel_descriptor, int record_descriptor,
               std::uint64_t memory_bytes, const std::string& oracle_path) {
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  const Channel channel{FileDescriptor(channel_descriptor)};
  const SharedMemory memory(FileDescriptor(record_descriptor), sizeof(CrashRecord));
  CrashRecord& record = *new (memory.data()) CrashRecord;
  install_crash_handler(record);
  try {
    record.activity = Activity::loading;
    const tailproof_variant_v1_t& variant = load_variant(parse_target(target));
    // A library may have put its own handlers in place while it was loaded.
    install_crash_handler(record);
    const bool on_host = variant.memory_space == TAILPROOF_MEMORY_HOST;
    const auto oracle = oracle_for(variant, oracle_path);
    const auto caller = on_host ? make_host_caller(variant, record, oracle.get())
                                : make_device_caller(variant, record, oracle.get());
    // A driver maps far more than it uses, so only host variants have a limit.
    if (on_host) limit_memory(memory_bytes);
    Reply reply;
    reply.kind = ReplyKind::described;
    reply.judged = oracle != nullptr ? 1 : 0;
    if (!send(channel, reply, to_json(describe(variant)))) return 0;
    serve(channel, *caller, record);
  } catch (const CudaMissing& error) {
    Reply reply;
    reply.kind = ReplyKind::unavailable;
    send(channel, reply, std::string("works in CUDA device memory, and ") + error.what());
  } catch (const SubjectUnavailable& error) {
    Reply reply;
    reply.kind = ReplyKind::unavailable;
    send(channel, reply, error.what());
  } catch (const InputError& error) {
    Reply reply;
    reply.kind = ReplyKind::unusable;
    // The other side names the place itself.
    const std::string text = error.what();
    const std::string place = error.place().file + ": ";
    send(channel, reply, text.starts_with(place) ? text.substr(place.size()) : text);
  }
  return 0;
}

}  // namespace tailproof::properties
