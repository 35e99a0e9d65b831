// One end of a message channel between two processes.
#pragma once
#include "file_descriptor.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace tailproof::properties {

/// A message: a struct, text after it, perhaps a descriptor.
struct Message {
  std::string bytes;
  FileDescriptor descriptor;
};

class Channel {
 public:
  explicit Channel(FileDescriptor socket) : socket_(std::move(socket)) {}
  /// Two connected ends; throws std::system_error.
  [[nodiscard]] static std::pair<Channel, Channel> pair();

  /// False if the other end is gone.
  [[nodiscard]] bool send(std::span<const std::byte> head, const std::string& text = {},
                          int descriptor = -1) const;
  /// Waits for a message; nothing if the other end is gone or nothing came in time.
  /// @param seconds  negative: for ever
  [[nodiscard]] std::optional<Message> receive(double seconds, bool& timed_out) const;

  [[nodiscard]] int descriptor() const noexcept { return socket_.get(); }

 private:
  FileDescriptor socket_;
};

}  // namespace tailproof::properties
