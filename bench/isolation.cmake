# What worker processes and guards cost.
add_executable(bench_isolation isolation_bench.cpp)
tailproof_settings(bench_isolation)
include(TailproofVariant)
if(NOT TARGET partial_sort)
  add_subdirectory(${PROJECT_SOURCE_DIR}/docs/examples/variants
                   ${PROJECT_BINARY_DIR}/docs/examples/variants)
endif()
target_link_libraries(bench_isolation PRIVATE Tailproof::properties Tailproof::gpu benchmark::benchmark)
target_compile_definitions(
  bench_isolation PRIVATE TAILPROOF_BENCH_VARIANT="$<TARGET_FILE:partial_sort>"
                          TAILPROOF_BENCH_WORKER="$<TARGET_FILE:tailproof_cli>")
add_dependencies(bench_isolation partial_sort tailproof_cli)
