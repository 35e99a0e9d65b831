// A target without a fuzzing engine: puts stored inputs to it once more.
#include "coverage.hpp"
#include "tailproof/io/input_error.hpp"
#include "target.hpp"
#include "to_case.hpp"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <vector>

namespace {

using namespace tailproof;
namespace fs = std::filesystem;

constexpr int all_right = 0;
constexpr int finding_seen = 1;
constexpr int bad_usage = 2;
constexpr int nothing_checked = 3;

struct Options {
  bool marks = false;
  bool require_marks = false;
  bool to_case = false;
  fs::path store = ".tailproof";
  std::vector<fs::path> inputs;
};

int usage() {
  std::cerr << "usage: replay_" << fuzz::target.name
            << " [--marks] [--require-marks] FILE-OR-FOLDER...\n"
            << "       replay_" << fuzz::target.name << " --to-case FILE [--store FOLDER]\n"
            << "holds: " << fuzz::target.holds << "\n";
  return bad_usage;
}

bool parse(int count, char** words, Options& options) {
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if (word == "--marks") {
      options.marks = true;
    } else if (word == "--require-marks") {
      options.require_marks = true;
    } else if (word == "--to-case") {
      options.to_case = true;
    } else if (word == "--store" && i + 1 < count) {
      options.store = words[++i];
    } else if (word.starts_with("--")) {
      return false;
    } else {
      options.inputs.emplace_back(word);
    }
  }
  return !options.inputs.empty() && (!options.to_case || options.inputs.size() == 1);
}

std::vector<std::uint8_t> read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw InputError({file.string()}, "cannot be read");
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// Files, and all files in folders, by name: the order must not depend on the file system.
std::vector<fs::path> files_of(const std::vector<fs::path>& given) {
  std::vector<fs::path> files;
  for (const fs::path& path : given) {
    if (!fs::is_directory(path)) {
      files.push_back(path);
      continue;
    }
    for (const auto& entry : fs::recursive_directory_iterator(path)) {
      if (entry.is_regular_file()) files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

// "" or what the input shows.
std::string run(const std::vector<std::uint8_t>& input) {
  try {
    const fuzz::CoverageScope scope;
    fuzz::target.run(input);
    return "";
  } catch (const std::exception& finding) {
    return finding.what();
  }
}

std::string cell_name(std::size_t cell) {
  const auto route = static_cast<reference::Route>(cell % reference::route_count);
  return std::to_string(cell / reference::route_count) + " " +
         std::string(reference::route_name(route));
}

void print_marks() {
  for (int m = 0; m < reference::mark_count; ++m) {
    const auto mark = static_cast<reference::Mark>(m);
    std::cout << "mark " << reference::mark_name(mark) << " " << fuzz::all_marks()[mark] << "\n";
  }
  const auto& kernels = fuzz::all_kernel_routes();
  for (std::size_t cell = 0; cell < kernels.size(); ++cell) {
    if (kernels[cell] == 0) continue;
    std::cout << "kernel " << cell_name(cell) << " " << kernels[cell] << "\n";
  }
}

// What no input reaches is a hole in the corpus: a mark, or a route of a kernel.
std::size_t count_missing_marks() {
  std::size_t missing = 0;
  for (int m = 0; m < reference::mark_count; ++m) {
    const auto mark = static_cast<reference::Mark>(m);
    if (fuzz::all_marks()[mark] > 0) continue;
    ++missing;
    std::cout << "finding: no input reaches the mark " << reference::mark_name(mark) << "\n";
  }
  if (fuzz::target.kernel_cells == nullptr) return missing;
  for (const std::size_t cell : fuzz::target.kernel_cells()) {
    if (fuzz::all_kernel_routes()[cell] > 0) continue;
    ++missing;
    std::cout << "finding: no input reaches kernel " << cell_name(cell) << "\n";
  }
  return missing;
}

int replay(const Options& options) {
  std::size_t inputs = 0;
  std::size_t findings = 0;
  for (const fs::path& file : files_of(options.inputs)) {
    const std::string finding = run(read(file));
    ++inputs;
    if (finding.empty()) continue;
    ++findings;
    std::cout << "finding: " << file.string() << ": " << finding << "\n";
  }
  if (options.marks) print_marks();
  if (options.require_marks) findings += count_missing_marks();
  std::cout << fuzz::target.name << ": " << inputs << " inputs, " << findings << " findings\n";
  if (inputs == 0) {
    std::cout << "SKIP: no inputs\n";
    return nothing_checked;
  }
  return findings == 0 ? all_right : finding_seen;
}

}  // namespace

int main(int count, char** words) {
  Options options;
  if (!parse(count, words, options)) return usage();
  try {
    if (!options.to_case) return replay(options);
    const auto folder = fuzz::store_case(read(options.inputs.front()), options.store);
    std::cout << "case: " << folder.string() << "\n"
              << "tailproof replay " << folder.string() << "\n"
              << "tailproof shrink " << folder.string() << "\n";
    return all_right;
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return bad_usage;
  }
}
