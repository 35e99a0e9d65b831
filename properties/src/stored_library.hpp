// The library of a variant as a stored case names it: from the case's own folder, so that a case
// moves with the tree that both lie in. Private.
#pragma once
#include <filesystem>
#include <string>

namespace tailproof::properties {

/// The path of a subject's library from a folder; empty for a subject that has none, and where no
/// path leads from the one to the other.
[[nodiscard]] std::string library_seen_from(const std::filesystem::path& folder,
                                            const std::string& subject);

/// The subject to run: with the library that lies there as seen from the folder, else as it was
/// given.
/// @param library  what library_seen_from() said; may be empty
[[nodiscard]] std::string subject_seen_from(const std::filesystem::path& folder,
                                            const std::string& subject, const std::string& library);

/// Whether both are the same subject, or variants from the same file.
[[nodiscard]] bool same_subject(const std::string& one, const std::string& other);

}  // namespace tailproof::properties
