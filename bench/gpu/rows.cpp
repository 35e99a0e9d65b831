#include "rows.hpp"

#include <algorithm>

namespace tailproof::gpu_bench {
namespace {

constexpr unsigned char poison_byte = 0x7b;
constexpr std::int32_t poison_word = 0x7b7b7b7b;
constexpr unsigned most_ctas = 4096;

simt::LaunchConfig configure(std::int64_t work, int threads, std::size_t shared,
                             simt::Stream& stream, const char* name) {
  simt::LaunchConfig config;
  config.grid = {static_cast<unsigned>(std::clamp<std::int64_t>(work, 1, most_ctas)), 1, 1};
  config.block = {static_cast<unsigned>(threads), 1, 1};
  config.shared_bytes = shared;
  config.stream = stream.handle();
  config.name = name;
  return config;
}

std::string faults_text(const Verdict& verdict) {
  std::string text;
  const auto add = [&](std::uint32_t bit, const char* what) {
    if ((verdict.kinds & bit) != 0) text += (text.empty() ? "" : ", ") + std::string(what);
  };
  add(fault_out_of_range, "index out of range");
  add(fault_duplicate, "index twice");
  add(fault_sentinel, "-1 in the wrong place");
  add(fault_not_among_best, "not among the best");
  add(fault_omitted, "one of the best is missing");
  return std::to_string(verdict.wrong_rows) + " rows, first " +
         std::to_string(verdict.first_wrong) + ": " + text;
}

}  // namespace

Rows::Rows(std::int64_t elements, std::int64_t answers, std::int64_t slots)
    : scores_(static_cast<std::size_t>(elements + 2 * slack)),
      lengths_(static_cast<std::size_t>(answers)),
      indices_(static_cast<std::size_t>(slots + 2 * guard)),
      truths_(static_cast<std::size_t>(answers)) {
  require(scores_.status());
  require(lengths_.status());
  require(indices_.status());
  require(truths_.status());
  require(verdict_.status());
  require(simt::memset(scores_.data(), 0, slack * sizeof(float)));
  require(simt::memset(scores_.data() + slack + elements, 0, slack * sizeof(float)));
}

void Rows::load_capture(const std::string& path) {
  if (path == captured_path_) return;
  capture_ = read_capture(path);
  captured_ = simt::DeviceBuffer<float>(capture_.scores);
  captured_lengths_ = simt::DeviceBuffer<std::int32_t>(capture_.lengths);
  require(captured_.status());
  require(captured_lengths_.status());
  captured_path_ = path;
}

void Rows::make(const Block& block, const FamilyChoice& family, std::uint32_t seed, Padding padding,
                simt::Stream& stream) {
  MakeRowsParams params{};
  params.scores = scores_.data() + slack + block.offset;
  params.rows = block.rows;
  params.width = block.width;
  params.pitch = block.pitch;
  params.period = block.period;
  params.causal = block.causal;
  params.padding = padding;
  params.family = family.family;
  params.seed = seed;
  params.stride = family.stride;
  params.rank = layout_->rank;
  if (family.family == Family::captured) {
    load_capture(family.capture);
    params.sources = captured_.data();
    params.source_lengths = captured_lengths_.data();
    params.source_rows = capture_.rows;
    params.source_pitch = capture_.pitch;
  }
  const std::int64_t units = block.rows * ((block.pitch + make_unit - 1) / make_unit);
  require(simt::launch(configure(units, make_threads, 0, stream, "make_rows"),
                       make_rows<make_threads>, params));
}

void Rows::fill(const Layout& layout, const FamilyChoice& family, std::uint32_t seed,
                Padding padding, simt::Stream& stream) {
  layout_ = &layout;
  const Made wanted{family, seed, padding, layout.rank, layout.blocks};
  if (made_ != wanted) {
    made_.reset();
    for (const Block& block : layout.blocks) make(block, family, seed, padding, stream);
    made_ = wanted;
  }
  require(lengths_.upload(layout.lengths));
  for (const Launch& rows : layout.judged) {
    TruthParams params{};
    params.scores = scores_.data() + slack + rows.offset;
    params.pitch = rows.pitch;
    params.lengths = lengths_.data() + rows.first_row;
    params.rows = rows.rows;
    params.rank = layout.rank;
    params.truths = truths_.data() + rows.first_row;
    require(simt::launch(
        configure(rows.rows, truth_threads, sizeof(TruthStorage), stream, "find_truth"),
        find_truth<truth_threads>, params));
  }
}

CaseBuffers Rows::buffers() const {
  return {layout_, scores_.data() + slack, lengths_.data(), indices_.data() + guard};
}

void Rows::poison(simt::Stream& stream) {
  const auto answers = static_cast<std::int64_t>(layout_->lengths.size());
  const auto words = static_cast<std::size_t>(answers * layout_->rank + 2 * guard);
  require(simt::memset_async(indices_.data(), poison_byte, words * sizeof(std::int32_t),
                             stream.handle()));
}

std::string Rows::judge(simt::Stream& stream, double limit_seconds) {
  const std::vector<Verdict> clean{{0, 0, ~0ull}};
  wait_for(stream, limit_seconds);
  require(verdict_.upload(clean));
  for (const Launch& rows : layout_->judged) {
    JudgeParams params{};
    params.scores = scores_.data() + slack + rows.offset;
    params.pitch = rows.pitch;
    params.lengths = lengths_.data() + rows.first_row;
    params.rows = rows.rows;
    params.rank = layout_->rank;
    params.truths = truths_.data() + rows.first_row;
    params.indices = indices_.data() + guard + rows.first_row * layout_->rank;
    params.verdict = verdict_.data();
    require(simt::launch(
        configure(rows.rows, judge_threads, sizeof(JudgeStorage), stream, "judge_answers"),
        judge_answers<judge_threads>, params));
  }
  wait_for(stream, limit_seconds);
  std::vector<Verdict> verdict;
  require(verdict_.download(verdict));
  if (verdict.front().wrong_rows != 0) return faults_text(verdict.front());
  const auto answers = static_cast<std::int64_t>(layout_->lengths.size());
  for (const std::int64_t begin : {std::int64_t{0}, guard + answers * layout_->rank}) {
    std::vector<std::int32_t> words(guard);
    require(simt::memcpy(words.data(), indices_.data() + begin, guard * sizeof(std::int32_t)));
    if (std::count(words.begin(), words.end(), poison_word) != guard) {
      return "wrote outside of its answers";
    }
  }
  return "";
}

}  // namespace tailproof::gpu_bench
