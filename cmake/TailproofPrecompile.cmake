# Precompiled headers of the standard library and of Catch2, for builds from scratch: a third of the time of
# most sources goes into them. Off by default, because then a missing #include goes unnoticed, and g++ 12
# warns wrongly about such headers from -O2 on. The preset asan has it.
option(TAILPROOF_PRECOMPILE "Precompile the standard library's and Catch2's headers" OFF)
set(TAILPROOF_STANDARD_HEADERS
    <algorithm> <array> <cstdint> <cstring> <filesystem> <fstream> <functional> <map> <memory> <optional>
    <random> <ranges> <set> <span> <sstream> <stdexcept> <string> <string_view> <unordered_map> <utility>
    <variant> <vector>)

# tailproof_precompile(target library|test): uses the one set of headers that all of its kind share, which
# takes the same flags for all; not for targets or sources with optimisation or sanitizers of their own.
function(tailproof_precompile target kind)
  if(NOT TAILPROOF_PRECOMPILE)
    return()
  endif()
  set(shared tailproof_precompiled_${kind})
  if(NOT TARGET ${shared})
    set(source ${PROJECT_BINARY_DIR}/${shared}.cpp)
    file(CONFIGURE OUTPUT ${source} CONTENT "int main() {}\n")
    if(kind STREQUAL "test")
      add_executable(${shared} ${source})
      target_include_directories(${shared} PRIVATE ${PROJECT_SOURCE_DIR}/tests/support)
      target_precompile_headers(${shared} PRIVATE ${TAILPROOF_STANDARD_HEADERS}
                                                  ${PROJECT_SOURCE_DIR}/tests/support/tailproof_catch.hpp)
    else()
      add_library(${shared} OBJECT ${source})
      target_precompile_headers(${shared} PRIVATE ${TAILPROOF_STANDARD_HEADERS})
    endif()
    tailproof_settings(${shared})
    target_compile_features(${shared} PRIVATE cxx_std_20)
  endif()
  target_precompile_headers(${target} REUSE_FROM ${shared})
endfunction()
