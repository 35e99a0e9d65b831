#include "call_input.hpp"

#include "shared_memory.hpp"
#include "tailproof/generators/layout.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <span>

namespace tailproof::properties {
namespace {

// Rows of capacity beyond the live ones, for variants that read how many are live.
constexpr std::int64_t dead_rows = 2;

void fill_hostile(std::byte* begin, std::byte* end) noexcept {
  std::int64_t element = 0;
  for (; begin + sizeof(std::uint32_t) <= end; begin += sizeof(std::uint32_t)) {
    const auto padding =
        element % 2 == 0 ? generators::Padding::nan : generators::Padding::plus_inf;
    const std::uint32_t bits = generators::padding_bits(padding, element++);
    std::memcpy(begin, &bits, sizeof bits);
  }
}

// All that surrounds a buffer on its own pages.
void fill_surroundings(std::byte* pages, const Placement& placement) noexcept {
  fill_hostile(pages, pages + placement.offset);
  fill_hostile(pages + placement.end(), pages + placement.pages * page_size());
}

void write_scores(const Call& call, std::int64_t first, const Request& request,
                  std::byte* scores) noexcept {
  const reference::ScoreMatrix& matrix = call.matrix;
  const auto width = static_cast<std::size_t>(matrix.width) * sizeof(float);
  const auto pitch = static_cast<std::size_t>(request.pitch) * sizeof(float);
  const auto capacity = static_cast<std::size_t>(request.row_capacity);
  if (width == 0) return;
  if (request.rows == 0) return fill_hostile(scores, scores + capacity * pitch);
  if (matrix.pitch == matrix.width && request.pitch == matrix.width) {
    std::memcpy(scores, matrix.scores + first * matrix.pitch,
                static_cast<std::size_t>(request.rows) * width);
  } else {
    for (std::int64_t row = 0; row < request.rows; ++row) {
      std::byte* const to = scores + static_cast<std::size_t>(row) * pitch;
      std::memcpy(to, matrix.scores + (first + row) * matrix.pitch, width);
      fill_hostile(to + width, to + pitch);
    }
  }
  fill_hostile(scores + static_cast<std::size_t>(request.rows) * pitch, scores + capacity * pitch);
}

// Rows that the memory of a call has room for.
std::int64_t rows_of(const Call& call) noexcept {
  const std::int64_t pitch = std::max<std::int64_t>(1, call.matrix.pitch);
  return static_cast<std::int64_t>(call.memory->size()) / pitch;
}

}  // namespace

bool lie_as_placed(const Call& call, const Request& request,
                   const VariantDescription& description) {
  const generators::ScoreMemory& memory = *call.memory;
  const Placement scores = input_layout(request, description.limits).scores;
  return call.matrix.scores == memory.data() && call.matrix.pitch == request.pitch &&
         request.rows == call.rows() && request.row_capacity <= description.limits.greatest_rows &&
         scores == Placement{memory.pages(), memory.page_offset(), memory.size() * sizeof(float)};
}

Request make_request(const Call& call, std::int64_t first, std::int64_t count,
                     const VariantDescription& description) {
  const reference::ScoreMatrix& matrix = call.matrix;
  const std::int64_t multiple = description.limits.pitch_multiple;
  const auto address = reinterpret_cast<std::uintptr_t>(matrix.scores + first * matrix.pitch);
  Request request;
  request.rank = call.rank;
  request.rows = count;
  request.width = matrix.width;
  request.pitch = (matrix.pitch + multiple - 1) / multiple * multiple;
  request.shift = static_cast<std::uint32_t>(address / sizeof(float)) % shifts;
  request.row_capacity = count;
  if (first == 0 && call.spare_rows == 0 && call.memory != nullptr && call.memory->shared()) {
    // Its offset is the layout's, whatever the address.
    request.shift = call.memory->offset();
    Request apart = request;
    apart.scores_apart = 1;
    if (description.has(TAILPROOF_READS_LIVE_ROWS)) apart.row_capacity = rows_of(call);
    if (lie_as_placed(call, apart, description)) return apart;
  }
  if (description.has(TAILPROOF_READS_LIVE_ROWS)) {
    request.row_capacity =
        std::min(count + call.spare_rows + dead_rows, description.limits.greatest_rows);
  }
  return request;
}

void write_input(const Call& call, std::int64_t first, const Request& request,
                 const InputLayout& layout, std::byte* memory) {
  if (request.scores_apart == 0) {
    fill_surroundings(memory, layout.scores);
    write_scores(call, first, request, memory + layout.scores.offset);
  }

  std::byte* const length_pages = memory + layout.lengths_page * page_size();
  fill_surroundings(length_pages, layout.lengths);
  std::byte* const lengths = length_pages + layout.lengths.offset;
  const auto live = static_cast<std::size_t>(request.rows) * sizeof(std::int32_t);
  if (live != 0) std::memcpy(lengths, call.matrix.lengths.data() + first, live);
  for (std::int64_t row = request.rows; row < request.row_capacity; ++row) {
    const std::int32_t hostile = row % 2 == 0 ? std::numeric_limits<std::int32_t>::max() : -1;
    std::memcpy(lengths + static_cast<std::size_t>(row) * sizeof hostile, &hostile, sizeof hostile);
  }

  std::byte* const live_pages = memory + layout.live_rows_page * page_size();
  fill_surroundings(live_pages, layout.live_rows);
  const auto live_rows = static_cast<std::int32_t>(request.rows);
  std::memcpy(live_pages + layout.live_rows.offset, &live_rows, sizeof live_rows);
}

}  // namespace tailproof::properties
