// families and drawn cases: the generators for other harnesses.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <vector>

#include "case_arrays.hpp"
#include "module.hpp"
#include "sampler_options.hpp"
#include "tailproof/generators/registry.hpp"
#include "tailproof/generators/sampler.hpp"

namespace nb = nanobind;

namespace tailproof::python {
namespace {

nb::list families() {
  nb::list listed;
  for (const generators::Family* family : generators::families()) {
    nb::dict record;
    record["name"] = std::string(family->name);
    record["attacks"] = std::string(family->attacks);
    record["in_contract"] = family->in_contract;
    const auto reason = family->unavailable ? family->unavailable() : std::nullopt;
    record["unavailable"] = reason ? nb::cast(*reason) : nb::none();
    listed.append(record);
  }
  return listed;
}

nb::dict case_dict(const generators::Recipe& recipe) {
  const generators::Case made = generators::materialise(recipe);
  nb::dict record;
  record["scores"] = copy_of_scores(made.matrix());
  record["lengths"] = copy_of_lengths(made.matrix());
  record["k"] = made.rank();
  record["family"] = recipe.family;
  record["recipe"] = generators::to_string(recipe);
  record["policy"] = reference::to_string(recipe.policy);
  record["in_contract"] = made.in_contract();
  return record;
}

}  // namespace

void bind_rows(nb::module_& module) {
  module.def("families", &families, "Every family: name, what it attacks, whether it can run.");
  module.def(
      "materialise",
      [](const std::string& recipe) { return case_dict(generators::parse_recipe(recipe)); },
      nb::arg("recipe"), "The case of one recipe line.");
  nb::class_<generators::Sampler>(module, "Sampler",
                                  "Case number i is a pure function of seed, options and i.")
      .def(
          "__init__",
          [](generators::Sampler* self, std::uint64_t seed, const nb::dict& options) {
            new (self) generators::Sampler(seed, sampler_options(options));
          },
          nb::arg("seed"), nb::arg("options"))
      .def(
          "draw",
          [](const generators::Sampler& self, std::uint64_t index) {
            return case_dict(self.draw(index));
          },
          nb::arg("index"))
      .def_prop_ro("left_out", &generators::Sampler::left_out);
}

}  // namespace tailproof::python
