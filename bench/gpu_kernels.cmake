# The selector's kernels on the host runtime.
add_executable(bench_gpu_kernels gpu_kernels_bench.cpp)
tailproof_settings(bench_gpu_kernels)
target_link_libraries(bench_gpu_kernels PRIVATE Tailproof::gpu benchmark::benchmark)
