#include "tailproof/io/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <random>
#include <utility>

#include "tailproof/io/input_error.hpp"

namespace tailproof::io {
namespace {

/// The file that a name stands for: itself, or what a chain of symbolic links leads to, which
/// need not exist yet.
std::string resolve(const std::string& name) {
  namespace fs = std::filesystem;
  constexpr int longest_chain = 40;  // Linux's own limit
  fs::path path(name);
  std::error_code error;
  for (int links = 0; fs::is_symlink(path, error); ++links) {
    if (links == longest_chain) {
      throw InputError({.file = name}, "is a chain of too many symbolic links");
    }
    path = path.parent_path() / fs::read_symlink(path, error);
    if (error) throw InputError({.file = name}, "cannot be resolved: " + error.message());
  }
  return path.string();
}

/// Makes a rename durable; a file system that cannot flush folders (EINVAL) has no need of it.
int flush_folder(const std::filesystem::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return 0;
  const int error = ::fsync(descriptor) == 0 || errno == EINVAL ? 0 : errno;
  ::close(descriptor);
  return error;
}

std::filesystem::path folder_of(const std::string& target) {
  const auto folder = std::filesystem::path(target).parent_path();
  return folder.empty() ? std::filesystem::path(".") : folder;
}

}  // namespace

AtomicFile::AtomicFile(const std::string& path) : name_(path), target_(resolve(path)) {
  struct stat status {};
  if (::stat(target_.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
    throw InputError({.file = name_}, S_ISDIR(status.st_mode)
                                          ? "is a directory, so no file can be written there"
                                          : "is not a regular file; the output replaces a file");
  }
  const std::filesystem::path folder = folder_of(target_);
  const std::string base = std::filesystem::path(target_).filename().string();
  if (base.empty()) throw InputError({.file = name_}, "names no file to write");
  // Names only have to differ: O_EXCL settles who owns one.
  std::random_device random;
  constexpr int attempts = 16;
  for (int attempt = 0; attempt < attempts && descriptor_ < 0; ++attempt) {
    const std::string candidate =
        folder / fmt::format(".{}.part-{:06x}", base, random() & 0xffffffu);
    descriptor_ = ::open(candidate.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ >= 0) temporary_ = candidate;
    if (descriptor_ < 0 && errno != EEXIST) break;
  }
  if (descriptor_ < 0) fail("cannot be written", errno);
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void AtomicFile::write(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) fail("cannot be written", written < 0 ? errno : EIO);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void AtomicFile::write(std::string_view text) {
  write(std::as_bytes(std::span(text)));
}

void AtomicFile::commit() {
  if (::fsync(descriptor_) != 0) fail("cannot be flushed", errno);
  if (::close(std::exchange(descriptor_, -1)) != 0) fail("cannot be closed", errno);
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) fail("cannot be renamed", errno);
  temporary_.clear();
  if (const int error = flush_folder(folder_of(target_)); error != 0) {
    fail("is written, but its folder cannot be flushed", error);
  }
}

void AtomicFile::fail(const char* action, int error) const {
  throw InputError({.file = name_}, fmt::format("{}: {}", action, std::strerror(error)));
}

}  // namespace tailproof::io
