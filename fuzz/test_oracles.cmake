# The tests' oracles for builds without the tests, and the kernels with small policies alone.
set(reference_tests ${PROJECT_SOURCE_DIR}/tests/reference)
add_library(tailproof_fuzz_accounts STATIC
            ${reference_tests}/agreement.cpp ${reference_tests}/hostile_rows.cpp
            ${reference_tests}/independent_account.cpp)
tailproof_settings(tailproof_fuzz_accounts)
target_compile_features(tailproof_fuzz_accounts PUBLIC cxx_std_20)
target_link_libraries(tailproof_fuzz_accounts PUBLIC Tailproof::reference Tailproof::io
                                                     nlohmann_json::nlohmann_json)

set(gpu ${PROJECT_SOURCE_DIR}/gpu)
set(differential_tests ${PROJECT_SOURCE_DIR}/tests/gpu/differential)
add_library(tailproof_fuzz_differential STATIC
            ${gpu}/src/current_device.cpp ${gpu}/src/device_scope.cpp
            ${gpu}/src/kernels_small_exact.cpp
            ${gpu}/src/kernels_small_sampled.cpp ${gpu}/src/selection.cpp engine/small_entries.cpp
            ${differential_tests}/answer_check.cpp ${differential_tests}/census.cpp
            ${differential_tests}/device_case.cpp ${differential_tests}/differential.cpp
            ${differential_tests}/trace_adapter.cpp)
tailproof_settings(tailproof_fuzz_differential)
target_compile_features(tailproof_fuzz_differential PUBLIC cxx_std_20)
target_include_directories(tailproof_fuzz_differential PUBLIC ${PROJECT_SOURCE_DIR}/tests/gpu
                                                              ${gpu}/include)
target_link_libraries(tailproof_fuzz_differential PUBLIC Tailproof::reference Tailproof::host_runtime
                                                         Tailproof::kernels Tailproof::planner)
