// Exact selectors with unusual but legal choices: nothing may be found in any of them.
#include "catalogue.hpp"

#include <algorithm>

namespace tailproof::faults {
namespace {

struct LastTiesFirst : Core {
  void fill_ties(const Row& row) override {
    std::reverse(frontier_.begin(), frontier_.end());
    Core::fill_ties(row);
  }
};
struct OtherTiesEachCall : Core {
  void fill_ties(const Row& row) override {
    const auto turn =
        static_cast<std::ptrdiff_t>(++turns_ % std::max<std::size_t>(1, frontier_.size()));
    std::rotate(frontier_.begin(), frontier_.begin() + turn, frontier_.end());
    Core::fill_ties(row);
  }
  std::uint64_t turns_ = 0;
};
struct BackwardOutput : Core {
  void write(const Row& row) override {
    std::reverse(committed_.begin(), committed_.end());
    Core::write(row);
  }
};
struct NeverSamples : Core {
  bool usable(const reference::View&, std::int64_t) const override { return false; }
};
struct AlwaysRecovers : Core {
  bool certified(std::int64_t, std::int32_t) const override { return false; }
};
struct RowsBackwards : Core {
  int select(const tailproof_call& call) override {
    call_ = &call;
    counters_ = static_cast<std::uint32_t*>(call.workspace);
    for (std::int64_t row = live_rows(call); row-- > 0;) select_row(call, row);
    return TAILPROOF_OK;
  }
};
struct WarpsInterleaved : Core {
  std::vector<Event> schedule(const Row&) override {
    using enum Event::Kind;
    return {{scanned, 1, 1}, {scanned, 0, 1}, {scanned, 1, 0},
            {arrived, 1, 0}, {scanned, 0, 0}, {arrived, 0, 0}};
  }
};
struct TrivialBackwards : Core {
  void trivial(const Row& row) override {
    Core::trivial(row);
    std::reverse(row.out, row.out + row.length);
  }
};

}  // namespace

Faults exact_selectors() {
  return {
      fault<Core>("exact", "", "the exact core itself"),
      fault<LastTiesFirst>("exact-last-ties", "", "fills tie slots from the end of the last group"),
      fault<OtherTiesEachCall>("exact-moving-ties", "",
                               "chooses other ties from row to row and call to call"),
      fault<BackwardOutput>("exact-backward", "", "writes its picks in reverse"),
      fault<NeverSamples>("exact-unsampled", "", "builds the boundary from the whole row always"),
      fault<AlwaysRecovers>("exact-recovers", "",
                            "trusts no proposal, so that every row is recovered"),
      fault<RowsBackwards>("exact-rows-backwards", "", "works through its rows from the last"),
      fault<WarpsInterleaved>("exact-interleaved", "",
                              "lets the second segment arrive first, warps in another order"),
      fault<TrivialBackwards>("exact-trivial-backward", "",
                              "lists the positions of short rows backwards"),
  };
}

}  // namespace tailproof::faults
