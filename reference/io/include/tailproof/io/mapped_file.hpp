/// A whole regular file, mapped read-only.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace tailproof::io {

/// Maps a file read-only for one pass from front to back, so that files larger than memory work.
/// A file that another process shortens while it is mapped raises SIGBUS on access, as with any
/// mapping; the command-line tool turns that signal into an error message.
class MappedFile final {
 public:
  /// Throws InputError when `path` is missing, unreadable, empty or not a regular file.
  explicit MappedFile(std::string path);
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&&) = delete;
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return bytes_; }

 private:
  std::string path_;
  std::span<const std::byte> bytes_;
};

}  // namespace tailproof::io
