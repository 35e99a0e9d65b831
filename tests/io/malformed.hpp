/// Catalogues of broken files, and what must hold for each of them, whatever the format.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "error_matchers.hpp"
#include "tailproof/io/array_file.hpp"
#include "tailproof_catch.hpp"
#include "temp_folder.hpp"

namespace tailproof::test {

/// One way in which a file can be wrong, and a part of the message that it must get.
struct Malformed {
  std::string name;
  std::string bytes;
  std::string expected;
};

/// Each file is refused with its own message, in one printable line that starts with the file's
/// name. What is opened is the file's name with `tensor` after it.
inline void check_each_is_refused(const std::vector<Malformed>& catalogue,
                                  const std::string& file_name, const std::string& tensor = "") {
  const TempFolder folder;
  for (const Malformed& malformed : catalogue) {
    const std::string path = folder.file(file_name, malformed.bytes);
    const std::string message = message_of([&] { const io::ArrayFile array(path + tensor); });
    INFO(malformed.name << ": " << message);
    CHECK(holds(message, malformed.expected));
    CHECK(message.starts_with(path + ": "));
    CHECK(is_printable_line(message));
  }
}

/// Calls parse(bytes) with every value of every single byte of a good file's header, the file less
/// its `data_size` last bytes. Whatever parse() accepts it must check itself; most must be refused.
template <typename Parse>
void check_each_changed_byte(const std::string& good, std::size_t data_size, Parse parse) {
  constexpr int byte_values = 256;
  constexpr int least_refused = 10000;
  int refused = 0;
  for (std::size_t at = 0; at + data_size < good.size(); ++at) {
    for (int byte = 0; byte < byte_values; ++byte) {
      std::string bytes = good;
      bytes[at] = static_cast<char>(byte);
      if (input_error([&] { parse(bytes); })) ++refused;
    }
  }
  CHECK(refused > least_refused);
}

}  // namespace tailproof::test
