# cmake -P: installs the build into a fresh prefix and follows the tutorial against it.
file(REMOVE_RECURSE ${WORK_DIR}/prefix)
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${WORK_DIR}/prefix
                COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
execute_process(COMMAND ${PYTHON} ${CMAKE_CURRENT_LIST_DIR}/tutorial.py ${DOCUMENT}
                        ${WORK_DIR}/prefix ${WORK_DIR} ${CXX_COMPILER}
                COMMAND_ERROR_IS_FATAL ANY)
