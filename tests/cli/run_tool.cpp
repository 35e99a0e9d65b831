#include "run_tool.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <stdexcept>

#include "temp_folder.hpp"

namespace tailproof::test {
namespace {

/// Becomes the tool; only in the child.
[[noreturn]] void become_tool(std::vector<char*>& argv, const std::string& out,
                              const std::string& err, const ToolOptions& options) {
  constexpr int cannot_run = 126;
  const int out_file = ::open(out.c_str(), O_WRONLY | O_CREAT, 0600);
  const int err_file = ::open(err.c_str(), O_WRONLY | O_CREAT, 0600);
  if (::dup2(out_file, STDOUT_FILENO) < 0 || ::dup2(err_file, STDERR_FILENO) < 0) {
    ::_exit(cannot_run);
  }
  if (options.file_size_limit) {
    const rlimit limit{*options.file_size_limit, *options.file_size_limit};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ::execv(argv[0], argv.data());
  ::_exit(cannot_run);
}

}  // namespace

ToolRun run_tool(const std::vector<std::string>& arguments, const ToolOptions& options) {
  const TempFolder folder;
  const std::string out = options.out_path.value_or(folder / "out");
  const std::string err = folder / "err";
  std::vector<std::string> words = joined({TAILPROOF_TOOL}, arguments);
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("fork failed");
  if (child == 0) become_tool(argv, out, err, options);
  if (options.meanwhile) options.meanwhile(child);
  int status = 0;
  if (::waitpid(child, &status, 0) != child) throw std::runtime_error("waitpid failed");
  ToolRun run;
  run.code = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  if (!options.out_path) run.out = slurp(out);
  run.err = slurp(err);
  return run;
}

std::vector<std::string> capture(const std::string& name) {
  const std::string path = std::string(TAILPROOF_TEST_DATA) + "/" + name;
  return {path + ".npy", "--lengths", path + ".lengths.npy"};
}

std::vector<std::string> joined(std::vector<std::string> first,
                                const std::vector<std::string>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

}  // namespace tailproof::test
