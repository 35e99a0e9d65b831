#include "bands.hpp"
#include "tailproof/generators/family.hpp"
#include "tailproof/reference/multiversion.hpp"

#include <string>

namespace tailproof::generators::defined {
namespace {

enum class Shape { up, down, sawtooth, bitonic };

// Height of position i on a ramp of whole steps.
std::int64_t height(Shape shape, std::int64_t i, std::int64_t length, std::int64_t period) {
  switch (shape) {
    case Shape::up:
      return i;
    case Shape::down:
      return length - 1 - i;
    case Shape::sawtooth:
      return i % period;
    case Shape::bitonic:
      return i < length / 2 ? 2 * i : 2 * (length - 1 - i) + 1;
  }
  return 0;
}

// All heights lie in [0, length]; steps of keys spread them over a random part of the finite range.
void fill(const RowContext& context, std::span<float> scores) {
  const auto shape = static_cast<Shape>(context.parameter("shape"));
  const std::int64_t period = context.parameter("period");
  Draws draws(context.random().child(row_choices));
  const auto heights = static_cast<std::uint64_t>(context.length) + 2;
  const std::uint64_t finite = last_finite_key - first_finite_key;
  const std::uint64_t widest = std::max<std::uint64_t>(1, finite / heights);
  const std::uint64_t step = std::min(widest, std::uint64_t{1} << draws.between(0, 24));
  const std::uint64_t spare = finite - step * heights;
  const auto lowest = static_cast<std::uint32_t>(
      last_finite_key - scale(static_cast<std::uint32_t>(draws.bits()), spare + 1));
  const auto put = [&](std::size_t i, std::uint32_t up) {
    const std::uint32_t key = lowest - static_cast<std::uint32_t>(step) * up;
    // Everything up to zero moves one key up, over the unused one.
    scores[i] = score_of_key(key - (key <= unused_key ? 1u : 0u));
  };
  const auto length = static_cast<std::uint32_t>(context.length);
  const auto each = [&](std::uint32_t begin, std::uint32_t end, auto height_of) {
    reference::run_widest([&] {
      for (std::uint32_t i = begin; i < end; ++i) put(i, height_of(i));
    });
  };
  switch (shape) {
    case Shape::up:
      return each(0, length, [](std::uint32_t i) { return i; });
    case Shape::down:
      return each(0, length, [length](std::uint32_t i) { return length - 1 - i; });
    case Shape::sawtooth:
      for (std::uint32_t begin = 0; begin < length;) {
        const auto end =
            static_cast<std::uint32_t>(std::min<std::int64_t>(context.length, begin + period));
        each(begin, end, [begin](std::uint32_t i) { return i - begin; });
        begin = end;
      }
      return;
    case Shape::bitonic:
      each(0, length / 2, [](std::uint32_t i) { return 2 * i; });
      return each(length / 2, length,
                  [length](std::uint32_t i) { return 2 * (length - 1 - i) + 1; });
  }
}

// Which way the row goes from i to i + 1.
bool rises(Shape shape, std::int64_t i, std::int64_t length, std::int64_t period) {
  return height(shape, i, length, period) < height(shape, i + 1, length, period);
}

Promise promise(const RowContext& context, std::span<const float> scores) {
  const auto shape = static_cast<Shape>(context.parameter("shape"));
  const std::int64_t period = context.parameter("period");
  for (std::size_t i = 0; i + 1 < scores.size(); ++i) {
    const std::uint32_t here = reference::key32(scores[i]);
    const std::uint32_t next = reference::key32(scores[i + 1]);
    const bool up = rises(shape, static_cast<std::int64_t>(i), context.length, period);
    if (up ? next < here : next > here) continue;
    return Promise::broken("position " + std::to_string(i) + " goes the wrong way");
  }
  return Promise::kept();
}

}  // namespace

const Family& ramp() {
  static const Family family{
      .name = "ramp",
      .attacks = "buffers filled in position order, when the winners arrive all first or all last",
      .parameters = {{"shape", 0, 3, 0, "0 up, 1 down, 2 sawtooth, 3 bitonic"},
                     {"period", 2, 4096, 16, "scores to a tooth"}},
      .fill = fill,
      .promise = promise};
  return family;
}

}  // namespace tailproof::generators::defined
