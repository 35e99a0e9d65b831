/// Inputs, and how a case launches its kernel and takes its words.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "table.hpp"
#include "tailproof/simt.hpp"

namespace conformance {

using u32 = std::uint32_t;
using u64 = unsigned long long;

/// The same numbers everywhere.
class Numbers {
 public:
  explicit Numbers(u64 seed) : state_(seed) {}
  u32 next() {
    state_ = state_ * 6364136223846793005ull + 1442695040888963407ull;
    return static_cast<u32>(state_ >> 32);
  }
  std::vector<u32> list(std::size_t count) {
    std::vector<u32> values(count);
    for (u32& value : values) value = next();
    return values;
  }

 private:
  u64 state_;
};

/// Ends the program: a table with failed launches in it is of no use.
inline void require(const simt::Status& status, const std::string& row) {
  if (status.ok()) return;
  std::fprintf(stderr, "conformance: %s: %s\n", row.c_str(), status.text().c_str());
  std::exit(4);
}

struct Shape {
  dim3 grid{1};
  dim3 block{32};
  std::size_t shared_bytes = 0;
  unsigned cluster = 1;
};

/// Launches kernel(arguments..., output) and adds the `words` that it wrote as row `name`. All are
/// zero before.
template <class... Parameters, class... Arguments>
void add_row(Table& table, const std::string& name, const Shape& shape, std::size_t words,
             void (*kernel)(Parameters...), Arguments... arguments) {
  simt::DeviceBuffer<u32> output(words);
  require(output.status(), name);
  require(output.fill_bytes(0), name);
  simt::LaunchConfig config;
  config.grid = shape.grid;
  config.block = shape.block;
  config.shared_bytes = shape.shared_bytes;
  config.cluster = shape.cluster;
  config.name = name.c_str();
  require(simt::launch(config, kernel, arguments..., output.data()), name);
  Words result;
  require(output.download(result), name);
  table.add(name, std::move(result));
}

__device__ inline void put64(u32* output, std::size_t at, u64 value) {
  output[at] = static_cast<u32>(value);
  output[at + 1] = static_cast<u32>(value >> 32);
}
__device__ inline u64 join(u32 low, u32 high) {
  return (static_cast<u64>(high) << 32) | low;
}

}  // namespace conformance
