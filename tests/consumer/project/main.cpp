// What a stranger writes first: select one row and look at the route it took.
#include "tailproof/reference/selector.hpp"

#include <array>
#include <cstdio>
#include <vector>

int main() {
  using namespace tailproof::reference;
  std::vector<float> row(4096);
  for (std::size_t i = 0; i < row.size(); ++i)
    row[i] = static_cast<float>((i * 2654435761u) % 9973);
  std::array<std::int32_t, 16> indices{};
  Selector selector(Policy(), 16);
  Trace trace;
  selector.select(row, 0, indices, &trace);
  std::printf("%s\n", std::string(route_name(trace.route)).c_str());
  return trace.route == Route::certified && indices[0] >= 0 ? 0 : 1;
}
