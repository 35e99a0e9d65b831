#include "output.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string_view>

#include "tailproof/io/input_error.hpp"

namespace tailproof::cli {

void Output::flush() {
  std::string_view rest = text_;
  while (!rest.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      throw InputError({.file = "standard output"},
                       fmt::format("cannot be written: {}", std::strerror(errno)));
    }
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  text_.clear();
}

}  // namespace tailproof::cli
