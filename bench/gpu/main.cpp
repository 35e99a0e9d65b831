// bench_gpu: see usage() in options.cpp.
#include "program.hpp"

int main(int argc, char** argv) {
  const int code = tailproof::gpu_bench::run_program({argv + 1, argv + argc}, {});
  return code;
}
