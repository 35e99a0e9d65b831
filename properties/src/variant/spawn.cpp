#include "spawn.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

#include <string_view>
#include <system_error>

extern char** environ;

namespace tailproof::properties {
namespace {

// Owns what posix_spawn() is told to do.
class Plan {
 public:
  Plan() {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawnattr_init(&attributes_);
    sigset_t all;
    sigset_t none;
    ::sigfillset(&all);
    ::sigemptyset(&none);
    ::posix_spawnattr_setsigdefault(&attributes_, &all);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setpgroup(&attributes_, 0);
    ::posix_spawnattr_setflags(
        &attributes_, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
  }
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;
  ~Plan() {
    ::posix_spawn_file_actions_destroy(&actions_);
    ::posix_spawnattr_destroy(&attributes_);
  }
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

std::vector<char*> pointers(const std::vector<std::string>& strings) {
  std::vector<char*> result;
  for (const std::string& each : strings) result.push_back(const_cast<char*>(each.c_str()));
  result.push_back(nullptr);
  return result;
}

std::vector<std::string> joined_environment(const std::vector<std::string>& changes) {
  std::vector<std::string> result = changes;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    const std::string_view name = text.substr(0, text.find('=') + 1);
    bool replaced = false;
    for (const std::string& change : changes) replaced = replaced || change.starts_with(name);
    if (!replaced) result.emplace_back(text);
  }
  return result;
}

}  // namespace

pid_t spawn(const std::vector<std::string>& arguments,
            const std::vector<std::pair<int, int>>& descriptors,
            const std::vector<std::string>& environment, const std::string& folder) {
  Plan plan;
  ::posix_spawn_file_actions_addopen(&plan.actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  // Two steps, since one of ours may have the number that another is to get.
  constexpr int out_of_the_way = 200;
  for (std::size_t i = 0; i < descriptors.size(); ++i) {
    ::posix_spawn_file_actions_adddup2(&plan.actions_, descriptors[i].first,
                                       out_of_the_way + static_cast<int>(i));
  }
  for (std::size_t i = 0; i < descriptors.size(); ++i) {
    const int parked = out_of_the_way + static_cast<int>(i);
    ::posix_spawn_file_actions_adddup2(&plan.actions_, parked, descriptors[i].second);
    ::posix_spawn_file_actions_addclose(&plan.actions_, parked);
  }
  if (!folder.empty()) {
    ::posix_spawn_file_actions_addchdir_np(&plan.actions_, folder.c_str());
  }
  const auto variables = joined_environment(environment);
  pid_t process = -1;
  const int error =
      ::posix_spawn(&process, arguments.front().c_str(), &plan.actions_, &plan.attributes_,
                    pointers(arguments).data(), pointers(variables).data());
  if (error != 0) {
    throw std::system_error(error, std::generic_category(), "cannot start " + arguments.front());
  }
  return process;
}

}  // namespace tailproof::properties
