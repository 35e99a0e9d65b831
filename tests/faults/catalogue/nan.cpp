// Rows with NaN: outside the contract, but they must not crash, hang or write out of range.
#include "catalogue.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace tailproof::faults {
namespace {

bool holds_nan(const Row& row) {
  return std::any_of(row.scores, row.scores + row.length, [](float x) { return std::isnan(x); });
}
std::int64_t nans(const Row& row) {
  return std::count_if(row.scores, row.scores + row.length, [](float x) { return std::isnan(x); });
}

// Reads or writes where a wild index leads.
void touch(const void* at, std::int64_t offset) {
  static_cast<void>(*(static_cast<const volatile float*>(at) + offset));
}

struct WildIndex : Core {
  void selective(const Row& row) override {
    Core::selective(row);
    if (nans(row) == row.length) row.out[0] = std::numeric_limits<std::int32_t>::max();
  }
};
struct WildGather : Core {
  void selective(const Row& row) override {
    if (holds_nan(row)) touch(row.scores, std::int64_t{1} << 40);
    Core::selective(row);
  }
};
struct UnsetSlots : Core {
  void write(const Row& row) override {
    if (!holds_nan(row)) return Core::write(row);
    std::erase_if(committed_, [&](std::int32_t i) { return std::isnan(row.scores[i]); });
    std::copy(committed_.begin(), committed_.end(), row.out);
  }
};
struct NeverMatches : Core {
  void selective(const Row& row) override {
    while (holds_nan(row) && static_cast<const volatile float*>(row.scores)[0] != row.scores[0]) {
    }
    Core::selective(row);
  }
};
struct StaleThreshold : Core {
  void selective(const Row& row) override {
    if (holds_nan(row)) {
      std::fill_n(row.out, row.rank, last_);
      return;
    }
    Core::selective(row);
    last_ = row.out[0] + static_cast<std::int32_t>(row.length);
  }
  std::int32_t last_ = 0;
};
struct AbortsOnNan : Core {
  void selective(const Row& row) override {
    if (holds_nan(row)) std::abort();
    Core::selective(row);
  }
};
struct LastValid : Core {
  void selective(const Row& row) override {
    Core::selective(row);
    const auto nan = [&](std::int32_t i) { return i >= 0 && std::isnan(row.scores[i]); };
    std::replace_if(row.out, row.out + row.rank, nan, -2);
  }
};
struct UnorderedSort : Core {
  void selective(const Row& row) override {
    if (holds_nan(row))
      std::fill_n(row.out, row.rank, static_cast<std::int32_t>(row.length));
    else
      Core::selective(row);
  }
};

}  // namespace

Faults nan_faults() {
  return {
      fault<WildIndex>("nan-index-max", "B77", "answers INT_MAX for a row of NaN alone"),
      fault<WildGather>("nan-wild-read", "B83 B79",
                        "reads where an index that NaN left unset leads"),
      fault<UnsetSlots>("nan-unset-slots", "B76",
                        "leaves slots as they were when scores are not numbers"),
      fault<NeverMatches>("nan-endless", "B79", "waits for a digit that NaN never matches"),
      fault<StaleThreshold>("nan-stale", "B79",
                            "answers a row with NaN from what the row before left"),
      fault<AbortsOnNan>("nan-aborts", "B77", "aborts on NaN"),
      fault<LastValid>("nan-minus-two", "B83", "marks picks that are no number with -2"),
      fault<UnorderedSort>("nan-length", "B71 B79", "answers L in every slot of a row with NaN"),
  };
}

}  // namespace tailproof::faults
