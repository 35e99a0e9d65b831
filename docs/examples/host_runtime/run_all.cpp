// The three examples as one program: on the host with g++ or clang++, on the GPU with
// nvcc -x cu -std=c++20 -arch=sm_90.
#include <cstdio>
#include <string>

#include "checks.hpp"

namespace {
int failures = 0;
void report(const char* name, const std::string& wrong) {
  std::printf("%s: %s\n", name, wrong.empty() ? "ok" : wrong.c_str());
  if (!wrong.empty()) ++failures;
}
}  // namespace

int main() {
  report("block_reduce", example::check_block_reduce<128>(37, 1000));
  report("block_reduce, 512 threads", example::check_block_reduce<512>(5, 30000));
  report("scan_lookback", example::check_scan_lookback<128>(20000));
  report("cluster_histogram", example::check_cluster_histogram<128, 256>(4, 30000));
  report("cluster_histogram, 8 CTAs", example::check_cluster_histogram<256, 512>(8, 100000));
  return failures == 0 ? 0 : 1;
}
