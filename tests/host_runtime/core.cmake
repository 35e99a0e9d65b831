# Launching, collectives, asynchronous copies, schedules: plain and instrumented.
tailproof_kernel_test(
  NAME host_core
  SOURCES launch_test.cpp barrier_test.cpp warp_test.cpp async_test.cpp report_test.cpp
  LABELS compiler)
tailproof_kernel_test(NAME host_schedule SOURCES schedule_test.cpp explore_test.cpp LABELS compiler)
