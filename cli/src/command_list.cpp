// tailproof list: everything that check takes by name.
#include <memory>

#include "commands.hpp"
#include "tailproof/generators/registry.hpp"
#include "tailproof/properties/planted.hpp"
#include "tailproof/properties/property.hpp"
#include "tailproof/properties/subject_registry.hpp"

namespace tailproof::cli {
namespace {

void print_properties(Output& output) {
  output.print("properties (each with the planted fault that fails it)\n");
  for (const properties::Property& property : properties::all_properties()) {
    output.print("  {:<18} {:<12} {}\n{:35}planted:{}\n", property.name,
                 properties::property_kind_name(property.kind), property.states, "",
                 property.planted);
  }
}

void print_subjects(Output& output) {
  output.print("\nsubjects\n");
  for (const properties::SubjectScheme& scheme : properties::subject_schemes()) {
    const std::string name =
        scheme.argument.empty() ? scheme.name : scheme.name + ":" + scheme.argument;
    output.print("  {:<20} {}\n", name, scheme.summary);
  }
  output.print("\nplanted faults (--subject planted:NAME)\n");
  for (const properties::PlantedFault& fault : properties::planted_faults()) {
    output.print("  {:<20} {}\n", fault.name, fault.summary);
  }
}

void print_families(Output& output) {
  output.print("\nfamilies of rows\n");
  for (const generators::Family* family : generators::families()) {
    output.print("  {:<20} {}\n", family->name, family->attacks);
  }
}

}  // namespace

Action add_list(CLI::App& command) {
  command.description("List properties, subjects, planted faults and families of rows");
  return [](Output& output) {
    print_properties(output);
    print_subjects(output);
    print_families(output);
    return ExitCode::all_right;
  };
}

}  // namespace tailproof::cli
