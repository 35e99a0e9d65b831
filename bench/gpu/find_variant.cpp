#include "entries.hpp"
#include "tailproof/gpu/builtin_variants.hpp"
#include "tailproof/gpu/current_device.hpp"
#include "usage_error.hpp"

#include <dlfcn.h>

namespace tailproof::gpu_bench {
namespace {

const tailproof_variant_v1_t* load(const std::string& path) {
  void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw UsageError(path + ": cannot be loaded: " + ::dlerror());
  void* const symbol = ::dlsym(library, TAILPROOF_VARIANT_SYMBOL);
  if (symbol == nullptr) throw UsageError(path + ": exports no " TAILPROOF_VARIANT_SYMBOL "()");
  return reinterpret_cast<const tailproof_variant_v1_t* (*)()>(symbol)();
}

const tailproof_variant_v1_t* look_up(const std::string& name) {
  if (name.find('/') != std::string::npos) return load(name);
  for (const auto* planted : {&planted_wrong(), &planted_tired()}) {
    if (planted->name == name) return planted;
  }
  const tailproof_variant_v1_t* const builtin = gpu::find_builtin_variant(name);
  if (builtin == nullptr)
    throw UsageError("no mapping is called '" + name + "'; --list names them");
  return builtin;
}

}  // namespace

const tailproof_variant_v1_t& find_variant(const std::string& name) {
  const tailproof_variant_v1_t* const variant = look_up(name);
  if (variant == nullptr || variant->abi_version != TAILPROOF_VARIANT_ABI_VERSION) {
    throw UsageError(name + ": not of version 1 of the variant ABI");
  }
  if (variant->workspace_bytes == nullptr || variant->prepare == nullptr ||
      variant->select == nullptr || variant->error_string == nullptr) {
    throw UsageError(name + ": a function is missing from its description");
  }
  if (variant->memory_space != static_cast<std::uint32_t>(gpu::memory_space)) {
    throw UsageError(name + ": its buffers lie in the other memory space");
  }
  return *variant;
}

std::vector<std::string> variant_names() {
  std::vector<std::string> names;
  for (const auto* each : gpu::builtin_variants()) names.emplace_back(each->name);
  names.emplace_back(planted_wrong().name);
  names.emplace_back(planted_tired().name);
  return names;
}

}  // namespace tailproof::gpu_bench
