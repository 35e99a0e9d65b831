#include "alias.hpp"

namespace tailproof::generators::defined {

const Family& loose_alias() {
  static const Family family{
      .name = "loose-alias",
      .attacks =
          "a view that avoids the tail: sampling sees none of the best scores and admits far too "
          "much",
      .parameters = {},
      .fill = [](const RowContext& context,
                 std::span<float> scores) { fill_alias(context, false, scores); },
      .promise =
          [](const RowContext& context, std::span<const float> scores) {
            return alias_promise(context, false, scores);
          },
      .fit = exceed_rank};
  return family;
}

}  // namespace tailproof::generators::defined
