/// Subjects by name: what --subject takes. A later kind of subject adds one scheme here.
#pragma once
#include "tailproof/properties/subject.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace tailproof::properties {

/// One way to name subjects: "SCHEME" or "SCHEME:ARGUMENT".
struct SubjectScheme {
  std::string name;      ///< "reference"
  std::string argument;  ///< what the argument means, for help; empty: takes none
  std::string summary;
  /// Makes the subject. Throws InputError for an argument that means nothing.
  std::function<std::unique_ptr<Subject>(const std::string& argument)> make;
};

/// The schemes known, built-in ones first.
[[nodiscard]] const std::vector<SubjectScheme>& subject_schemes();

/// Adds a scheme (a plug-in loader, a worker process). Call before threads start.
void add_subject_scheme(SubjectScheme scheme);

/// Makes the subject that a text names: "reference", "reference:stride=64,capacity=8",
/// "planted:tie-duplicate". Throws InputError naming the schemes there are.
[[nodiscard]] std::unique_ptr<Subject> make_subject(const std::string& text);

}  // namespace tailproof::properties
