# docs/host-runtime.md works as typed, from an installed Tailproof. (A library built with sanitizers
# cannot be linked to programs without.)
if(NOT TAILPROOF_SANITIZE)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  add_test(NAME "host runtime: the tutorial works as typed"
           COMMAND ${CMAKE_COMMAND} -DBUILD_DIR=${PROJECT_BINARY_DIR}
                   -DWORK_DIR=${CMAKE_CURRENT_BINARY_DIR}/tutorial
                   -DDOCUMENT=${PROJECT_SOURCE_DIR}/docs/host-runtime.md
                   -DPYTHON=${Python3_EXECUTABLE} -DCXX_COMPILER=${CMAKE_CXX_COMPILER}
                   -P ${CMAKE_CURRENT_SOURCE_DIR}/scripts/tutorial.cmake)
  set_tests_properties("host runtime: the tutorial works as typed"
                       PROPERTIES RESOURCE_LOCK build_tree TIMEOUT 600 LABELS "long;release-only")
endif()
