// What can be mapped: regular files of any size, and nothing else.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <string>

#include "error_matchers.hpp"
#include "npy_bytes.hpp"
#include "skip.hpp"
#include "tailproof/io/mapped_file.hpp"
#include "tailproof/io/score_file.hpp"
#include "tailproof_catch.hpp"
#include "temp_folder.hpp"
#include "unprivileged.hpp"

using namespace tailproof::io;
using namespace tailproof::test;

namespace {

std::string error_of(const std::string& path) {
  return message_of([&] { const MappedFile file(path); });
}

/// Most memory this process ever held, in bytes.
std::int64_t peak_memory() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return std::int64_t{usage.ru_maxrss} * 1024;
}

}  // namespace

TEST_CASE("what is no readable regular file is refused by name") {
  const TempFolder folder;
  CHECK(holds(error_of(folder / "missing"), "missing: cannot be opened: No such file"));
  CHECK(holds(error_of(folder.path().string()), "is a directory"));
  CHECK(holds(error_of("/dev/null"), "is not a regular file"));
  CHECK(holds(error_of(folder.file("empty", "")), "is empty"));
  CHECK(holds(error_of(""), "cannot be opened"));
  REQUIRE(::mkfifo((folder / "fifo").c_str(), 0600) == 0);
  CHECK(holds(error_of(folder / "fifo"), "is not a regular file"));
}

TEST_CASE("a file without read permission is refused") {
  const TempFolder folder;
  const std::string path = folder.file("secret", "x");
  REQUIRE(::chmod(folder.path().c_str(), 0755) == 0);
  REQUIRE(::chmod(path.c_str(), 0) == 0);
  const auto result = run_unprivileged(
      [&] { return holds(error_of(path), "cannot be opened: Permission denied"); });
  if (result == ChildResult::cannot_change_user) return skip("root cannot become another user");
  CHECK(result == ChildResult::right);
}

TEST_CASE("a 64 GiB file is mapped and read in places without being loaded") {
  const TempFolder folder;
  constexpr std::uint64_t rows = 16384;
  constexpr std::uint64_t width = 1u << 20;
  // Data that is not aligned would be copied whole.
  std::string dictionary = npy_dictionary("<f4", "(16384, 1048576)");
  while (npy_prefix(1, dictionary).size() % sizeof(float) != 0) dictionary += ' ';
  const std::string prefix = npy_prefix(1, dictionary);
  const std::string path = folder.file("large.npy", prefix);
  constexpr std::uint64_t data_bytes = rows * width * sizeof(float);
  if (::truncate(path.c_str(), static_cast<off_t>(prefix.size() + data_bytes)) != 0) {
    return skip("the temporary folder's file system has no sparse files of 64 GiB");
  }
  const int descriptor = ::open(path.c_str(), O_WRONLY);
  REQUIRE(descriptor >= 0);
  const float last = 7.0f;
  const auto at = static_cast<off_t>(prefix.size() + data_bytes - sizeof last);
  REQUIRE(::pwrite(descriptor, &last, sizeof last, at) == sizeof last);
  ::close(descriptor);

  const std::int64_t before = peak_memory();
  const ScoreFile file(path);
  const auto matrix = file.matrix();
  CHECK(matrix.rows() == std::int64_t{rows});
  CHECK(matrix.valid(0)[0] == 0.0f);
  CHECK(matrix.valid(rows - 1)[width - 1] == last);
  CHECK(matrix.valid(rows / 2)[width / 2] == 0.0f);
  CHECK(peak_memory() - before < std::int64_t{64} << 20);
}

TEST_CASE("unaligned data too large to copy is a message, not an allocation") {
  const TempFolder folder;
  std::string dictionary = npy_dictionary("<f4", "(268435457,)");  // one element above 1 GiB
  while (npy_prefix(1, dictionary).size() % 4 != 1) dictionary += ' ';
  const std::string prefix = npy_prefix(1, dictionary);
  const std::string path = folder.file("large.npy", prefix);
  const std::uint64_t size = prefix.size() + largest_aligned_copy + sizeof(float);
  REQUIRE(::truncate(path.c_str(), static_cast<off_t>(size)) == 0);
  const std::string message = message_of([&] { const ArrayFile array(path); });
  CHECK(holds(message, "its 1073741828 bytes would have to be copied to be aligned"));
}
