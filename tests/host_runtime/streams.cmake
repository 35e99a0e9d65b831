tailproof_test(NAME host_streams SOURCES stream_test.cpp capture_test.cpp
               DEPENDS Tailproof::host_runtime LABELS compiler)
