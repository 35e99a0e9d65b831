# docs/examples/host_runtime: on the host in both builds, with their planted races, and through nvcc.
set(examples ${PROJECT_SOURCE_DIR}/docs/examples/host_runtime)
tailproof_kernel_test(NAME host_examples SOURCES example_test.cpp LABELS compiler)
tailproof_kernel_test(NAME host_examples_planted SOURCES example_race_test.cpp ONLY race
                      DEFINITIONS EXAMPLE_PLANTED_RACE LABELS compiler)
foreach(target IN ITEMS test_host_examples test_host_examples_race test_host_examples_planted_race)
  if(TARGET ${target})
    target_include_directories(${target} PRIVATE ${examples})
  endif()
endforeach()

add_executable(host_examples_program ${examples}/run_all.cpp)
tailproof_settings(host_examples_program)
target_link_libraries(host_examples_program PRIVATE Tailproof::host_runtime)
add_test(NAME "host examples: the program that also runs on the GPU" COMMAND host_examples_program)

# The same files through nvcc, for three generations of devices.
foreach(program IN ITEMS docs/examples/host_runtime/run_all.cpp tests/host_runtime/conformance/main.cpp)
  add_test(NAME "host runtime: nvcc compiles ${program}"
           COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR}/${program}
                   -DINCLUDE=${PROJECT_SOURCE_DIR}/gpu/host_runtime/include
                   -DWORK_DIR=${CMAKE_CURRENT_BINARY_DIR}/nvcc
                   -P ${CMAKE_CURRENT_SOURCE_DIR}/scripts/nvcc_compile.cmake)
  set_tests_properties("host runtime: nvcc compiles ${program}"
                       PROPERTIES LABELS "long;nvcc" TIMEOUT 600 SKIP_REGULAR_EXPRESSION "SKIP:")
endforeach()
