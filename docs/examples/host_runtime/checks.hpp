/// One check a kernel, for GPU and host alike: sets up, launches, compares with plain C++. Each
/// returns "" or what is wrong.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "block_reduce.cuh"
#include "cluster_histogram.cuh"
#include "scan_lookback.cuh"

namespace example {

inline std::vector<unsigned> numbers(int count, unsigned below) {
  std::vector<unsigned> values(static_cast<std::size_t>(count));
  std::uint64_t state = 42;
  for (unsigned& value : values) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    value = static_cast<unsigned>(state >> 33) % below;
  }
  return values;
}

inline std::string compare(const std::vector<unsigned>& got,
                           const std::vector<unsigned>& expected) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (i >= got.size() || got[i] != expected[i]) {
      return "element " + std::to_string(i) + " is wrong";
    }
  }
  return "";
}

template <int NT>
std::string check_block_reduce(int row_count, int length) {
  const std::vector<unsigned> rows = numbers(row_count * length, 1u << 31);
  std::vector<unsigned> expected(static_cast<std::size_t>(row_count), 0);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    expected[i / static_cast<std::size_t>(length)] += rows[i];
  }
  simt::DeviceBuffer<unsigned> input(rows);
  simt::DeviceBuffer<unsigned> sums(expected.size());
  simt::LaunchConfig config;
  config.grid = dim3(2);
  config.block = dim3(NT);
  config.shared_bytes = sizeof(ReduceStorage<NT>);
  const simt::Status status =
      simt::launch(config, block_reduce<NT>, input.data(), row_count, length, sums.data());
  if (!status.ok()) return status.text();
  return compare(sums.download(), expected);
}

template <int NT>
std::string check_scan_lookback(int count) {
  const std::vector<unsigned> values = numbers(count, 1u << 31);
  std::vector<unsigned> expected = values;
  for (std::size_t i = 1; i < expected.size(); ++i) expected[i] += expected[i - 1];
  const std::size_t tiles = (values.size() + NT - 1) / NT;
  simt::DeviceBuffer<unsigned> input(values);
  simt::DeviceBuffer<unsigned> output(values.size());
  simt::DeviceBuffer<unsigned> ticket_and_flags(1 + tiles);
  simt::DeviceBuffer<unsigned> aggregates(tiles);
  simt::DeviceBuffer<unsigned> prefixes(tiles);
  const ScanWork work{ticket_and_flags.data(), ticket_and_flags.data() + 1, aggregates.data(),
                      prefixes.data()};
  simt::LaunchConfig config;
  config.grid = dim3(static_cast<unsigned>(tiles));
  config.block = dim3(NT);
  config.shared_bytes = sizeof(ScanStorage<NT>);
  for (int run = 0; run < 2; ++run) {  // twice on one workspace: nothing may leak
    simt::Status status = ticket_and_flags.fill_bytes(0);
    if (!status.ok()) return status.text();
    status = simt::launch(config, scan_lookback<NT>, input.data(), output.data(), count, work);
    if (!status.ok()) return status.text();
    const std::string wrong = compare(output.download(), expected);
    if (!wrong.empty()) return wrong;
  }
  return "";
}

template <int NT, int BinsPerCta>
std::string check_cluster_histogram(unsigned cluster, int count) {
  const unsigned bins = cluster * BinsPerCta;
  const std::vector<unsigned> data = numbers(count, bins);
  std::vector<unsigned> expected(bins, 0);
  for (const unsigned value : data) ++expected[value];
  simt::DeviceBuffer<unsigned> input(data);
  simt::DeviceBuffer<unsigned> counts(bins);
  simt::LaunchConfig config;
  config.grid = dim3(cluster);
  config.block = dim3(NT);
  config.cluster = cluster;
  config.shared_bytes = sizeof(HistogramStorage<BinsPerCta>);
  const simt::Status status =
      simt::launch(config, cluster_histogram<NT, BinsPerCta>, input.data(), count, counts.data());
  if (!status.ok()) return status.text();
  return compare(counts.download(), expected);
}

}  // namespace example
