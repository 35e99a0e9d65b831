# cmake -DTOOL= -DCODE= -DEXPECTED= -DSTORE= -P run_tool.cmake -- ARGUMENTS...: runs the tool and
# checks its exit code and, by a regular expression, what it printed.
set(arguments "")
set(taking FALSE)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(i RANGE ${last})
  if(taking)
    list(APPEND arguments "${CMAKE_ARGV${i}}")
  elseif("${CMAKE_ARGV${i}}" STREQUAL "--")
    set(taking TRUE)
  endif()
endforeach()
list(GET arguments 0 command)
if(command STREQUAL "check")
  string(RANDOM LENGTH 8 name)
  list(APPEND arguments --store ${STORE}/${name})
endif()
execute_process(COMMAND ${TOOL} ${arguments} RESULT_VARIABLE code OUTPUT_VARIABLE printed
                ERROR_VARIABLE problems)
file(REMOVE_RECURSE ${STORE}/${name})
if(NOT code STREQUAL CODE OR NOT "${printed}${problems}" MATCHES "${EXPECTED}")
  message(FATAL_ERROR "exit code ${code}, expected ${CODE}; expected to print ${EXPECTED}:\n"
                      "${printed}${problems}")
endif()
