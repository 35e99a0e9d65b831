# Shrinking, and the rows that a check judges in a second.
add_executable(bench_properties properties_bench.cpp)
tailproof_settings(bench_properties)
target_link_libraries(bench_properties PRIVATE Tailproof::properties benchmark::benchmark)
