/// What a command's exit status means. Source: spec section 9.
#pragma once

namespace tailproof::cli {

enum class ExitCode : int {
  all_right = 0,        ///< all checked and right
  violation = 1,        ///< a violation was found
  bad_input = 2,        ///< bad usage or bad input
  nothing_checked = 3,  ///< a skip: nothing could be checked
  subject_failed = 4,   ///< the thing under test crashed, hung or ran out of memory
};

}  // namespace tailproof::cli
