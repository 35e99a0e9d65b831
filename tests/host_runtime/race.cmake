# Ordering faults, instrumented.
tailproof_kernel_test(NAME host_order SOURCES race_test.cpp ONLY race LABELS compiler)
