#include "real_rows.hpp"

#include "tailproof/reference/oracle.hpp"
#include "tailproof/reference/selector.hpp"

#include <cstdlib>
#include <filesystem>
#include <map>
#include <stdexcept>

namespace tailproof::bench {
namespace {

std::string folder_of(const std::string& name) {
  const char* given = std::getenv("TAILPROOF_CAPTURES");
  const std::string full = given != nullptr ? given : TAILPROOF_SOURCE_DIR "/../shared/captures";
  if (given != nullptr || std::filesystem::exists(full + "/" + name + ".npy")) return full;
  return TAILPROOF_SOURCE_DIR "/tests/data";
}

std::string name_of(const benchmark::State& state) {
  return state.range(0) == 64 ? "indexer_layer1_64k" : "indexer_layer5_245k";
}

std::vector<std::vector<std::int32_t>> verify(const RealRows& rows) {
  reference::Selector selector(reference::Policy(), rank);
  reference::Oracle oracle(rank);
  std::vector<std::vector<std::int32_t>> answers;
  for (std::int64_t i = 0; i < rows.count(); ++i) {
    std::vector<std::int32_t> indices(rank);
    selector.select(rows.scores(i), rows.number(i), indices);
    const auto verdict = oracle.judge_row(rows.scores(i), rows.number(i), indices);
    if (!verdict.accepted()) throw std::runtime_error(to_string(verdict));
    answers.push_back(std::move(indices));
  }
  return answers;
}

}  // namespace

RealRows::RealRows(const std::string& name)
    : path_(folder_of(name) + "/" + name + ".npy"),
      file_(path_, folder_of(name) + "/" + name + ".lengths.npy") {
  const auto matrix = file_.matrix();
  for (std::int64_t row = 0; row < matrix.rows(); ++row) {
    if (matrix.lengths[static_cast<std::size_t>(row)] * std::int64_t{4} >= matrix.width * 3) {
      rows_.push_back(row);
    }
  }
}

double RealRows::mean_length() const noexcept {
  double sum = 0;
  for (std::int64_t i = 0; i < count(); ++i) sum += static_cast<double>(scores(i).size());
  return sum / static_cast<double>(count());
}

const RealRows& rows_of(const benchmark::State& state) {
  static std::map<std::string, RealRows> loaded;
  return loaded.try_emplace(name_of(state), name_of(state)).first->second;
}

const std::vector<std::vector<std::int32_t>>& verified_answers(const benchmark::State& state) {
  static std::map<std::string, std::vector<std::vector<std::int32_t>>> verified;
  auto& answers = verified[name_of(state)];
  if (answers.empty()) answers = verify(rows_of(state));
  return answers;
}

void describe(benchmark::State& state, const RealRows& rows) {
  state.counters["length"] = rows.mean_length();
  state.counters["rows"] = static_cast<double>(rows.count());
}

}  // namespace tailproof::bench
