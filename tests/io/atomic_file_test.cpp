// Output appears whole or not at all, and never in place of something that is not a file.
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "error_matchers.hpp"
#include "skip.hpp"
#include "tailproof/io/atomic_file.hpp"
#include "tailproof/io/npy_writer.hpp"
#include "tailproof_catch.hpp"
#include "temp_folder.hpp"
#include "unprivileged.hpp"

using namespace tailproof::io;
using namespace tailproof::test;

namespace {

std::string error_of(const std::string& path) {
  return message_of([&] { AtomicFile(path).commit(); });
}

}  // namespace

TEST_CASE("a committed file holds everything, and nothing is left beside it") {
  const TempFolder folder;
  {
    AtomicFile file(folder / "out");
    file.write("hello ");
    CHECK_FALSE(std::filesystem::exists(folder / "out"));
    file.write("world");
    file.commit();
  }
  CHECK(slurp(folder / "out") == "hello world");
  CHECK(folder.names() == std::vector<std::string>{"out"});
}

TEST_CASE("without a commit the target keeps what it held") {
  const TempFolder folder;
  const std::string path = folder.file("out", "old");
  { AtomicFile(path).write("new"); }
  CHECK(slurp(path) == "old");
  CHECK(folder.names() == std::vector<std::string>{"out"});
  AtomicFile file(path);
  file.write("new");
  file.commit();
  CHECK(slurp(path) == "new");
}

TEST_CASE("a new file has the permissions that the umask leaves") {
  const TempFolder folder;
  const mode_t old = ::umask(027);
  AtomicFile(folder / "out").commit();
  ::umask(old);
  struct stat status {};
  REQUIRE(::stat((folder / "out").c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0640);
}

TEST_CASE("through a symbolic link the file behind it is replaced, dangling or not") {
  const TempFolder folder;
  std::filesystem::create_directory(folder / "sub");
  std::filesystem::create_symlink("sub/real", folder / "link");
  for (const char* const text : {"first", "second"}) {
    AtomicFile file(folder / "link");
    file.write(text);
    file.commit();
    CHECK(std::filesystem::is_symlink(folder / "link"));
    CHECK(slurp(folder / "sub/real") == text);
  }
  std::filesystem::create_symlink("loop", folder / "loop");
  CHECK(error_of(folder / "loop") != "none");
}

TEST_CASE("places that hold no file are refused and stay as they are") {
  const TempFolder folder;
  CHECK(holds(error_of(folder.path().string()), "is a directory"));
  CHECK(holds(error_of(folder / "no/such/place"), "cannot be written: No such file"));
  CHECK(holds(error_of(folder / "new/"), "names no file"));
  CHECK(holds(error_of(""), "names no file"));
  CHECK(holds(error_of("/proc/out"), "cannot be written"));
  for (const char* const device : {"/dev/null", "/dev/full"}) {
    CHECK(holds(error_of(device), "is not a regular file"));
    CHECK(std::filesystem::is_character_file(device));
  }
  CHECK(holds(error_of(folder / std::string(300, 'x')), "File name too long"));
  CHECK(folder.names().empty());
}

TEST_CASE("a folder without write permission is refused") {
  const TempFolder folder;
  const mode_t unwritable = ::geteuid() == 0 ? 0755 : 0500;
  REQUIRE(::chmod(folder.path().c_str(), unwritable) == 0);
  const auto result = run_unprivileged(
      [&] { return holds(error_of(folder / "out"), "cannot be written: Permission denied"); });
  REQUIRE(::chmod(folder.path().c_str(), 0700) == 0);
  if (result == ChildResult::cannot_change_user) return skip("root cannot become another user");
  CHECK(result == ChildResult::right);
}

TEST_CASE("a write that fails midway leaves the old file and no temporary one") {
  const TempFolder folder;
  const std::string path = folder.file("out.npy", "old");
  // In a child, because the limit on file sizes binds the whole process.
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{4096, 4096};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    const std::vector<std::int32_t> values(100000, 1);
    const std::string message =
        message_of([&] { write_npy(path, std::span<const std::int32_t>(values), {100000}); });
    ::_exit(holds(message, "cannot be written: File too large") ? 0 : 1);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(status == 0);
  CHECK(slurp(path) == "old");
  CHECK(folder.names() == std::vector<std::string>{"out.npy"});
}
