// The program as a function for other languages: bench/gpu/peers.py brings its own variants.
#include "program.hpp"

extern "C" TAILPROOF_EXPORT int tailproof_bench_gpu(int argument_count,
                                                    const char* const* arguments,
                                                    const tailproof_variant_v1_t* const* variants,
                                                    int variant_count) {
  return tailproof::gpu_bench::run_program({arguments, arguments + argument_count},
                                           {variants, variants + variant_count});
}
