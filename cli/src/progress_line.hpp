/// How a long run is going, on standard error: one line that is rewritten on a terminal, a plain
/// line every ten seconds elsewhere.
#pragma once

#include "tailproof/properties/check_run.hpp"

namespace tailproof::cli {

class ProgressLine final {
 public:
  ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  /// Clears the line on a terminal.
  ~ProgressLine();

  void show(const properties::Progress& progress);

 private:
  bool terminal_;
  double last_ = 0;
};

}  // namespace tailproof::cli
