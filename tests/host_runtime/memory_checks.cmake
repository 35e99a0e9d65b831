# Planted memory faults: some are caught in any build, some when a gap is inspected, the rest when instrumented.
tailproof_kernel_test(NAME host_memory SOURCES memory_fault_test.cpp LABELS compiler)
if(NOT TAILPROOF_SANITIZE)
  tailproof_kernel_test(NAME host_gaps SOURCES gap_test.cpp ONLY plain LABELS compiler)
endif()
tailproof_kernel_test(NAME host_checked_memory SOURCES memory_fault_race_test.cpp ONLY race LABELS compiler)
