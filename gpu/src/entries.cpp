#include "tailproof/gpu/entries.hpp"

#include <algorithm>

namespace tailproof::gpu {

const std::vector<const KernelEntry*>& all_entries() {
  static const std::vector<const KernelEntry*> entries = {
      &persistent_s64,
      &persistent_s128,
      &split2,
      &split4,
      &split8,
      &row_local_registers,
      &row_local,
      &cluster8,
      &persistent_direct,
      &small_persistent,
      &small_no_rescue,
      &small_early_exit,
      &tiny_persistent,
      &small_split2,
      &small_split4,
      &small_split8,
      &small_split4_no_rescue,
      &small_row_local_registers,
      &small_row_local,
      &small_cluster8,
      &small_direct,
  };
  return entries;
}

const std::vector<const KernelEntry*>& running_entries() {
  static const std::vector<const KernelEntry*> entries = {&running, &small_running};
  return entries;
}

const KernelEntry* find_entry(std::string_view name) {
  for (const auto* entries : {&all_entries(), &running_entries()}) {
    const auto found = std::find_if(entries->begin(), entries->end(),
                                    [&](const KernelEntry* e) { return e->info.name == name; });
    if (found != entries->end()) return *found;
  }
  return nullptr;
}

}  // namespace tailproof::gpu
