# Names that are missing on the host are refused at compile time.
add_test(NAME "host_runtime: unsupported names are refused by name"
         COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/unsupported_names.sh ${CMAKE_CXX_COMPILER}
                 ${PROJECT_SOURCE_DIR}/gpu/host_runtime/include)
set_tests_properties("host_runtime: unsupported names are refused by name" PROPERTIES TIMEOUT 300 LABELS compiler)
