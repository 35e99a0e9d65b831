/// A case that a subject fails, found and stored by the tool itself.
#pragma once
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "run_tool.hpp"
#include "temp_folder.hpp"

namespace tailproof::test {

/// The arguments of a short check run of a subject, with its store in folder/cases.
inline std::vector<std::string> check(const std::string& subject, const TempFolder& folder,
                                      const std::vector<std::string>& options) {
  return joined({"check", "--subject", subject, "--max-length", "512", "--store", folder / "cases"},
                options);
}

/// Runs a check of the contract until its first failing block, and finds the case it stored.
struct FailingCase {
  ToolRun run;
  std::string path;
  std::string name;

  explicit FailingCase(const TempFolder& folder, const std::string& subject,
                       const std::vector<std::string>& options = {})
      : run(run_tool(check(subject, folder,
                           joined({"--cases", "400", "--properties", "contract"}, options)))) {
    for (const auto& entry : std::filesystem::directory_iterator(folder / "cases")) {
      path = entry.path().string();
      name = entry.path().filename().string();
    }
    if (path.empty()) throw std::runtime_error("no case was stored: " + run.out + run.err);
  }

  /// Replaces a part of the manifest, which must hold it.
  void edit(const std::string& part, const std::string& by) const {
    std::string text = slurp(path + "/manifest.json");
    const std::size_t at = text.find(part);
    if (at == std::string::npos) throw std::runtime_error("the manifest holds no " + part);
    std::ofstream(path + "/manifest.json") << text.replace(at, part.size(), by);
  }
};

}  // namespace tailproof::test
