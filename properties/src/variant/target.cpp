#include "tailproof/properties/variant/target.hpp"

#include "tailproof/io/input_error.hpp"
#include "tailproof/properties/variant/description.hpp"

#include <dlfcn.h>

#include <algorithm>

namespace tailproof::properties {
namespace {

constexpr std::string_view library_prefix = "library:";
constexpr std::string_view builtin_prefix = "builtin:";

std::vector<const tailproof_variant_v1_t*>& builtins() {
  static std::vector<const tailproof_variant_v1_t*> all;
  return all;
}

const tailproof_variant_v1_t* find_builtin(std::string_view name) {
  const auto found = std::find_if(builtins().begin(), builtins().end(),
                                  [name](const auto* each) { return each->name == name; });
  return found == builtins().end() ? nullptr : *found;
}

const tailproof_variant_v1_t& checked(const std::string& where,
                                      const tailproof_variant_v1_t* variant) {
  if (const auto fault = description_fault(variant)) throw InputError({where}, *fault);
  return *variant;
}

const tailproof_variant_v1_t& load_library(const std::string& path) {
  // Without a slash dlopen() would search the system's folders instead.
  const std::string place = path.find('/') == std::string::npos ? "./" + path : path;
  void* const library = ::dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* const reason = ::dlerror();
    throw InputError({path}, std::string("cannot be loaded: ") +
                                 (reason == nullptr ? "unknown reason" : reason));
  }
  void* const symbol = ::dlsym(library, TAILPROOF_VARIANT_SYMBOL);
  if (symbol == nullptr) {
    throw InputError({path}, "exports no " TAILPROOF_VARIANT_SYMBOL "(), see tailproof/variant.h");
  }
  const auto entry = reinterpret_cast<const tailproof_variant_v1_t* (*)()>(symbol);
  return checked(path, entry());
}

}  // namespace

std::string to_string(const VariantTarget& target) {
  return std::string(target.builtin ? builtin_prefix : library_prefix) + target.name;
}

VariantTarget parse_target(const std::string& text) {
  if (text.starts_with(library_prefix)) return {false, text.substr(library_prefix.size())};
  if (text.starts_with(builtin_prefix)) return {true, text.substr(builtin_prefix.size())};
  throw InputError({"variant"}, printable(text) + " is neither library:PATH nor builtin:NAME");
}

void add_builtin_variants(std::span<const tailproof_variant_v1_t* const> variants) {
  for (const tailproof_variant_v1_t* variant : variants) {
    const auto& description = checked("built-in variant", variant);
    if (find_builtin(description.name) != nullptr) {
      throw InputError({"built-in variant"}, printable(description.name) + " is there twice");
    }
    builtins().push_back(variant);
  }
}

const std::vector<const tailproof_variant_v1_t*>& builtin_variants() noexcept {
  return builtins();
}

const tailproof_variant_v1_t& load_variant(const VariantTarget& target) {
  if (!target.builtin) return load_library(target.name);
  const tailproof_variant_v1_t* const variant = find_builtin(target.name);
  if (variant == nullptr) {
    throw InputError({"variant"}, "no built-in variant " + printable(target.name));
  }
  return *variant;
}

}  // namespace tailproof::properties
