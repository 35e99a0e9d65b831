/// The device oracle held against the host's; the same checks on the host runtime and on a GPU.
/// Each returns "" or what is wrong.
#pragma once
#include <string>

namespace tailproof::test {

/// run_oracle_trial() with the device's judge: every wrong answer rejected for the right kinds,
/// every right one accepted, every breach of the contract refused.
[[nodiscard]] std::string check_trial();
/// The trial's catalogue again: also the same places and counts as the host's.
[[nodiscard]] std::string check_catalogue();
/// Random answers of many shapes, at every alignment.
[[nodiscard]] std::string check_random();
/// Rows of several tiles.
[[nodiscard]] std::string check_tiles();
/// So many rows that each is judged by one CTA at once.
[[nodiscard]] std::string check_many_rows();
/// Rows too wide for a bitmap in shared memory.
[[nodiscard]] std::string check_wide();
/// Live row counts within and outside [0, M].
[[nodiscard]] std::string check_live_rows();
/// A captured judgement replayed with other answers, scores and lengths.
[[nodiscard]] std::string check_replays();
/// Two judgements at once on two streams.
[[nodiscard]] std::string check_streams();

}  // namespace tailproof::test
