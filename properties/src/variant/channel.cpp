#include "channel.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstring>
#include <system_error>

namespace tailproof::properties {
namespace {

constexpr std::size_t longest_message = 32 * 1024;

// Room for the one descriptor that a message can carry.
union Control {
  cmsghdr header;
  char bytes[CMSG_SPACE(sizeof(int))];
};

}  // namespace

std::pair<Channel, Channel> Channel::pair() {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
    throw std::system_error(errno, std::generic_category(), "socketpair");
  }
  return {Channel(FileDescriptor(ends[0])), Channel(FileDescriptor(ends[1]))};
}

bool Channel::send(std::span<const std::byte> head, const std::string& text, int descriptor) const {
  const std::size_t text_size = std::min(text.size(), longest_message - head.size());
  iovec parts[2] = {{const_cast<std::byte*>(head.data()), head.size()},
                    {const_cast<char*>(text.data()), text_size}};
  msghdr message{};
  message.msg_iov = parts;
  message.msg_iovlen = 2;
  Control control{};
  if (descriptor >= 0) {
    message.msg_control = control.bytes;
    message.msg_controllen = sizeof control.bytes;
    cmsghdr* const entry = CMSG_FIRSTHDR(&message);
    entry->cmsg_level = SOL_SOCKET;
    entry->cmsg_type = SCM_RIGHTS;
    entry->cmsg_len = CMSG_LEN(sizeof descriptor);
    std::memcpy(CMSG_DATA(entry), &descriptor, sizeof descriptor);
  }
  ssize_t sent = 0;
  do {
    sent = ::sendmsg(socket_.get(), &message, MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  return sent >= 0;
}

std::optional<Message> Channel::receive(double seconds, bool& timed_out) const {
  timed_out = false;
  using Clock = std::chrono::steady_clock;
  const auto deadline = Clock::now() + std::chrono::duration<double>(std::max(0.0, seconds));
  for (;;) {
    pollfd waiting{socket_.get(), POLLIN, 0};
    const double left = std::chrono::duration<double>(deadline - Clock::now()).count();
    const int milliseconds =
        seconds < 0 ? -1 : static_cast<int>(std::ceil(std::clamp(left, 0.0, 1e6) * 1000));
    const int ready = ::poll(&waiting, 1, milliseconds);
    if (ready > 0) break;
    if (ready < 0 && errno != EINTR) return std::nullopt;
    if (ready == 0 && left <= 0) {
      timed_out = true;
      return std::nullopt;
    }
  }
  Message received;
  received.bytes.resize(longest_message);
  iovec part{received.bytes.data(), received.bytes.size()};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  Control control{};
  message.msg_control = control.bytes;
  message.msg_controllen = sizeof control.bytes;
  ssize_t size = 0;
  do {
    size = ::recvmsg(socket_.get(), &message, MSG_CMSG_CLOEXEC);
  } while (size < 0 && errno == EINTR);
  if (size <= 0) return std::nullopt;
  received.bytes.resize(static_cast<std::size_t>(size));
  for (cmsghdr* entry = CMSG_FIRSTHDR(&message); entry != nullptr;
       entry = CMSG_NXTHDR(&message, entry)) {
    if (entry->cmsg_level != SOL_SOCKET || entry->cmsg_type != SCM_RIGHTS) continue;
    int descriptor = -1;
    std::memcpy(&descriptor, CMSG_DATA(entry), sizeof descriptor);
    received.descriptor = FileDescriptor(descriptor);
  }
  return received;
}

}  // namespace tailproof::properties
