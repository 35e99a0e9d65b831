#include "tailproof/reference/marks.hpp"

namespace tailproof::reference {

std::string_view mark_name(Mark mark) noexcept {
  static constexpr std::array<std::string_view, mark_count> names = {
      "route-trivial",
      "route-certified",
      "route-certified-exactly",
      "route-band",
      "route-exact-no-rescue",
      "route-exact-after-band",
      "route-exact-no-view",
      "route-direct",
      "view-below-primary-rank",
      "view-below-rescue-rank",
      "view-just-usable",
      "rescue-in-same-bin",
      "band-reaches-rank-exactly",
      "spill-none",
      "spill-at-capacity",
      "spill-shallow",
      "spill-deep",
      "spill-of-failed-proposal",
      "spill-in-recovery",
      "spill-after-round",
      "recovery-commits-nothing",
      "recovery-commits-prefix",
      "settled-in-round-0",
      "settled-in-round-1",
      "settled-in-round-2",
      "early-exit",
      "tie-fill-whole-group",
      "tie-fill-choice",
      "segment-empty",
      "segment-without-candidates",
      "segment-owns-all-candidates",
      "segment-seam-straddled",
  };
  return names[static_cast<std::size_t>(mark)];
}

}  // namespace tailproof::reference
