/// A family of score rows: what it attacks, its parameters, its rows, and what it promises.
#pragma once
#include "tailproof/generators/counter_random.hpp"
#include "tailproof/generators/recipe.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tailproof::generators {

/// A named integer with its legal range. For choices the meaning lists the values.
struct ParameterSpec {
  std::string_view name;
  std::int64_t least = 0;
  std::int64_t greatest = 0;
  std::int64_t typical = 0;  ///< taken by recipes that do not say
  std::string_view meaning;
};

struct Family;

/// What a family is told about the row it fills.
struct RowContext {
  const Family& family;
  const Recipe& recipe;
  std::int64_t row = 0;
  std::int64_t length = 0;  ///< valid length, clamped to [0, N]

  /// The recipe's value, or the typical one. The name must be one of the family's.
  [[nodiscard]] std::int64_t parameter(std::string_view name) const;
  [[nodiscard]] std::int32_t rank() const noexcept { return recipe.rank; }
  [[nodiscard]] const reference::Policy& policy() const noexcept { return recipe.policy; }
  /// The row's own stream.
  [[nodiscard]] CounterRandom random() const noexcept {
    return {recipe.seed, static_cast<std::uint64_t>(row)};
  }
};

/// Whether a row keeps its family's promise.
struct Promise {
  enum class State : std::uint8_t {
    kept,
    broken,
    not_applicable,  ///< the promise needs more room than this row has (for instance L > K)
  };
  State state = State::kept;
  std::string why;  ///< empty when kept

  [[nodiscard]] static Promise kept() { return {}; }
  [[nodiscard]] static Promise broken(std::string why) { return {State::broken, std::move(why)}; }
  [[nodiscard]] static Promise not_applicable(std::string why) {
    return {State::not_applicable, std::move(why)};
  }
};

/// One family. Made once, in one file under src/families/, and listed in src/registry.cpp.
struct Family {
  std::string_view name;
  std::string_view attacks;  ///< one sentence
  std::vector<ParameterSpec> parameters;
  /// Writes all length scores of a row; total: any legal recipe, any length. Pure.
  void (*fill)(const RowContext& context, std::span<float> scores) = nullptr;
  /// Looks at a finished row without knowing how it was made.
  Promise (*promise)(const RowContext& context, std::span<const float> scores) = nullptr;
  /// Adjusts a drawn recipe (K, policy, width, lengths, parameters) so that the promise applies.
  /// Null: every draw will do. The sampler restores what its options fix.
  void (*fit)(Recipe& recipe, Draws& draws) = nullptr;
  bool in_contract = true;  ///< false: NaN or bad lengths, reported as a class of its own
  /// The reason why this family cannot make rows here (no captures), or nothing. Null: always can.
  std::optional<std::string> (*unavailable)() = nullptr;
};

}  // namespace tailproof::generators
