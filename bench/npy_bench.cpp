// Reading a .npy file through io against a bare memory map of it: open, touch every score, close.
#include "real_rows.hpp"
#include "tailproof/io/array_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>

namespace {

using namespace tailproof;

std::uint32_t sum_of_bits(std::span<const float> scores) {
  std::uint32_t sum = 0;
  for (const float score : scores) sum += std::bit_cast<std::uint32_t>(score);
  return sum;
}

std::uint32_t through_io(const std::string& path) {
  return sum_of_bits(io::ArrayFile(path).floats());
}

std::uint32_t through_bare_map(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status {};
  ::fstat(descriptor, &status);
  const auto size = static_cast<std::size_t>(status.st_size);
  void* const mapped = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  std::uint16_t header = 0;
  std::memcpy(&header, static_cast<const char*>(mapped) + 8, sizeof header);
  const std::size_t offset = 10u + header;
  const auto* const scores =
      reinterpret_cast<const float*>(static_cast<const char*>(mapped) + offset);
  const std::uint32_t sum = sum_of_bits({scores, (size - offset) / sizeof(float)});
  ::munmap(mapped, size);
  ::close(descriptor);
  return sum;
}

template <class Read>
void time_reading(benchmark::State& state, Read read) {
  const auto& rows = bench::rows_of(state);
  if (through_io(rows.path()) != through_bare_map(rows.path())) {
    return state.SkipWithError("the two ways read different scores");
  }
  for (auto _ : state) benchmark::DoNotOptimize(read(rows.path()));
  struct stat status {};
  ::stat(rows.path().c_str(), &status);
  state.SetBytesProcessed(state.iterations() * status.st_size);
  bench::describe(state, rows);
}

void npy_through_io(benchmark::State& state) {
  time_reading(state, through_io);
}
void npy_through_bare_map(benchmark::State& state) {
  time_reading(state, through_bare_map);
}

BENCHMARK(npy_through_io)->Arg(64)->Arg(245)->Unit(benchmark::kMicrosecond);
BENCHMARK(npy_through_bare_map)->Arg(64)->Arg(245)->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
