#include "tailproof/properties/variant/schemes.hpp"

#include "tailproof/io/input_error.hpp"
#include "tailproof/properties/subject_registry.hpp"
#include "tailproof/properties/variant/exec_subject.hpp"
#include "tailproof/properties/variant/isolation.hpp"
#include "tailproof/properties/variant/target.hpp"
#include "tailproof/properties/variant/variant_subject.hpp"

#include <string>

namespace tailproof::properties {
namespace {

std::unique_ptr<Subject> make_library(const std::string& path) {
  if (path.empty()) throw InputError({"subject"}, "variant: lacks the path of a library");
  return std::make_unique<VariantSubject>(VariantTarget{false, path}, isolation_options());
}

std::unique_ptr<Subject> make_program(const std::string& command) {
  return make_exec_subject(command, isolation_options());
}

SubjectScheme builtin_scheme(const std::string& name) {
  return {name, "", "a mapping of this library, on the host runtime or a GPU",
          [name](const std::string& argument) -> std::unique_ptr<Subject> {
            if (!argument.empty()) {
              throw InputError({"subject"},
                               name + " takes no argument, got " + printable(argument));
            }
            return std::make_unique<VariantSubject>(VariantTarget{true, name}, isolation_options());
          }};
}

}  // namespace

IsolationOptions& isolation_options() noexcept {
  static IsolationOptions options;
  return options;
}

void add_variant_schemes() {
  add_subject_scheme(
      {"variant", "library", "a shared library that exports tailproof_variant_v1()", make_library});
  add_subject_scheme(
      {"exec", "command", "a program: CMD {scores} {lengths} {k} {out}", make_program});
  for (const tailproof_variant_v1_t* variant : builtin_variants()) {
    add_subject_scheme(builtin_scheme(variant->name));
  }
}

}  // namespace tailproof::properties
