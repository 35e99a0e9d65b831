#include "rows.hpp"

#include "tailproof/device_oracle.hpp"

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

// "3 rows, first 17: rejected: ...", rows counted within the pieces that are judged together; or
// "".
std::string faults_of(gpu::DeviceOracle& oracle, const tailproof_oracle_summary& summary) {
  if (gpu::bad_rows(summary) == 0) return "";
  const std::vector<tailproof_row_verdict> verdicts = oracle.verdicts();
  const auto bad = std::find_if(verdicts.begin(), verdicts.end(), [](const auto& verdict) {
    return verdict.outcome != TAILPROOF_ROW_ACCEPTED;
  });
  return std::to_string(gpu::bad_rows(summary)) + " rows, first " +
         std::to_string(bad - verdicts.begin()) + ": " + gpu::to_string(*bad);
}

}  // namespace

Rows::Rows(std::int64_t elements, std::int64_t answers, std::int64_t slots)
    : scores_(static_cast<std::size_t>(elements + 2 * slack)),
      lengths_(static_cast<std::size_t>(answers)),
      indices_(static_cast<std::size_t>(slots + 2 * guard)) {
  require(scores_.status());
  require(lengths_.status());
  require(indices_.status());
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
  wait_for(stream, limit_seconds);
  try {
    for (const Launch& rows : layout_->judged) {
      gpu::DeviceOracle oracle({rows.rows, rows.width, rows.pitch, layout_->rank, 0});
      const auto summary = oracle.judge(
          {scores_.data() + slack + rows.offset, lengths_.data() + rows.first_row,
           indices_.data() + guard + rows.first_row * layout_->rank, layout_->rank, nullptr},
          stream.handle());
      const std::string faults = faults_of(oracle, summary);
      if (!faults.empty()) return faults;
    }
  } catch (const DeviceError&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw DeviceError(std::string("the oracle: ") + error.what(), false);
  }
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
