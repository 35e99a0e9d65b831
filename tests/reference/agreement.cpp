#include "agreement.hpp"

#include "tailproof/io/trace_json.hpp"

#include <map>
#include <vector>

namespace tailproof::test {
namespace {

using nlohmann::json;
using Histograms = std::map<std::string, std::vector<std::uint32_t>>;

Histograms histograms_of(const reference::Trace& trace) {
  Histograms all = {{"sampled", trace.sampled_histogram},
                    {"proposal0", trace.proposal_histogram0},
                    {"proposal1", trace.proposal_histogram1},
                    {"coarse", trace.coarse_histogram}};
  for (std::size_t j = 0; j < trace.rounds.size(); ++j) {
    all["round" + std::to_string(j)] = trace.rounds[j].histogram;
  }
  std::erase_if(all, [](const auto& entry) { return entry.second.empty(); });
  return all;
}

// Each round reads its frontier once.
std::int64_t frontier_reads(const json& summary) {
  if (summary["rounds"].empty()) return 0;
  std::int64_t reads = summary["frontier"];
  for (std::size_t j = 0; j + 1 < summary["rounds"].size(); ++j) {
    reads += summary["rounds"][j]["kept"].get<std::int64_t>();
  }
  return reads;
}

}  // namespace

std::string differences(const json& expected, const json& actual) {
  if (expected == actual) return "";
  std::string text;
  for (const json& step : json::diff(expected, actual)) {
    const json::json_pointer where(step["path"].get<std::string>());
    text += step["path"].get<std::string>() + ": expected " +
            (expected.contains(where) ? expected[where].dump() : "nothing") + ", got " +
            (actual.contains(where) ? actual[where].dump() : "nothing") + "\n";
  }
  return text;
}

std::string differences(const independent::Account& expected, const reference::Trace& actual) {
  std::string text = differences(expected.summary, json::parse(io::to_json(actual)));
  const Histograms found = histograms_of(actual);
  for (const auto& [name, counts] : expected.histograms) {
    const auto same_name = found.find(name);
    if (same_name == found.end() || same_name->second != counts) text += name + " differs\n";
  }
  if (found.size() != expected.histograms.size()) text += "other histograms\n";
  if (frontier_reads(expected.summary) != actual.frontier_reads) text += "frontier reads differ\n";
  return text;
}

}  // namespace tailproof::test
