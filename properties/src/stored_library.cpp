#include "stored_library.hpp"

#include <string_view>
#include <system_error>

namespace tailproof::properties {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view scheme = "variant:";

bool same_file(const fs::path& one, const fs::path& other) {
  std::error_code missing;
  return fs::equivalent(one, other, missing) && !missing;
}

}  // namespace

std::string library_seen_from(const fs::path& folder, const std::string& subject) {
  if (!subject.starts_with(scheme)) return {};
  std::error_code error;
  // Absolute, since the folder need not be there yet.
  const fs::path seen =
      fs::relative(subject.substr(scheme.size()), fs::absolute(folder, error), error);
  return error ? std::string() : seen.string();
}

std::string subject_seen_from(const fs::path& folder, const std::string& subject,
                              const std::string& library) {
  if (library.empty() || !subject.starts_with(scheme)) return subject;
  std::error_code error;
  // The folder may be reached through links, from which ".." would lead astray.
  const fs::path place = fs::canonical(folder, error) / library;
  if (error || !fs::exists(place, error)) return subject;
  if (same_file(place, subject.substr(scheme.size()))) return subject;
  const fs::path near = fs::proximate(place, error);
  return std::string(scheme) + (error ? place.lexically_normal() : near).string();
}

bool same_subject(const std::string& one, const std::string& other) {
  if (one == other) return true;
  return one.starts_with(scheme) && other.starts_with(scheme) &&
         same_file(one.substr(scheme.size()), other.substr(scheme.size()));
}

}  // namespace tailproof::properties
