// A selector as a program: exec_selector MODE SCORES LENGTHS K OUT. MODE chooses what goes wrong.
#include "tailproof/io/npy_writer.hpp"
#include "tailproof/io/score_file.hpp"
#include "tailproof/reference/policy.hpp"
#include "tailproof/reference/selector.hpp"

#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <span>
#include <string>
#include <vector>

int main(int argc, char** argv) {
  if (argc != 6) return 64;
  const std::string mode = argv[1];
  const std::string out = argv[5];
  if (mode == "fails") {
    std::fputs("no kernel image\n", stderr);
    return 9;
  }
  if (mode == "hangs") {
    for (;;) ::pause();
  }
  if (mode == "silent") return 0;
  if (mode == "garbage") {
    std::ofstream(out) << "these are no indices";
    return 0;
  }
  const tailproof::io::ScoreFile scores(argv[2], std::string(argv[3]));
  const auto matrix = scores.matrix();
  const auto rank = static_cast<std::int32_t>(std::atoi(argv[4]));
  const auto slots = static_cast<std::size_t>(rank);
  std::vector<std::int32_t> indices(static_cast<std::size_t>(matrix.rows()) * slots);
  tailproof::reference::Selector selector(tailproof::reference::Policy(), rank);
  for (std::int64_t row = 0; row < matrix.rows(); ++row) {
    selector.select(matrix.valid(row), row,
                    std::span(indices).subspan(static_cast<std::size_t>(row) * slots, slots));
  }
  if (mode == "wrong") indices[0] = -1;
  auto columns = static_cast<std::uint64_t>(rank);
  if (mode == "short") {
    indices.resize(indices.size() - static_cast<std::size_t>(matrix.rows()));
    --columns;
  }
  tailproof::io::write_npy(out, indices, {static_cast<std::uint64_t>(matrix.rows()), columns});
  return 0;
}
