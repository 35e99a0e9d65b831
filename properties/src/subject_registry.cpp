#include "tailproof/properties/subject_registry.hpp"

#include "tailproof/io/input_error.hpp"
#include "tailproof/properties/planted.hpp"
#include "tailproof/properties/reference_subject.hpp"
#include "tailproof/reference/errors.hpp"

#include <algorithm>
#include <utility>

namespace tailproof::properties {
namespace {

std::unique_ptr<Subject> make_reference(const std::string& argument) {
  if (argument.empty()) return std::make_unique<ReferenceSubject>();
  try {
    return std::make_unique<ReferenceSubject>(reference::parse_policy(argument));
  } catch (const reference::PolicyError& error) {
    throw InputError({"subject"}, error.what());
  }
}

std::unique_ptr<Subject> make_planted_by_name(const std::string& argument) {
  const PlantedFault* fault = find_planted(argument);
  if (fault != nullptr) return make_planted(*fault);
  std::string known;
  for (const PlantedFault& each : planted_faults()) known += " " + std::string(each.name);
  throw InputError({"subject"}, "no planted fault " + printable(argument) + "; known are:" + known);
}

std::vector<SubjectScheme>& schemes() {
  static std::vector<SubjectScheme> all = {
      {"reference", "policy", "the CPU reference under each case's policy, or under one given",
       make_reference},
      {"planted", "fault", "a selector with a planted fault, which the suite must find",
       make_planted_by_name},
  };
  return all;
}

}  // namespace

const std::vector<SubjectScheme>& subject_schemes() {
  return schemes();
}

void add_subject_scheme(SubjectScheme scheme) {
  schemes().push_back(std::move(scheme));
}

std::unique_ptr<Subject> make_subject(const std::string& text) {
  const std::size_t colon = text.find(':');
  const std::string name = text.substr(0, colon);
  const std::string argument = colon == std::string::npos ? "" : text.substr(colon + 1);
  const auto& all = schemes();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto& each) { return each.name == name; });
  if (found != all.end()) return found->make(argument);
  std::string known;
  for (const SubjectScheme& each : all) known += " " + each.name;
  throw InputError({"subject"}, "no subject " + printable(text) + "; known are:" + known);
}

}  // namespace tailproof::properties
