#include "report/report_files.hpp"

namespace tailproof::cli {

void ReportOptions::add_to(CLI::App& command) {
  command.add_option("--junit", junit, "Write a JUnit XML report to this file")->type_name("FILE");
  command.add_option("--tap", tap, "Write TAP lines to this file")->type_name("FILE");
  command.add_option("--html", html, "Write one HTML page with pictures to this file")
      ->type_name("FILE");
  command.add_option("--faults", faults, "Show this kill matrix, of tailproof faults, on the page")
      ->type_name("FILE");
}

ReportFiles::ReportFiles(const ReportOptions& options) {
  if (!options.faults.empty()) kills_ = read_kill_matrix(options.faults);
  const std::pair<const std::string&, Form> all[] = {
      {options.junit, junit_xml}, {options.tap, tap_lines}, {options.html, check_page}};
  for (const auto& [name, form] : all) {
    if (!name.empty()) files_.emplace_back(std::make_unique<io::AtomicFile>(name), form);
  }
}

void ReportFiles::write(CheckReport& report) {
  report.kills = kills_;
  for (const auto& [file, form] : files_) {
    file->write(form(report));
    file->commit();
  }
}

}  // namespace tailproof::cli
