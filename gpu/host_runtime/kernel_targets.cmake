# How a translation unit with kernels is built: plain C++, or instrumented for the memory checks ("race build").

# tailproof_instrument(<target>): every source of the target reports its loads and stores to the host runtime. They are
# compiled for the ThreadSanitizer ABI, but libtsan is not linked: the runtime answers the calls.
function(tailproof_instrument target)
  target_compile_options(${target} PRIVATE -fsanitize=thread -g1)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE --param=tsan-instrument-func-entry-exit=0)
  else()
    target_compile_options(${target} PRIVATE "SHELL:-mllvm -tsan-instrument-func-entry-exit=0")
  endif()
endfunction()

# tailproof_kernel_test(NAME scan SOURCES ... [DEPENDS ...] [DEFINITIONS ...] [LABELS ...] [TIMEOUT seconds] [ONLY plain|race])
# Two Catch2 executables from the same sources: test_<NAME> (plain) and test_<NAME>_race (instrumented). The second is
# left out when other sanitizers are on, which it cannot be combined with.
function(tailproof_kernel_test)
  cmake_parse_arguments(arg "" "NAME;TIMEOUT;ONLY" "SOURCES;DEPENDS;DEFINITIONS;LABELS" ${ARGN})
  set(common SOURCES ${arg_SOURCES} DEPENDS ${arg_DEPENDS} Tailproof::host_runtime)
  if(arg_LABELS)
    list(APPEND common LABELS ${arg_LABELS})
  endif()
  if(arg_TIMEOUT)
    list(APPEND common TIMEOUT ${arg_TIMEOUT})
  endif()
  set(targets "")
  if(NOT arg_ONLY STREQUAL "race")
    tailproof_test(NAME ${arg_NAME} ${common})
    list(APPEND targets test_${arg_NAME})
  endif()
  if(NOT arg_ONLY STREQUAL "plain" AND NOT TAILPROOF_SANITIZE)
    tailproof_test(NAME ${arg_NAME}_race ${common})
    tailproof_instrument(test_${arg_NAME}_race)
    list(APPEND targets test_${arg_NAME}_race)
  endif()
  foreach(target IN LISTS targets)
    target_compile_definitions(${target} PRIVATE ${arg_DEFINITIONS})
  endforeach()
endfunction()
