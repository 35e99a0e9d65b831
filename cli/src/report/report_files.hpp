/// The files that a check run, or a merge of shards, writes its results to.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "report/check_report.hpp"
#include "tailproof/io/atomic_file.hpp"

namespace tailproof::cli {

/// --junit, --tap, --html and --faults.
class ReportOptions {
 public:
  void add_to(CLI::App& command);

  std::string junit;
  std::string tap;
  std::string html;
  std::string faults;  ///< kill matrix to show on the page
};

/// Those files, opened before the run: what cannot be written shall not be found out after an hour.
class ReportFiles final {
 public:
  /// Throws InputError for a file that cannot be written, and for a kill matrix that cannot be
  /// read.
  explicit ReportFiles(const ReportOptions& options);
  /// Writes and commits all of them. Throws InputError.
  void write(CheckReport& report);

 private:
  using Form = std::string (*)(const CheckReport&);
  std::vector<std::pair<std::unique_ptr<io::AtomicFile>, Form>> files_;
  std::optional<KillMatrix> kills_;
};

}  // namespace tailproof::cli
