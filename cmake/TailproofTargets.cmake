# Helpers that give every target of the project the same warnings, sanitizers, headers and install rules.

# Compiler settings of a target that is ours (never exported to users).
function(tailproof_settings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wconversion -Wshadow
                                           -ffp-contract=off)
  # g++ 12 warns wrongly about "literal" + std::string&& (GCC bug 105651, fixed in 13).
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(${target} PRIVATE -Wno-restrict)
  endif()
  if(TAILPROOF_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(TAILPROOF_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${TAILPROOF_SANITIZE}
                                             -fno-omit-frame-pointer -fno-sanitize-recover=all)
    target_link_options(${target} PRIVATE -fsanitize=${TAILPROOF_SANITIZE})
    # A third of the compile time for what AddressSanitizer reports anyway: a null pointer's use is a
    # SEGV with its line, and virtual functions are few here.
    if(TAILPROOF_SANITIZE MATCHES "address" AND TAILPROOF_SANITIZE MATCHES "undefined")
      target_compile_options(${target} PRIVATE -fno-sanitize=null,vptr,object-size)
    endif()
    # Instrumented, the library's <regex> and <functional> look uninitialised to g++ (GCC bug 105562).
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      target_compile_options(${target} PRIVATE -Wno-maybe-uninitialized)
    endif()
  endif()
endfunction()

include(TailproofPrecompile)

# tailproof_library(NAME reference [SOURCES ...] [DEPENDS ...] [PRIVATE_DEPENDS ...])
# Makes tailproof_<NAME> with alias and export name Tailproof::<NAME>. All headers under
# include/tailproof/ of the calling folder are public: installed, and each compiled alone.
function(tailproof_library)
  cmake_parse_arguments(arg "" "NAME" "SOURCES;DEPENDS;PRIVATE_DEPENDS" ${ARGN})
  set(target tailproof_${arg_NAME})
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS
       ${CMAKE_CURRENT_SOURCE_DIR}/include/*.hpp ${CMAKE_CURRENT_SOURCE_DIR}/include/*.h)
  if(arg_SOURCES)
    set(scope PUBLIC)
    add_library(${target} STATIC ${arg_SOURCES})
    tailproof_settings(${target})
    tailproof_precompile(${target} library)
    if(arg_PRIVATE_DEPENDS)
      target_link_libraries(${target} PRIVATE ${arg_PRIVATE_DEPENDS})
    endif()
  else()
    set(scope INTERFACE)
    add_library(${target} INTERFACE)
  endif()
  add_library(Tailproof::${arg_NAME} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${arg_NAME}
                                             VERIFY_INTERFACE_HEADER_SETS ${TAILPROOF_BUILD_TESTS})
  target_compile_features(${target} ${scope} cxx_std_20)
  target_sources(${target} ${scope} FILE_SET HEADERS BASE_DIRS
                 ${CMAKE_CURRENT_SOURCE_DIR}/include FILES ${headers})
  target_link_libraries(${target} ${scope} ${arg_DEPENDS})
  install(TARGETS ${target} EXPORT TailproofTargets FILE_SET HEADERS)
endfunction()

# Makes a target part of compiler_tests: what is worth building and running under a second compiler.
function(tailproof_compiler_test target)
  if(NOT TARGET compiler_tests)
    add_custom_target(compiler_tests)
  endif()
  add_dependencies(compiler_tests ${target})
endfunction()

# tailproof_test(NAME keys SOURCES ... [DEPENDS ...] [LABELS ...] [TIMEOUT seconds])
# One Catch2 executable test_<NAME>, registered as one CTest case per TEST_CASE.
function(tailproof_test)
  cmake_parse_arguments(arg "" "NAME;TIMEOUT" "SOURCES;DEPENDS;LABELS" ${ARGN})
  set(target test_${arg_NAME})
  add_executable(${target} ${arg_SOURCES})
  tailproof_settings(${target})
  tailproof_precompile(${target} test)
  target_link_libraries(${target} PRIVATE ${arg_DEPENDS} tailproof_test_support)
  set(properties "")
  if(arg_LABELS)
    list(APPEND properties LABELS ${arg_LABELS})
  endif()
  if("compiler" IN_LIST arg_LABELS)
    tailproof_compiler_test(${target})
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  list(APPEND properties TIMEOUT ${arg_TIMEOUT} SKIP_RETURN_CODE 77)
  catch_discover_tests(${target} TEST_PREFIX "${arg_NAME}: " PROPERTIES ${properties})
endfunction()
