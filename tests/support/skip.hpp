/// Skips that are seen: both Catch2 majors end with CTest's skip code, never as a pass.
#pragma once
#include <string>

namespace tailproof::test {

/// Prints "SKIP: reason" and makes the test executable exit with CTest's SKIP_RETURN_CODE (77)
/// unless something also failed. The caller returns from its test case afterwards.
void skip(const std::string& reason);

}  // namespace tailproof::test
