#include "fit.hpp"
#include "random_blocks.hpp"
#include "ranking.hpp"
#include "straddle.hpp"
#include "tailproof/reference/multiversion.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

namespace tailproof::generators::defined {
namespace {

// Makes every second zero of a row negative. Bytes that say where zeros are become, eight at a
// time, bytes that say how many came before: a product with ones adds up all lower bytes of a word.
void alternate_signs(std::span<float> scores, bool first_is_negative) {
  constexpr std::uint64_t ones = 0x0101010101010101u;
  constexpr std::size_t bytes = sizeof ones;
  static_assert(std::endian::native == std::endian::little && block_size % bytes == 0);
  std::uint64_t before = first_is_negative ? 1 : 0;  // zeros so far, modulo 2
  Block<std::uint8_t> zero{};
  for (std::size_t begin = 0; begin < scores.size(); begin += block_size) {
    const auto block = scores.subspan(begin, std::min(block_size, scores.size() - begin));
    for (std::size_t j = 0; j < block.size(); ++j) {
      zero[j] = std::bit_cast<std::uint32_t>(block[j]) == 0 ? 1 : 0;
    }
    for (std::size_t j = 0; j < block.size(); j += bytes) {
      std::uint64_t word = 0;
      std::memcpy(&word, &zero[j], bytes);
      const std::uint64_t so_far = word * ones;
      const std::uint64_t negative = word & ~(so_far + (ones & (0u - before)));
      std::memcpy(&zero[j], &negative, bytes);
      before = (before + (so_far >> 56)) & 1u;
    }
    for (std::size_t j = 0; j < block.size(); ++j) {
      const std::uint32_t sign = std::uint32_t{zero[j]} << 31;
      block[j] = std::bit_cast<float>(std::bit_cast<std::uint32_t>(block[j]) | sign);
    }
  }
}

void fill(const RowContext& context, std::span<float> scores) {
  Draws draws(context.random().child(row_choices));
  const std::int64_t zeros = draws.between(2, std::max<std::int64_t>(2, context.length));
  deal(scores, straddle(context, zeros, only(key_of_zero), draws), context.random());
  const bool first_is_negative = draws.chance(50);
  reference::run_widest([&] { alternate_signs(scores, first_is_negative); });
}

Promise promise(const RowContext& context, std::span<const float> scores) {
  const std::int64_t rank = context.rank();
  if (context.length <= rank) return Promise::not_applicable("L <= K");
  const Cut cut = cut_at(scores, rank);
  if (cut.key != key_of_zero) return Promise::broken("rank K is no zero");
  if (cut.better + cut.equal <= rank) return Promise::broken("the zeros end at rank K");
  std::int64_t negative = 0;
  for (const float score : scores) {
    negative += std::bit_cast<std::uint32_t>(score) == 0x80000000u ? 1 : 0;
  }
  const std::int64_t uneven = cut.equal - 2 * negative;
  if (uneven < -1 || uneven > 1) {
    return Promise::broken(std::to_string(negative) + " of " + std::to_string(cut.equal) +
                           " zeros are negative");
  }
  return Promise::kept();
}

void fit(Recipe& recipe, Draws& draws) {
  exceed_rank(recipe, draws);
}

}  // namespace

const Family& signed_zeros() {
  static const Family family{
      .name = "signed-zeros",
      .attacks = "zeros made canonical in one phase only: -0 and +0 alternate across rank K",
      .parameters = {},
      .fill = fill,
      .promise = promise,
      .fit = fit};
  return family;
}

}  // namespace tailproof::generators::defined
