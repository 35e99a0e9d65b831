// Passes that shorten a row.
#include "reducer.hpp"

#include "tailproof/reference/keys.hpp"

#include <algorithm>
#include <numeric>

namespace tailproof::properties::passes {
namespace {

using Row = std::vector<float>;

void without(const Row& row, std::size_t begin, std::size_t count, Row& out) {
  out.resize(row.size() - count);
  const auto cut = row.begin() + static_cast<std::ptrdiff_t>(begin);
  std::copy(row.begin(), cut, out.begin());
  std::copy(cut + static_cast<std::ptrdiff_t>(count), row.end(),
            out.begin() + static_cast<std::ptrdiff_t>(begin));
}

// Writes a row without one chunk. The chunk before it gave a candidate that differs in that chunk
// alone, so walking over a row costs the row once, not once a candidate.
class ChunkRemover {
 public:
  void operator()(const Row& row, std::size_t begin, std::size_t count, Row& out) {
    if (count == count_ && begin == begin_ + count_) {
      const auto restored = row.begin() + static_cast<std::ptrdiff_t>(begin_);
      std::copy_n(restored, count_, out.begin() + static_cast<std::ptrdiff_t>(begin_));
    } else {
      without(row, begin, count, out);
    }
    begin_ = begin;
    count_ = count;
  }
  // The row is another one now.
  void forget() noexcept { count_ = 0; }

 private:
  std::size_t begin_ = 0;
  std::size_t count_ = 0;
};

template <class Keep>
Row filtered(const Row& row, Keep keep) {
  Row out;
  for (const float score : row) {
    if (keep(reference::key32(score))) out.push_back(score);
  }
  return out;
}

// Key of the K-th best score.
std::uint32_t cut_key(const Row& row, std::int32_t rank) {
  std::vector<std::uint32_t> keys(row.size());
  std::transform(row.begin(), row.end(), keys.begin(), [](float x) { return reference::key32(x); });
  const auto cut = keys.begin() + (rank - 1);
  std::nth_element(keys.begin(), cut, keys.end());
  return *cut;
}

// Positions, best score first.
std::vector<std::size_t> by_score(const Row& row) {
  std::vector<std::size_t> order(row.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&row](std::size_t a, std::size_t b) {
    return reference::key32(row[a]) < reference::key32(row[b]);
  });
  return order;
}

}  // namespace

// Guesses from the selector's geometry, each a jump where chunks would need many steps.
void tails(Reducer& reducer) {
  reducer.enter("tails");
  const auto jump = [&](auto make) {
    const Row& row = reducer.row();
    const std::int32_t rank = reducer.current().rows.rank;
    if (static_cast<std::int64_t>(row.size()) <= rank) return;
    std::int32_t new_rank = rank;
    Row candidate = make(row, cut_key(row, rank), new_rank);
    const bool smaller = candidate.size() < row.size() && new_rank >= 1;
    if (smaller) reducer.try_row(candidate, new_rank);
  };
  // The winners, with everything that ties with the last of them.
  jump([](const Row& row, std::uint32_t cut, std::int32_t&) {
    return filtered(row, [cut](std::uint32_t key) { return key <= cut; });
  });
  // The coarse bin of the cut alone, with the quota that is left for it.
  jump([](const Row& row, std::uint32_t cut, std::int32_t& rank) {
    const std::uint32_t bin = reference::coarse_of_bits(reference::bits_of_key32(cut));
    for (const float score : row) rank -= reference::coarse(score) < bin ? 1 : 0;
    return filtered(row, [bin](std::uint32_t key) {
      return reference::coarse_of_bits(reference::bits_of_key32(key)) == bin;
    });
  });
  // The ties of the cut alone.
  jump([](const Row& row, std::uint32_t cut, std::int32_t& rank) {
    for (const float score : row) rank -= reference::key32(score) < cut ? 1 : 0;
    return filtered(row, [cut](std::uint32_t key) { return key == cut; });
  });
}

void length(Reducer& reducer) {
  reducer.enter("length");
  ChunkRemover remove;
  for (std::size_t chunk = reducer.row().size(); chunk > 0; chunk /= 2) {
    std::size_t begin = 0;
    while (begin < reducer.row().size() && !reducer.exhausted()) {
      const std::size_t left = reducer.row().size() - begin;
      const std::size_t offers = std::min(reducer.batch(), (left + chunk - 1) / chunk);
      const auto start = [&](std::size_t j) { return begin + j * chunk; };
      const auto build = [&](std::size_t j, Row& out) {
        const std::size_t count = std::min(chunk, reducer.row().size() - start(j));
        remove(reducer.row(), start(j), count, out);
      };
      const std::size_t hit = reducer.first_failing(offers, build);
      begin += (hit < offers ? hit : offers) * chunk;  // the cursor stays at a success
      if (hit < offers) remove.forget();
    }
  }
}

// A fault at the cut needs K + 1 scores, so that neither can go without the other.
void rank_with_length(Reducer& reducer) {
  reducer.enter("rank with length");
  Row candidate;
  for (auto chunk = static_cast<std::size_t>(reducer.current().rows.rank); chunk > 0; chunk /= 2) {
    std::vector<std::size_t> order = by_score(reducer.row());
    std::size_t begin = 0;
    while (!reducer.exhausted()) {
      const auto rank = static_cast<std::size_t>(reducer.current().rows.rank);
      const std::size_t winners = std::min(rank, reducer.row().size());
      const std::size_t count = std::min(chunk, winners - std::min(winners, begin));
      if (count == 0 || count >= rank) break;
      std::vector<std::size_t> gone(order.begin() + static_cast<std::ptrdiff_t>(begin),
                                    order.begin() + static_cast<std::ptrdiff_t>(begin + count));
      std::sort(gone.begin(), gone.end());
      candidate.clear();
      for (std::size_t i = 0, next = 0; i < reducer.row().size(); ++i) {
        if (next < gone.size() && gone[next] == i) {
          ++next;
        } else {
          candidate.push_back(reducer.row()[i]);
        }
      }
      if (reducer.try_row(candidate, static_cast<std::int32_t>(rank - count))) {
        order = by_score(reducer.row());
      } else {
        begin += count;
      }
    }
  }
}

}  // namespace tailproof::properties::passes
