# Shrinking, the rows that a check judges in a second, and what making rows costs.
add_executable(bench_properties properties_bench.cpp)
tailproof_settings(bench_properties)
target_link_libraries(bench_properties PRIVATE Tailproof::properties benchmark::benchmark)

add_executable(bench_generators ${CMAKE_CURRENT_LIST_DIR}/generators_bench.cpp)
tailproof_settings(bench_generators)
target_link_libraries(bench_generators PRIVATE Tailproof::generators benchmark::benchmark)
