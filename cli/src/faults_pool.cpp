#include "faults_pool.hpp"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <system_error>

#include "faults_json.hpp"

namespace tailproof::cli {
namespace {

struct Running {
  pid_t process = -1;
  int reads = -1;
  std::size_t entry = 0;  // its number
};

void write_all(int descriptor, const std::string& text) {
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t more = ::write(descriptor, text.data() + sent, text.size() - sent);
    if (more <= 0) return;
    sent += static_cast<std::size_t>(more);
  }
}

std::string read_all(int descriptor) {
  std::string text;
  char part[4096];
  for (;;) {
    const ssize_t got = ::read(descriptor, part, sizeof part);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return text;
    text.append(part, static_cast<std::size_t>(got));
  }
}

// What the other process says of its trial: the kills, or why there are none.
std::string told(const Catalogue& catalogue, const CatalogueEntry& entry,
                 const TrialOptions& options) {
  nlohmann::ordered_json json;
  try {
    json["kills"] = nlohmann::ordered_json::array();
    for (const Kill& kill : try_entry(catalogue, entry, options).kills) {
      json["kills"].push_back(json_of(kill));
    }
  } catch (const std::exception& error) {
    json["error"] = error.what();
  }
  // What a subject printed may be any bytes.
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

Running begin(const Catalogue& catalogue, const CatalogueEntry& entry, std::size_t number,
              const TrialOptions& options) {
  int ends[2];
  if (::pipe(ends) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
  const pid_t process = ::fork();
  if (process < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (process == 0) {
    ::close(ends[0]);
    write_all(ends[1], told(catalogue, entry, options));
    ::_exit(0);
  }
  ::close(ends[1]);
  return {process, ends[0], number};
}

// Waits until one has something to say, which each says all at once in its end.
std::ptrdiff_t first_to_end(const std::vector<Running>& running) {
  std::vector<pollfd> descriptors;
  for (const Running& each : running) descriptors.push_back({each.reads, POLLIN, 0});
  while (::poll(descriptors.data(), descriptors.size(), -1) < 0 && errno == EINTR) {
  }
  const auto ready = std::find_if(descriptors.begin(), descriptors.end(),
                                  [](const pollfd& each) { return each.revents != 0; });
  return ready == descriptors.end() ? 0 : ready - descriptors.begin();
}

FaultTrial end(const Running& running, const CatalogueEntry& entry) {
  const std::string text = read_all(running.reads);
  ::close(running.reads);
  int status = 0;
  while (::waitpid(running.process, &status, 0) < 0 && errno == EINTR) {
  }
  const auto json = nlohmann::ordered_json::parse(text, nullptr, false);
  if (json.is_discarded()) throw std::runtime_error("the trial of " + entry.name + " died");
  if (json.contains("error")) throw std::runtime_error(json.at("error").get<std::string>());
  FaultTrial trial{entry, {}};
  for (const auto& kill : json.at("kills")) trial.kills.push_back(kill_of(kill));
  return trial;
}

}  // namespace

std::vector<FaultTrial> try_entries(const Catalogue& catalogue,
                                    const std::vector<CatalogueEntry>& entries,
                                    const TrialOptions& options, std::size_t jobs,
                                    const std::function<void(const FaultTrial&)>& done) {
  std::vector<FaultTrial> trials;
  if (jobs < 2) {
    for (const CatalogueEntry& entry : entries) {
      trials.push_back(try_entry(catalogue, entry, options));
      done(trials.back());
    }
    return trials;
  }
  std::map<std::size_t, FaultTrial> ended;  // by the entry's number, until all before it ended
  std::vector<Running> running;
  for (std::size_t begun = 0; trials.size() < entries.size();) {
    while (begun < entries.size() && running.size() < jobs) {
      running.push_back(begin(catalogue, entries[begun], begun, options));
      ++begun;
    }
    const auto one = running.begin() + first_to_end(running);
    ended.emplace(one->entry, end(*one, entries[one->entry]));
    running.erase(one);
    for (auto next = ended.find(trials.size()); next != ended.end();
         next = ended.find(trials.size())) {
      trials.push_back(std::move(next->second));
      ended.erase(next);
      done(trials.back());
    }
  }
  return trials;
}

}  // namespace tailproof::cli
