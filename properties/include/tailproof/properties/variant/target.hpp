/// Where a variant comes from: a shared library, or the executable itself.
#pragma once
#include "tailproof/variant.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tailproof::properties {

/// One variant, named so that another process can find it again.
struct VariantTarget {
  bool builtin = false;
  std::string name;  ///< path of a library, or name of a built-in variant
  friend bool operator==(const VariantTarget&, const VariantTarget&) = default;
};

/// "library:PATH" or "builtin:NAME", for command lines.
[[nodiscard]] std::string to_string(const VariantTarget& target);
/// Reads that. Throws InputError.
[[nodiscard]] VariantTarget parse_target(const std::string& text);

/// Makes variants known that are linked into this executable. Call before anything is loaded; a
/// worker process must do the same. Throws InputError for a description with a fault or a name
/// that is taken.
void add_builtin_variants(std::span<const tailproof_variant_v1_t* const> variants);
/// In the order they were added.
[[nodiscard]] const std::vector<const tailproof_variant_v1_t*>& builtin_variants() noexcept;

/// Loads the target into this process; libraries stay loaded. Throws InputError for a library that
/// cannot be loaded, lacks the symbol, or describes itself wrongly.
[[nodiscard]] const tailproof_variant_v1_t& load_variant(const VariantTarget& target);

}  // namespace tailproof::properties
