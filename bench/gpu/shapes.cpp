#include "shapes.hpp"

#include "usage_error.hpp"
#include "words.hpp"

#include <algorithm>

namespace tailproof::gpu_bench {
namespace {

constexpr std::int64_t kibi = 1024;
constexpr std::int32_t production_rank = 2048;

Shape shape(const std::string& group, std::int64_t rows, std::int64_t width,
            std::int32_t rank = production_rank, std::int64_t pitch = 0, std::int64_t base = 0) {
  if (pitch == 0) pitch = width;
  std::string name = "m" + std::to_string(rows) + "-n" + short_number(width);
  if (rank != production_rank) name += "-k" + std::to_string(rank);
  if (pitch != width) name += "-p" + short_number(pitch);
  if (base != 0) name += "-b" + std::to_string(base);
  return {group, name, rows, width, pitch, base, rank, 0};
}

Shape trace(const std::string& name, std::int64_t context) {
  return {"trace", name, 0, 0, 0, 0, production_rank, context};
}

Shape own_shape(const std::string& text) {
  std::int64_t rows = 0;
  std::int64_t width = 0;
  std::int64_t pitch = 0;
  std::int64_t rank = production_rank;
  for (const std::string& part : split(text, '-')) {
    const std::size_t by = part.find('x');
    if (by != std::string::npos) {
      rows = parse_number("rows", part.substr(0, by), 1, 1 << 24);
      width = parse_number("width", part.substr(by + 1), 1, 2147483647);
    } else if (part[0] == 'k') {
      rank = parse_number("rank", part.substr(1), 1, 1 << 24);
    } else if (part[0] == 'p') {
      pitch = parse_number("pitch", part.substr(1), 1, std::int64_t{1} << 40);
    } else {
      throw UsageError("shape '" + text + "': '" + part + "' is not ROWSxWIDTH, kRANK or pPITCH");
    }
  }
  if (pitch != 0 && pitch < width) throw UsageError("shape '" + text + "': pitch below width");
  return shape("own", rows, width, static_cast<std::int32_t>(rank), pitch);
}

}  // namespace

std::vector<Shape> all_shapes() {
  std::vector<Shape> all;
  const std::vector<std::int64_t> long_widths{128 * kibi, 256 * kibi, 512 * kibi, kibi * kibi};
  for (const std::int64_t width : long_widths) {
    for (const std::int64_t rows : {512, 1024, 2048, 4096, 8192}) {
      all.push_back(shape("grid", rows, width));
    }
  }
  for (const std::int64_t width : long_widths) {
    for (const std::int64_t rows : {1, 4, 16, 64, 128}) all.push_back(shape("few", rows, width));
  }
  for (const std::int64_t width : {4 * kibi, 8 * kibi, 16 * kibi, 32 * kibi, 64 * kibi}) {
    for (const std::int64_t rows : {64, 512, 4096}) all.push_back(shape("short", rows, width));
  }
  for (const std::int32_t rank : {512, 1024}) {
    for (const std::int64_t width : {128 * kibi, kibi * kibi}) {
      for (const std::int64_t rows : {512, 4096}) all.push_back(shape("rank", rows, width, rank));
    }
  }
  for (const std::int64_t extra : {1, 2, 3, 4}) {
    all.push_back(shape("pitch", 2048, 128 * kibi, production_rank, 128 * kibi + extra));
  }
  all.push_back(shape("pitch", 512, kibi * kibi - 5, production_rank, kibi * kibi - 3));
  all.push_back(shape("pitch", 2048, 128 * kibi, production_rank, 128 * kibi, 1));
  all.push_back(trace("trace-245k", 244650));
  all.push_back(trace("trace-430k", 430000));
  return all;
}

std::vector<Shape> choose_shapes(const std::string& list, const std::vector<Shape>& known) {
  std::vector<Shape> chosen;
  for (const std::string& word : split(list)) {
    std::vector<Shape> named;
    for (const Shape& each : known) {
      if (word == "all" || word == each.group || matches(word, each.name)) named.push_back(each);
    }
    const bool own = named.empty() && word.find_first_of("0123456789") == 0;
    if (own) named.push_back(own_shape(word));
    if (named.empty()) {
      throw UsageError("no shape or group is called '" + word + "'; --list names them");
    }
    for (const Shape& each : named) {
      if (std::find(chosen.begin(), chosen.end(), each) == chosen.end()) chosen.push_back(each);
    }
  }
  return chosen;
}

}  // namespace tailproof::gpu_bench
