#include "mutate_rows.hpp"

#include "row_input.hpp"
#include "tailproof/generators/counter_random.hpp"
#include "tailproof/io/array_file.hpp"
#include "tailproof/io/input_error.hpp"
#include "tailproof/reference/cutoff.hpp"
#include "tailproof/reference/keys.hpp"

#include <cmath>
#include <limits>

namespace tailproof::fuzz {
namespace {

using generators::Draws;

// A row under edit: the header's bytes, and the scores as numbers.
struct Row {
  std::array<std::uint8_t, row_header_bytes> header{};
  std::vector<float> scores;
  std::size_t most = 0;  // scores that fit

  [[nodiscard]] std::size_t any(Draws& draws) const {
    return static_cast<std::size_t>(draws.between(0, static_cast<std::int64_t>(scores.size()) - 1));
  }
};

void tie(Row& row, Draws& draws) {
  const float value = row.scores[row.any(draws)];
  for (std::int64_t n = draws.between(1, 16); n > 0; --n) row.scores[row.any(draws)] = value;
}

void step(Row& row, Draws& draws) {
  const float inf = std::numeric_limits<float>::infinity();
  float& score = row.scores[row.any(draws)];
  score = std::nextafter(score, draws.chance(50) ? inf : -inf);
}

// Onto the endpoint of a neighbouring coarse bin, or just below it.
void cross_bin(Row& row, Draws& draws) {
  float& score = row.scores[row.any(draws)];
  const auto bin = static_cast<std::int64_t>(reference::coarse(score)) + draws.between(-1, 1);
  const auto clamped = static_cast<std::uint32_t>(std::clamp<std::int64_t>(bin, 0, 2047));
  score = reference::bin_floor(clamped);
  if (draws.chance(50)) score = std::nextafter(score, -std::numeric_limits<float>::infinity());
}

// One digit of the key changes, the others stay.
void cross_digit(Row& row, Draws& draws) {
  float& score = row.scores[row.any(draws)];
  static constexpr std::array<int, 3> shifts = {21, 10, 0};
  const int shift = draws.one_of(shifts);
  const auto change = static_cast<std::uint32_t>(draws.between(1, 3)) << shift;
  const std::uint32_t key = reference::key32(score);
  const std::uint32_t bits =
      reference::bits_of_key32(draws.chance(50) ? key + change : key - change);
  if (!reference::is_nan_bits(bits)) score = std::bit_cast<float>(bits);
}

void special(Row& row, Draws& draws) {
  static constexpr std::array<std::uint32_t, 8> telling = {0x00000000u, 0x80000000u, 0x7f800000u,
                                                           0xff800000u, 0x00000001u, 0x80000001u,
                                                           0x477ff000u, 0x3f800000u};
  const float value = std::bit_cast<float>(draws.one_of(telling));
  for (std::int64_t n = draws.between(1, 4); n > 0; --n) row.scores[row.any(draws)] = value;
}

// A block once more, somewhere: rows grow by their own likes.
void grow(Row& row, Draws& draws) {
  const std::size_t from = row.any(draws);
  const auto wanted = static_cast<std::size_t>(std::int64_t{1} << draws.between(0, 8));
  const std::size_t room = row.most - std::min(row.most, row.scores.size());
  const std::size_t count = std::min({wanted, room, row.scores.size() - from});
  const std::vector<float> block(row.scores.begin() + static_cast<std::ptrdiff_t>(from),
                                 row.scores.begin() + static_cast<std::ptrdiff_t>(from + count));
  row.scores.insert(row.scores.begin() + static_cast<std::ptrdiff_t>(row.any(draws)), block.begin(),
                    block.end());
}

void cut(Row& row, Draws& draws) {
  const std::size_t from = row.any(draws);
  const auto wanted = static_cast<std::size_t>(std::int64_t{1} << draws.between(0, 7));
  const auto begin = row.scores.begin() + static_cast<std::ptrdiff_t>(from);
  row.scores.erase(begin,
                   begin + static_cast<std::ptrdiff_t>(std::min(wanted, row.scores.size() - from)));
}

// One residue class of the stride rises or falls: the view then misjudges the row.
void alias(Row& row, Draws& draws) {
  const std::size_t stride = std::size_t{2} << (row.header[0] % 64 % 6);
  const float by = draws.chance(50) ? 4.0f : -4.0f;
  const auto phase =
      static_cast<std::size_t>(draws.between(0, static_cast<std::int64_t>(stride) - 1));
  for (std::size_t i = phase; i < row.scores.size(); i += stride) {
    const float moved = row.scores[i] + by;
    if (!std::isnan(moved)) row.scores[i] = moved;
  }
}

// K, CAP or the row number, near what the row holds.
void turn_header(Row& row, Draws& draws) {
  const auto length = static_cast<std::int64_t>(row.scores.size());
  const auto near = [&](std::int64_t value) {
    return static_cast<std::uint32_t>(
        std::clamp<std::int64_t>(value + draws.between(-2, 1), 0, 1023));
  };
  const std::uint32_t rank = near(draws.between(0, 2) == 0 ? length : draws.between(0, length));
  switch (draws.between(0, 3)) {
    case 0:
      row.header[4] = static_cast<std::uint8_t>(rank & 255u);
      row.header[5] = static_cast<std::uint8_t>(rank >> 8);
      break;
    case 1:
      row.header[1] = static_cast<std::uint8_t>(std::min(near(draws.between(0, length)), 255u));
      break;
    default:
      row.header[static_cast<std::size_t>(draws.between(0, 7))] =
          static_cast<std::uint8_t>(draws.between(0, 255));
  }
}

// Scores of a trained model's indexer; empty where they are not here.
std::span<const float> real_scores() {
  static const std::vector<float> scores = [] {
    try {
      const io::ArrayFile file(TAILPROOF_FUZZ_REAL_SCORES);
      const auto all = file.floats();
      return std::vector<float>(all.begin(),
                                all.begin() + std::min<std::ptrdiff_t>(65536, std::ssize(all)));
    } catch (const InputError&) {
      return std::vector<float>();
    }
  }();
  return scores;
}

void splice(Row& row, Draws& draws) {
  const auto real = real_scores();
  const auto length = std::min<std::int64_t>(draws.between(1, 128), std::ssize(row.scores));
  if (std::ssize(real) < length) return;
  const std::int64_t from = draws.between(0, std::ssize(real) - length);
  const std::int64_t to = draws.between(0, std::ssize(row.scores) - length);
  std::copy_n(real.begin() + from, length, row.scores.begin() + to);
}

constexpr std::array edits = {tie,  step, cross_bin, cross_digit, special,
                              grow, cut,  alias,     turn_header, splice};

}  // namespace

std::size_t mutate_rows(std::uint8_t* data, std::size_t size, std::size_t most,
                        std::uint32_t seed) {
  if (most < row_header_bytes + sizeof(float)) return size;
  Draws draws(generators::CounterRandom(seed, size));
  Row row;
  std::copy_n(data, std::min(size, row_header_bytes), row.header.begin());
  if (size > row_header_bytes)
    row.scores = read_scores({data + row_header_bytes, size - row_header_bytes});
  row.most = (most - row_header_bytes) / sizeof(float);
  for (std::int64_t n = draws.between(1, 4); n > 0; --n) {
    if (row.scores.empty()) row.scores.push_back(1.0f);
    draws.one_of(edits)(row, draws);
  }
  std::copy(row.header.begin(), row.header.end(), data);
  if (!row.scores.empty()) {
    std::memcpy(data + row_header_bytes, row.scores.data(), row.scores.size() * sizeof(float));
  }
  return row_header_bytes + row.scores.size() * sizeof(float);
}

}  // namespace tailproof::fuzz
