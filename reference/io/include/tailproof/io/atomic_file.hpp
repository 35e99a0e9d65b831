/// Output files that appear whole or not at all.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace tailproof::io {

/// Collects bytes in a temporary file beside its target and takes the target's name on commit().
/// Without a commit the target keeps what it held. A process killed midway can leave the temporary
/// file (".NAME.part-XXXXXX") behind, never a partial target. Through a symbolic link the file that
/// it points to is replaced.
class AtomicFile final {
 public:
  /// Throws InputError naming `path` when its folder cannot be written to, or when `path` is
  /// something other than a regular file (a folder, a device: replacing those would lose them).
  explicit AtomicFile(const std::string& path);
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  ~AtomicFile();

  /// Appends; throws InputError when the bytes cannot all be written.
  void write(std::span<const std::byte> bytes);
  void write(std::string_view text);

  /// Flushes to the disk and renames; throws InputError. Nothing may be written afterwards.
  void commit();

 private:
  [[noreturn]] void fail(const char* action, int error) const;

  std::string name_;
  std::string target_;
  std::string temporary_;
  int descriptor_ = -1;
};

}  // namespace tailproof::io
