# Launching, collectives, schedules: plain and instrumented.
tailproof_kernel_test(
  NAME host_core
  SOURCES launch_test.cpp barrier_test.cpp warp_test.cpp
  LABELS compiler)
