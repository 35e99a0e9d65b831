#include "families.hpp"

#include "usage_error.hpp"
#include "words.hpp"

#include <algorithm>

namespace tailproof::gpu_bench {
namespace {

bool is_friendly(const FamilyChoice& choice) {
  return choice.family == Family::indexer || choice.family == Family::captured ||
         choice.family == Family::normal;
}

}  // namespace

std::vector<FamilyChoice> all_families(const std::vector<std::string>& captures) {
  std::vector<FamilyChoice> all{{"indexer", Family::indexer, 0, ""}};
  for (const std::string& path : captures) {
    all.push_back(
        {"capture-" + path.substr(path.find_last_of('/') + 1), Family::captured, 0, path});
  }
  const std::vector<FamilyChoice> made{
      {"normal", Family::normal, 0, ""},
      {"concentrated", Family::concentrated, 0, ""},
      {"relu-sparse", Family::relu_sparse, 0, ""},
      {"all-equal", Family::all_equal, 0, ""},
      {"tight-alias-128", Family::tight_alias, 128, ""},
      {"loose-alias-128", Family::loose_alias, 128, ""},
      {"tight-alias-64", Family::tight_alias, 64, ""},
      {"loose-alias-64", Family::loose_alias, 64, ""},
      {"tight-alias-sectors", Family::tight_sectors, 0, ""},
      {"loose-alias-sectors", Family::loose_sectors, 0, ""},
      {"huge-scale", Family::huge_scale, 0, ""},
      {"tiny-scale", Family::tiny_scale, 0, ""},
      {"signed-zeros", Family::signed_zeros, 0, ""},
      {"ascending", Family::ascending, 0, ""},
      {"descending", Family::descending, 0, ""},
      {"octaves", Family::octaves, 0, ""},
      {"ten-values", Family::ten_values, 0, ""},
      {"top-last", Family::top_last, 0, ""},
      {"few-finite", Family::few_finite, 0, ""},
      {"plus-inf", Family::plus_inf, 0, ""},
      {"spikes", Family::spikes, 0, ""},
      {"negative", Family::negative, 0, ""},
  };
  all.insert(all.end(), made.begin(), made.end());
  return all;
}

std::vector<FamilyChoice> choose_families(const std::string& list,
                                          const std::vector<FamilyChoice>& known) {
  std::vector<FamilyChoice> chosen;
  for (const std::string& word : split(list)) {
    bool any = false;
    for (const FamilyChoice& each : known) {
      const bool named = word == "all" || (word == "friendly" && is_friendly(each)) ||
                         (word == "hostile" && !is_friendly(each)) || matches(word, each.name);
      if (!named) continue;
      any = true;
      if (std::find(chosen.begin(), chosen.end(), each) == chosen.end()) chosen.push_back(each);
    }
    if (!any) throw UsageError("no family of scores is called '" + word + "'; --list names them");
  }
  return chosen;
}

}  // namespace tailproof::gpu_bench
