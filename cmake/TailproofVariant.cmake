# tailproof_variant(mykernel mykernel.cpp ...)
# One line makes a kernel checkable: a shared library libmykernel.so that exports
# tailproof_variant_v1() (tailproof/variant.h) and nothing else. Sources may be C, C++ or CUDA.
# Then: tailproof check --variant ./libmykernel.so
function(tailproof_variant name)
  add_library(${name} MODULE ${ARGN})
  target_link_libraries(${name} PRIVATE Tailproof::variant)
  set_target_properties(${name} PROPERTIES PREFIX lib POSITION_INDEPENDENT_CODE ON
                                           C_VISIBILITY_PRESET hidden CXX_VISIBILITY_PRESET hidden
                                           CUDA_VISIBILITY_PRESET hidden
                                           VISIBILITY_INLINES_HIDDEN ON)
endfunction()
