#include "alias.hpp"

namespace tailproof::generators::defined {

const Family& tight_alias() {
  static const Family family{
      .name = "tight-alias",
      .attacks =
          "a view in step with the tail: sampling sees nothing but the best scores and cuts too "
          "high",
      .parameters = {},
      .fill = [](const RowContext& context,
                 std::span<float> scores) { fill_alias(context, true, scores); },
      .promise = [](const RowContext& context,
                    std::span<const float> scores) { return alias_promise(context, true, scores); },
      .fit = exceed_rank};
  return family;
}

}  // namespace tailproof::generators::defined
