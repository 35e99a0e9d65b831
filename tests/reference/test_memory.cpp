// Memory beyond the input, measured by counting what operator new hands out.
#include "tailproof/reference/oracle.hpp"
#include "tailproof/reference/selector.hpp"
#include "tailproof_catch.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

namespace {

std::atomic<std::int64_t> live = 0;
std::atomic<std::int64_t> peak = 0;
constexpr std::size_t header = alignof(std::max_align_t);

}  // namespace

// Each block carries its size in front; over-aligned blocks keep the library's own operators.
void* operator new(std::size_t size) {
  auto* const block = static_cast<char*>(std::malloc(size + header));
  if (block == nullptr) throw std::bad_alloc();
  *reinterpret_cast<std::size_t*>(block) = size;
  const std::int64_t now = live += static_cast<std::int64_t>(size);
  std::int64_t seen = peak;
  while (now > seen && !peak.compare_exchange_weak(seen, now)) {
  }
  return block + header;
}
void operator delete(void* pointer) noexcept {
  if (pointer == nullptr) return;
  char* const block = static_cast<char*>(pointer) - header;
  live -= static_cast<std::int64_t>(*reinterpret_cast<std::size_t*>(block));
  std::free(block);
}
void operator delete(void* pointer, std::size_t) noexcept {
  operator delete(pointer);
}

using namespace tailproof::reference;

namespace {

constexpr std::int32_t rank = 512;
constexpr std::int64_t slot = sizeof(std::int32_t);
constexpr std::int64_t bin = sizeof(std::uint32_t);

// Peak of what an action holds beyond what was live before.
template <class Action>
std::int64_t held_by(Action action) {
  const std::int64_t before = live;
  peak = before;
  action();
  return peak - before;
}

// A heavy upper tail, as real scores have it, so that few candidates are admitted.
std::vector<float> scrambled_row(std::int64_t length) {
  std::vector<float> scores(static_cast<std::size_t>(length));
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const auto scrambled = static_cast<std::uint32_t>(i * 2654435761u);
    scores[i] = 1e4f / (1.0f + static_cast<float>(scrambled) * 0x1p-16f);
  }
  return scores;
}

struct Use {
  std::int64_t bytes;
  std::int64_t candidates;
};

Use selection(std::int64_t length, const std::string& policy, bool traced) {
  const auto scores = scrambled_row(length);
  std::vector<std::int32_t> indices(rank);
  Trace trace;
  const std::int64_t bytes = held_by([&] {
    Selector selector(parse_policy(policy), rank);
    selector.select(scores, 0, indices, traced ? &trace : nullptr);
    selector.select(scores, 1, indices, traced ? &trace : nullptr);
  });
  Trace of_count;
  Selector(parse_policy(policy), rank).select(scores, 1, indices, &of_count);
  const std::int64_t most = std::max(of_count.frontier.value_or(0), of_count.count0.value_or(0));
  return {bytes, most + rank};
}

// Candidates are merged and ping-pong in vectors that double; 2048 bins a histogram, of which each
// segment owns one, and a trace as many as there are phases.
std::int64_t bound(std::int64_t candidates, const std::string& policy, bool traced) {
  const std::int64_t histograms = (traced ? 13 : 4) + parse_policy(policy).segments();
  return 8 * slot * candidates + histograms * 2048 * bin + 4096;
}

}  // namespace

TEST_CASE("the counter counts") {
  CHECK(held_by([] { std::vector<char> block(1 << 20, 'x'); }) >= 1 << 20);
  CHECK(held_by([] {}) == 0);
}

TEST_CASE("a selection holds O(K + bins + candidates), not O(L)") {
  for (const char* policy : {"", "stride=64,segments=4", "stride=512,rho=1/1,rescue=none"}) {
    for (const bool traced : {false, true}) {
      for (const std::int64_t length : {20000, 200000, 2000000}) {
        const Use use = selection(length, policy, traced);
        CAPTURE(policy, traced, length, use.bytes, use.candidates);
        CHECK(use.bytes <= bound(use.candidates, policy, traced));
        // The bound has teeth: a copy of a long row breaks it.
        if (length == 2000000) CHECK(bound(use.candidates, policy, traced) < length);
      }
    }
  }
}

TEST_CASE("the oracle holds O(K) and one bit a score") {
  for (const std::int64_t length : {20000, 2000000}) {
    const auto scores = scrambled_row(length);
    std::vector<std::int32_t> indices(rank);
    Selector(Policy(), rank).select(scores, 0, indices);
    const std::int64_t bytes = held_by([&] {
      Oracle oracle(rank);
      REQUIRE(oracle.judge_row(scores, 0, indices).accepted());
      indices[0] = indices[1];
      REQUIRE_FALSE(oracle.judge_row(scores, 0, indices).accepted());
    });
    CAPTURE(length, bytes);
    CHECK(bytes <= length / 8 + 16 * slot * rank + length / 512 + 8192);
  }
}
