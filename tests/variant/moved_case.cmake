# A case of a variant is stored, its tree is moved, and it is replayed from elsewhere; then the
# library is mended.
file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER}/first/build ${FOLDER}/elsewhere)
file(COPY_FILE ${OVERFLOW} ${FOLDER}/first/build/kernel.so)

# run(FOLDER EXIT-CODE EXPECTED-OUTPUT ARGUMENTS...)
function(run folder code expected)
  execute_process(COMMAND ${TOOL} ${ARGN} WORKING_DIRECTORY ${folder}
                  OUTPUT_VARIABLE out ERROR_VARIABLE err RESULT_VARIABLE result)
  if(NOT result EQUAL code OR NOT "${out}${err}" MATCHES "${expected}")
    message(FATAL_ERROR "in ${folder}: ${ARGN}\nexit code ${result}, not ${code}, or no "
                        "\"${expected}\" in:\n${out}${err}")
  endif()
endfunction()

run(${FOLDER}/first 1 "reproduce: tailproof replay .tailproof/contract-"
    check --variant build/kernel.so --cases 128 --properties contract --store .tailproof)
file(RENAME ${FOLDER}/first ${FOLDER}/second)
file(GLOB case RELATIVE ${FOLDER}/second ${FOLDER}/second/.tailproof/contract-*)
file(READ ${FOLDER}/second/${case}/manifest.json manifest)
string(JSON library GET "${manifest}" library)
if(NOT library STREQUAL "../../build/kernel.so")
  message(FATAL_ERROR "the library is stored as ${library}")
endif()

set(fails "property \"contract\" fails for variant:.*fails in 5 of 5 runs")
run(${FOLDER}/second 1 "${fails}" replay ${case})
run(${FOLDER}/elsewhere 1 "${fails}" replay ../second/${case})
run(/ 1 "${fails}" replay ${FOLDER}/second/${case})
run(${FOLDER}/elsewhere 1 "stored: ../second/${case}" shrink ../second/${case})
# Also what a run replays first is known by its file, however that is named.
run(${FOLDER}/elsewhere 1 "still failing: ../second/${case}" check --variant ../second/build/kernel.so --cases 1
    --families iid --properties contract --store ../second/.tailproof)

# A case without its tree still has the name that was given.
file(RENAME ${FOLDER}/second/${case} ${FOLDER}/elsewhere/alone)
run(${FOLDER}/second 1 "${fails}" replay ../elsewhere/alone)
run(${FOLDER}/elsewhere 2 "build/kernel.so: cannot be loaded" replay alone)
run(${FOLDER}/elsewhere 1 "${fails}" replay alone --variant ../second/build/kernel.so)
file(RENAME ${FOLDER}/elsewhere/alone ${FOLDER}/second/${case})

file(COPY_FILE ${EXACT} ${FOLDER}/second/build/kernel.so)
run(${FOLDER}/elsewhere 0 "passes: " replay ../second/${case})
run(${FOLDER}/second 0 "passes now: moved to" check --variant build/kernel.so --cases 1 --families iid
    --properties contract --store .tailproof)
get_filename_component(name ${case} NAME)
run(${FOLDER}/elsewhere 0 "passes: " replay ../second/.tailproof/passed/${name})
