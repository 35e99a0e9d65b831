#include "faults_catalogue.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "tailproof/io/input_error.hpp"

namespace tailproof::cli {
namespace {

constexpr const char* library_name = "libtailproof_faults.so";
constexpr const char* symbol_name = "tailproof_fault_catalogue_v1";

std::string default_library() {
  std::error_code error;
  const auto here = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
  for (const auto& folder : {here, here / "../lib", here / "../lib/tailproof"}) {
    if (std::filesystem::exists(folder / library_name, error)) {
      return (folder / library_name).string();
    }
  }
  throw InputError({.file = library_name},
                   "is not beside the executable: build the target tailproof_faults, or name the "
                   "library with --library");
}

CatalogueEntry entry_of(const std::string& line) {
  std::istringstream in(line);
  CatalogueEntry entry;
  for (std::string* part : {&entry.name, &entry.family, &entry.modelled_on, &entry.summary}) {
    std::getline(in, *part, '\t');
  }
  return entry;
}

}  // namespace

Catalogue load_catalogue(const std::string& path) {
  Catalogue catalogue;
  catalogue.library = std::filesystem::absolute(path.empty() ? default_library() : path)
                          .lexically_normal()
                          .string();
  void* const library = ::dlopen(catalogue.library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw InputError({.file = catalogue.library}, "cannot be loaded");
  void* const symbol = ::dlsym(library, symbol_name);
  if (symbol == nullptr) {
    throw InputError({.file = catalogue.library}, std::string("exports no ") + symbol_name + "()");
  }
  std::istringstream lines(reinterpret_cast<const char* (*)()>(symbol)());
  std::string line;
  while (std::getline(lines, line)) {
    const std::string policy = "policy\t";
    if (line.starts_with(policy)) {
      catalogue.policy = reference::parse_policy(line.substr(policy.size()));
    } else {
      catalogue.entries.push_back(entry_of(line));
    }
  }
  return catalogue;
}

std::vector<CatalogueEntry> chosen_entries(const Catalogue& catalogue,
                                           const std::vector<std::string>& names) {
  if (names.empty()) return catalogue.entries;
  std::vector<CatalogueEntry> chosen;
  for (const std::string& name : names) {
    const std::size_t before = chosen.size();
    for (const CatalogueEntry& each : catalogue.entries) {
      if (each.name == name || each.family == name) chosen.push_back(each);
    }
    if (chosen.size() == before) {
      throw InputError({.file = "--faults"}, "no fault or family " + printable(name));
    }
  }
  return chosen;
}

void choose_entry(const CatalogueEntry& entry) {
  ::setenv("TAILPROOF_FAULT", entry.name.c_str(), 1);
}

}  // namespace tailproof::cli
