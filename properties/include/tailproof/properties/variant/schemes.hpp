/// Variants and programs under the names that make_subject() takes.
#pragma once

namespace tailproof::properties {

/// Adds "variant:PATH", "exec:COMMAND" and each built-in variant's own name. Call once, after
/// add_builtin_variants(); subjects are made under isolation_options() as they are then.
void add_variant_schemes();

}  // namespace tailproof::properties
