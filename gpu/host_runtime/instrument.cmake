# Installed with the package: how users build their kernels for the memory checks.

# tailproof_instrument(<target>): every source of the target reports its loads and stores to the host runtime. They are
# compiled for the ThreadSanitizer ABI, but libtsan is not linked: the runtime answers the calls.
function(tailproof_instrument target)
  target_compile_options(${target} PRIVATE -fsanitize=thread -g1)
  set_target_properties(${target} PROPERTIES DISABLE_PRECOMPILE_HEADERS ON)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE --param=tsan-instrument-func-entry-exit=0)
  else()
    target_compile_options(${target} PRIVATE "SHELL:-mllvm -tsan-instrument-func-entry-exit=0")
  endif()
endfunction()
