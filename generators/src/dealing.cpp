#include "dealing.hpp"

#include "random_blocks.hpp"
#include "tailproof/reference/multiversion.hpp"

#include <algorithm>
#include <bit>

namespace tailproof::generators {
namespace {

// Which share each position of a block got, as masks: all ones for "in the first" and for "in the
// first or the second".
struct Choices {
  Block<std::uint32_t> in_first;
  Block<std::uint32_t> in_first_two;
};

// Deals up to three shares to as many positions as they count together by selection sampling: a
// ticket below a share's count is a hit, and every hit lowers the count. Rows are shorter than
// 2^31, so that 31 bits hold all counts.
class Dealer {
 public:
  explicit Dealer(const std::array<Share, 3>& shares) noexcept
      : first_(static_cast<std::int32_t>(shares[0].count)),
        first_two_(static_cast<std::int32_t>(shares[0].count + shares[1].count)),
        left_(static_cast<std::int32_t>(shares[0].count + shares[1].count + shares[2].count)) {}

  // The shares of the next size positions.
  TAILPROOF_BODY void deal(std::size_t size, const Block<std::uint32_t>& random,
                           Choices& choices) noexcept {
    std::size_t done = 0;
    while (done < size) {
      const std::size_t end = std::min(size, done + static_cast<std::size_t>(group));
      if (end - done < static_cast<std::size_t>(group) || !deal_at_once(done, random, choices)) {
        for (std::size_t j = done; j < end; ++j) deal_one(j, random, choices);
      }
      done = end;
    }
  }

 private:
  static constexpr std::int32_t group = 64;  // positions dealt at once

  TAILPROOF_BODY void deal_one(std::size_t j, const Block<std::uint32_t>& random,
                               Choices& choices) noexcept {
    const auto ticket =
        static_cast<std::int32_t>(scale_word(random[j], static_cast<std::uint32_t>(left_--)));
    const std::int32_t in_first = (ticket - first_) >> 31;  // -1 if so, else 0
    const std::int32_t in_first_two = (ticket - first_two_) >> 31;
    first_ += in_first;
    first_two_ += in_first_two;
    choices.in_first[j] = static_cast<std::uint32_t>(in_first);
    choices.in_first_two[j] = static_cast<std::uint32_t>(in_first_two);
  }

  // Random bits below `sure` are a hit anywhere in a group, those above `possible` are none.
  struct Bounds {
    std::uint32_t sure;
    std::uint32_t possible;
  };

  // A ticket is random * left / 2^32, and within a group both left and the count sink by less than
  // the group's size. The reciprocals, rounded away from certainty, do not depend on what was
  // dealt, so that no group waits for a quotient; as the counts are at most left, no product
  // overflows.
  TAILPROOF_BODY Bounds bounds(std::int32_t count) const noexcept {
    constexpr unsigned scaling = 24;
    constexpr std::uint64_t one = std::uint64_t{1} << (32 + scaling);
    constexpr std::uint64_t most = 0xffffffffu;
    const std::uint64_t least_reciprocal = one / static_cast<std::uint64_t>(left_);
    const std::uint64_t greatest_reciprocal =
        one / static_cast<std::uint64_t>(left_ - group + 1) + 1;
    const auto least_count = static_cast<std::uint64_t>(std::max(0, count - group));
    const std::uint64_t sure = least_count * least_reciprocal >> scaling;
    const std::uint64_t possible =
        static_cast<std::uint64_t>(count) * greatest_reciprocal >> scaling;
    return {static_cast<std::uint32_t>(sure), static_cast<std::uint32_t>(std::min(most, possible))};
  }

  // Deals a group as deal_one() would, position by position, but without a product and without the
  // chain from one to the next. Where a position is in doubt this returns false and has changed
  // nothing.
  TAILPROOF_BODY bool deal_at_once(std::size_t begin, const Block<std::uint32_t>& random,
                                   Choices& choices) noexcept {
    const Bounds first = bounds(first_);
    const Bounds first_two = bounds(first_two_);
    std::int32_t hits = 0;  // in the low half of the first, in the high half of the first two
    std::uint32_t doubts = 0;
    for (std::size_t at = begin; at < begin + static_cast<std::size_t>(group); ++at) {
      const std::uint32_t in_first = random[at] < first.sure ? ~0u : 0u;
      const std::uint32_t in_first_two = random[at] < first_two.sure ? ~0u : 0u;
      doubts |= in_first ^ (random[at] <= first.possible ? ~0u : 0u);
      doubts |= in_first_two ^ (random[at] <= first_two.possible ? ~0u : 0u);
      hits += static_cast<std::int32_t>(in_first + (in_first_two << 16));
      choices.in_first[at] = in_first;
      choices.in_first_two[at] = in_first_two;
    }
    if (doubts != 0) return false;
    const std::int32_t firsts = static_cast<std::int16_t>(hits);
    first_ += firsts;
    first_two_ += (hits - firsts) / (1 << 16);
    left_ -= group;
    return true;
  }

  std::int32_t first_;
  std::int32_t first_two_;
  std::int32_t left_;
};

// Scores of the shares' bands, selected by masks rather than looked up.
class ShareScores {
 public:
  explicit ShareScores(const std::array<Share, 3>& shares) noexcept
      : first_(shares[0].band.first, shares[1].band.first, shares[2].band.first),
        size_(shares[0].band.size(), shares[1].band.size(), shares[2].band.size()),
        key_to_bits_(turn(shares[0].band), turn(shares[1].band), turn(shares[2].band)) {}

  // Scores from the random bits that chose the shares: an odd factor spreads them anew.
  TAILPROOF_BODY void draw(std::size_t size, const Choices& choices,
                           const Block<std::uint32_t>& random, float* out) const noexcept {
    for (std::size_t j = 0; j < size; ++j) {
      const std::uint32_t in_first = choices.in_first[j];
      const std::uint32_t in_first_two = choices.in_first_two[j];
      const std::uint32_t offset =
          scale_word(random[j] * 0x9e3779b1u, size_.of(in_first, in_first_two));
      const std::uint32_t key = first_.of(in_first, in_first_two) + offset;
      out[j] = std::bit_cast<float>(key_to_bits_.of(in_first, in_first_two) ^ key);
    }
  }

 private:
  // One number for each share.
  class ByShare {
   public:
    ByShare(std::uint32_t first, std::uint32_t second, std::uint32_t third) noexcept
        : third_(third), second_turn_(second ^ third), first_turn_(first ^ second) {}
    TAILPROOF_BODY std::uint32_t of(std::uint32_t in_first,
                                    std::uint32_t in_first_two) const noexcept {
      return third_ ^ (second_turn_ & in_first_two) ^ (first_turn_ & in_first);
    }

   private:
    std::uint32_t third_;
    std::uint32_t second_turn_;
    std::uint32_t first_turn_;
  };

  // What turns a band's keys, all of one sign, into bits.
  static std::uint32_t turn(const Band& band) noexcept {
    return band.first >> 31 != 0 ? 0u : 0x7fffffffu;
  }

  ByShare first_;
  ByShare size_;
  ByShare key_to_bits_;
};

// A set of shares being dealt, a block at a time.
class Hand {
 public:
  explicit Hand(const std::array<Share, 3>& shares) noexcept : dealer_(shares), scores_(shares) {}

  TAILPROOF_BODY void fill(std::size_t size, const Block<std::uint32_t>& random,
                           float* out) noexcept {
    dealer_.deal(size, random, choices_);
    scores_.draw(size, choices_, random, out);
  }

 private:
  Dealer dealer_;
  ShareScores scores_;
  Choices choices_;
};

TAILPROOF_BODY void deal_row(std::span<float> scores, Hand& hand,
                             const CounterRandom& random) noexcept {
  Block<std::uint32_t> words;
  for (std::size_t begin = 0; begin < scores.size(); begin += block_size) {
    const std::size_t size = std::min(block_size, scores.size() - begin);
    draw_words(random, begin, size, words);
    hand.fill(size, words, scores.data() + begin);
  }
}

// Each hand deals to its own positions of a block put side by side.
TAILPROOF_BODY void deal_split_row(std::span<float> scores, const reference::View& view, Hand& seen,
                                   Hand& unseen, const CounterRandom& random) noexcept {
  Block<std::uint32_t> words;
  Block<std::uint32_t> seen_words;
  Block<std::uint32_t> unseen_words;
  Block<float> seen_scores;
  Block<float> unseen_scores;
  std::size_t next_seen = view.phase;
  for (std::size_t begin = 0; begin < scores.size(); begin += block_size) {
    const std::size_t size = std::min(block_size, scores.size() - begin);
    const std::size_t first_seen = next_seen - begin;
    draw_words(random, begin, size, words);
    std::size_t count = 0;
    const std::uint32_t* const block = words.data();
    const std::uint32_t* from = block;
    std::uint32_t* to = unseen_words.data();
    for (std::size_t at = first_seen; at < size; at += view.stride, ++count) {
      to = std::copy(from, block + at, to);
      from = block + at + 1;
      seen_words[count] = words[at];
    }
    std::copy(from, block + size, to);
    seen.fill(count, seen_words, seen_scores.data());
    unseen.fill(size - count, unseen_words, unseen_scores.data());
    float* out = scores.data() + begin;
    float* const end = out + size;
    const float* rest = unseen_scores.data();
    for (std::size_t each = 0; each < count; ++each) {
      const std::size_t before = each == 0 ? first_seen : view.stride - 1;
      out = std::copy_n(rest, before, out);
      rest += before;
      *out++ = seen_scores[each];
    }
    std::copy_n(rest, end - out, out);
    next_seen += count * view.stride;
  }
}

}  // namespace

void deal(std::span<float> scores, const std::array<Share, 3>& shares,
          const CounterRandom& random) noexcept {
  Hand hand(shares);
  reference::run_widest([&] { deal_row(scores, hand, random); });
}

void deal_split(std::span<float> scores, const reference::View& view,
                const std::array<Share, 3>& seen, const std::array<Share, 3>& unseen,
                const CounterRandom& random) noexcept {
  Hand seen_hand(seen);
  Hand unseen_hand(unseen);
  reference::run_widest([&] { deal_split_row(scores, view, seen_hand, unseen_hand, random); });
}

}  // namespace tailproof::generators
