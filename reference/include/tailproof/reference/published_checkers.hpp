/// The accept rules of seven published Top-K checkers, re-expressed to stand beside our oracle.
///
/// Each is a few lines of our own that follow what the project's test accepts, not its code. They
/// exist for the trial's table and are not to be used as oracles: every one of them accepts wrong
/// answers.
#pragma once
#include "tailproof/reference/score_matrix.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace tailproof::reference {

/// The checkers, each with what it lets pass.
enum class PublishedChecker : std::uint8_t {
  sglang_aot,        ///< SGLang kernels/aot/tests/test_topk.py: up to 5 invented indices
  sglang_v2,         ///< SGLang test_topk_v2.py: the same, and K distinct valid indices
  flashinfer,        ///< FlashInfer test_top_k: 97 % overlap with one reference's indices
  flashinfer_bench,  ///< flashinfer-bench dsa_topk_indexer: scores within 1e-2 abs or rel
  raft,              ///< RAFT SelectK: equal scores rank by rank, infinities forgiven
  vllm,              ///< vLLM test_top_k_per_row: set difference within 1e-5
  cub_pairs,         ///< CUB batched pairs: in range, unique, exact multiset of values
};
inline constexpr int published_checker_count = 7;

/// Column heading, such as "SGLang AOT".
[[nodiscard]] std::string_view published_name(PublishedChecker checker) noexcept;

/// What a published checker says. Rows with L < K are outside the contract of three of them.
enum class Opinion : std::uint8_t { accepts, rejects, not_applicable };

/// The opinion on indices (row r at r * pitch) for a matrix inside the contract of spec 1.
[[nodiscard]] Opinion published_opinion(PublishedChecker checker, const ScoreMatrix& matrix,
                                        std::int32_t rank, std::span<const std::int32_t> indices,
                                        std::int64_t pitch);

}  // namespace tailproof::reference
