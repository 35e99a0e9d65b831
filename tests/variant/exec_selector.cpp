// A selector as a program: exec_selector MODE SCORES LENGTHS K OUT. MODE chooses what goes wrong.
#include "tailproof/io/array_file.hpp"
#include "tailproof/io/npy_writer.hpp"
#include "tailproof/io/score_file.hpp"
#include "tailproof/reference/policy.hpp"
#include "tailproof/reference/selector.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace {

// As any program does: without a sanitizer's report in place of the signal.
void segfault() {
  std::signal(SIGSEGV, SIG_DFL);
  std::raise(SIGSEGV);
}

// Takes memory until somebody ends it.
void eat() {
  std::vector<std::vector<char>> all;
  for (;;) all.emplace_back(16 << 20, 'x');
}

bool holds_infinity(const tailproof::reference::ScoreMatrix& matrix) {
  for (std::int64_t row = 0; row < matrix.rows(); ++row) {
    for (const float score : matrix.valid(row)) {
      if (score == std::numeric_limits<float>::infinity()) return true;
    }
  }
  return false;
}

}  // namespace

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
  if (mode == "segfaults") segfault();
  if (mode == "aborts") {
    std::fputs("assertion failed\n", stderr);
    std::abort();
  }
  if (mode == "hungry") eat();
  if (mode == "folder") return ::mkdir(out.c_str(), 0700);
  if (mode == "garbage") {
    std::ofstream(out) << "these are no indices";
    return 0;
  }
  const auto rank = static_cast<std::int32_t>(std::atoi(argv[4]));
  const auto slots = static_cast<std::size_t>(rank);
  if (const tailproof::io::ArrayFile file(argv[2]); file.shape()[1] == 0) {
    const std::vector<std::int32_t> none(file.shape()[0] * slots, -1);
    tailproof::io::write_npy(out, none, {file.shape()[0], slots});
    return 0;
  }
  const tailproof::io::ScoreFile scores(argv[2], std::string(argv[3]));
  const auto matrix = scores.matrix();
  if (holds_infinity(matrix)) {
    if (mode == "segfaults-on-infinity") segfault();
    if (mode == "hangs-on-infinity") {
      for (;;) ::pause();
    }
    if (mode == "hungry-on-infinity") eat();
    if (mode == "silent-on-infinity") return 0;
  }
  std::vector<std::int32_t> indices(static_cast<std::size_t>(matrix.rows()) * slots);
  tailproof::reference::Selector selector(tailproof::reference::Policy(), rank);
  for (std::int64_t row = 0; row < matrix.rows(); ++row) {
    selector.select(matrix.valid(row), row,
                    std::span(indices).subspan(static_cast<std::size_t>(row) * slots, slots));
  }
  if (mode == "wrong") indices[0] = -1;
  auto columns = static_cast<std::uint64_t>(rank);
  if (mode == "longer") indices.resize(indices.size() + slots);
  if (mode == "short") {
    indices.resize(indices.size() - static_cast<std::size_t>(matrix.rows()));
    --columns;
  }
  tailproof::io::write_npy(out, indices, {indices.size() / columns, columns});
  return 0;
}
