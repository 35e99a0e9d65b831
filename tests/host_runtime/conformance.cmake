# The intrinsics conformance table: written by the host here, by a GPU with
# scripts/gpu-test-host-runtime, whose digest is kept and compared with.
add_executable(host_conformance ${CMAKE_CURRENT_SOURCE_DIR}/conformance/main.cpp)
tailproof_settings(host_conformance)
target_link_libraries(host_conformance PRIVATE Tailproof::host_runtime)
tailproof_compiler_test(host_conformance)
add_test(NAME "host conformance: equal to the recorded device, rejects a planted difference"
         COMMAND ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:host_conformance>
                 -DWORK_DIR=${CMAKE_CURRENT_BINARY_DIR}/conformance
                 -DDEVICE=${PROJECT_SOURCE_DIR}/docs/measured/host-runtime-h200.digest
                 -DSANITIZED=${TAILPROOF_SANITIZE}
                 -P ${CMAKE_CURRENT_SOURCE_DIR}/conformance/compare.cmake)
set_tests_properties("host conformance: equal to the recorded device, rejects a planted difference"
                     PROPERTIES TIMEOUT 300 LABELS compiler SKIP_REGULAR_EXPRESSION "SKIP:")

# Every name that the host headers offer is in the table.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
add_test(NAME "host conformance: covers every intrinsic"
         COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/conformance/coverage.py
                 ${PROJECT_SOURCE_DIR})
set_tests_properties("host conformance: covers every intrinsic" PROPERTIES LABELS repository)
