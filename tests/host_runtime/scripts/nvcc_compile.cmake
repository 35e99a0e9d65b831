# cmake -P: compiles SOURCE with nvcc for sm_80, sm_90 and sm_100; a device build warns of nothing.
find_program(nvcc nvcc PATHS /usr/local/cuda/bin)
if(NOT nvcc)
  message("SKIP: nvcc is not here")
  return()
endif()
file(MAKE_DIRECTORY ${WORK_DIR})
get_filename_component(name ${SOURCE} NAME)
execute_process(
  COMMAND ${nvcc} -x cu -std=c++20 --fmad=false -Werror all-warnings -I ${INCLUDE}
          -gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=sm_90
          -gencode arch=compute_100,code=sm_100 -c ${SOURCE} -o ${WORK_DIR}/${name}.o
  COMMAND_ERROR_IS_FATAL ANY)
