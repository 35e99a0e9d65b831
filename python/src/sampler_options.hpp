/// What may be drawn, from the keywords of the Python functions.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tailproof/generators/sampler.hpp"

namespace tailproof::python {

/// Reads families, ranks, policy, max_length, max_rows, layouts, out_of_contract and capacities;
/// a missing or None entry keeps its default.
[[nodiscard]] inline generators::SamplerOptions sampler_options(const nanobind::dict& given) {
  generators::SamplerOptions options;
  const auto read = [&given](const char* name, auto& into) {
    if (given.contains(name) && !given[name].is_none()) {
      into = nanobind::cast<std::remove_reference_t<decltype(into)>>(given[name]);
    }
  };
  read("families", options.families);
  read("ranks", options.ranks);
  read("max_length", options.max_length);
  read("max_rows", options.max_rows);
  read("layouts", options.layouts);
  read("out_of_contract", options.out_of_contract);
  read("capacities", options.capacities);
  std::string policy;
  read("policy", policy);
  if (!policy.empty()) options.policy = reference::parse_policy(policy);
  return options;
}

}  // namespace tailproof::python
