// The one exported symbol of a variant library; the build names the kernel.
#include "tailproof/gpu/builtin_variants.hpp"

extern "C" const tailproof_variant_v1_t* tailproof_variant_v1(void) {
  return tailproof::gpu::find_builtin_variant(TAILPROOF_VARIANT_NAME);
}
