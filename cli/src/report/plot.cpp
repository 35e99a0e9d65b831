#include "report/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/markup.hpp"

namespace tailproof::cli {
namespace {

constexpr double width = 420;
constexpr double left = 58;
constexpr double right = 12;
constexpr double top = 22;
constexpr double bottom = 38;

double along(const Axis& axis, double value) {
  if (axis.logarithmic) {
    const double safe = std::max(value, axis.low);
    return std::log(safe / axis.low) / std::log(axis.high / axis.low);
  }
  return (value - axis.low) / (axis.high - axis.low);
}

Axis with_ticks(Axis axis) {
  if (!(axis.high > axis.low)) axis.high = axis.low + (axis.low == 0 ? 1 : std::fabs(axis.low));
  if (!axis.ticks.empty()) return axis;
  if (axis.logarithmic) {
    for (double t = std::pow(10, std::ceil(std::log10(axis.low))); t <= axis.high * 1.0001;
         t *= 10) {
      axis.ticks.emplace_back(t, short_number(t));
    }
    return axis;
  }
  const double rough = (axis.high - axis.low) / 5;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  const double step = rough / power < 1.5 ? power : rough / power < 3.5 ? 2 * power : 5 * power;
  for (double t = std::ceil(axis.low / step) * step; t <= axis.high + step / 1000; t += step) {
    axis.ticks.emplace_back(t, short_number(std::fabs(t) < step / 1000 ? 0 : t));
  }
  return axis;
}

}  // namespace

std::string short_number(double value) {
  const double size = std::fabs(value);
  if (size >= 1e15) return fmt::format("{:.2g}", value);
  if (size >= 1e9) return fmt::format("{:.3g}G", value / 1e9);
  if (size >= 1e6) return fmt::format("{:.3g}M", value / 1e6);
  if (size >= 1e4) return fmt::format("{:.3g}k", value / 1e3);
  return fmt::format("{:.4g}", value);
}

Plot::Plot(std::string name, Axis x, Axis y, int height)
    : name_(std::move(name)),
      x_(with_ticks(std::move(x))),
      y_(with_ticks(std::move(y))),
      height_(height) {}

double Plot::px(double x) const {
  return left + std::clamp(along(x_, x), 0.0, 1.0) * (width - left - right);
}

double Plot::py(double y) const {
  return height_ - bottom - std::clamp(along(y_, y), 0.0, 1.0) * (height_ - top - bottom);
}

std::string Plot::path(const std::vector<Point>& points) const {
  std::string text;
  for (const Point& p : points) text += fmt::format("{:.1f},{:.1f} ", px(p.x), py(p.y));
  return text;
}

void Plot::line(const std::vector<Point>& points, const std::string& colour) {
  if (points.empty()) return;
  body_ += fmt::format("<polyline class=\"line {}\" points=\"{}\"/>\n", colour, path(points));
}

void Plot::band(const std::vector<Point>& low, const std::vector<Point>& high,
                const std::string& colour) {
  if (low.empty()) return;
  const std::vector<Point> back(high.rbegin(), high.rend());
  body_ +=
      fmt::format("<polygon class=\"area {}\" points=\"{}{}\"/>\n", colour, path(low), path(back));
}

void Plot::box(Point from, Point to, const std::string& colour) {
  const double x0 = std::min(px(from.x), px(to.x));
  const double y0 = std::min(py(from.y), py(to.y));
  const double w = std::max(0.6, std::fabs(px(to.x) - px(from.x)));
  const double h = std::fabs(py(to.y) - py(from.y));
  body_ += fmt::format(
      "<rect class=\"bar {}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>\n",
      colour, x0, y0, w, h);
}

void Plot::marks(const std::vector<Point>& points, Shape shape, const std::string& colour) {
  const double radius = points.size() <= 40 ? 3.6 : 2.2;
  for (const Point& point : points) {
    const double x = px(point.x);
    const double y = py(point.y);
    switch (shape) {
      case Shape::dot:
        body_ += fmt::format("<circle class=\"dot {}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\"/>\n",
                             colour, x, y, radius);
        break;
      case Shape::ring:
        body_ += fmt::format("<circle class=\"ring {}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"6\"/>\n",
                             colour, x, y);
        break;
      case Shape::cross:
        body_ += fmt::format("<path class=\"cross {}\" d=\"M{:.1f} {:.1f}l8 8m0 -8l-8 8\"/>\n",
                             colour, x - 4, y - 4);
        break;
      case Shape::tick:
        body_ += fmt::format("<path class=\"ring {}\" d=\"M{:.1f} {:.1f}v5\"/>\n", colour, x,
                             height_ - bottom);
        break;
    }
  }
}

void Plot::level(double y, const std::string& colour, const std::string& label) {
  body_ += fmt::format(
      "<path class=\"rule {0}\" d=\"M{1} {2:.1f}H{3}\"/>\n<text class=\"note {0}\" x=\"{3}\" "
      "y=\"{4:.1f}\" text-anchor=\"end\">{5}</text>\n",
      colour, left, py(y), width - right, py(y) + (levels_++ % 2 == 0 ? -3 : 11), escaped(label));
}

void Plot::upright(double x, const std::string& colour, const std::string& label) {
  const bool far = px(x) > width * 0.7;
  body_ += fmt::format(
      "<path class=\"rule {0}\" d=\"M{1:.1f} {2}V{3}\"/>\n<text class=\"note {0}\" x=\"{4:.1f}\" "
      "y=\"{5}\" text-anchor=\"{6}\">{7}</text>\n",
      colour, px(x), top, height_ - bottom, px(x) + (far ? -3 : 3), top + 9 + 12 * uprights_++,
      far ? "end" : "start", escaped(label));
}

void Plot::stroke(double x, double from, double to, const std::string& colour) {
  body_ += fmt::format("<path class=\"hair {}\" d=\"M{:.1f} {:.1f}V{:.1f}\"/>\n", colour, px(x),
                       py(from), py(to));
}

std::string Plot::svg() const {
  std::string text = fmt::format("<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">\n",
                                 width, height_, escaped(name_));
  const double floor = height_ - bottom;
  for (const auto& [value, label] : y_.ticks) {
    text += fmt::format(
        "<path class=\"grid\" d=\"M{} {:.1f}H{}\"/><text x=\"{}\" y=\"{:.1f}\" "
        "text-anchor=\"end\">{}</text>\n",
        left, py(value), width - right, left - 4, py(value) + 3.5, escaped(label));
  }
  for (const auto& [value, label] : x_.ticks) {
    text += fmt::format(
        "<path class=\"grid\" d=\"M{0:.1f} {1}v4\"/><text x=\"{0:.1f}\" y=\"{2}\" "
        "text-anchor=\"middle\">{3}</text>\n",
        px(value), floor, floor + 15, escaped(label));
  }
  text +=
      fmt::format("<path class=\"axis\" d=\"M{} {}V{}H{}\"/>\n", left, top, floor, width - right);
  text += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
                      (left + width - right) / 2, height_ - 6, escaped(x_.label));
  text += fmt::format("<text x=\"4\" y=\"10\">{}</text>\n", escaped(y_.label));
  return text + body_ + "</svg>\n";
}

std::string HeatMap::svg() const {
  constexpr double label_width = 118;
  constexpr double head = 62;
  constexpr double row_height = 16;
  const double cell =
      std::min(60.0, (width - label_width - 20) /
                         static_cast<double>(std::max<std::size_t>(1, columns.size())));
  const double height = head + row_height * static_cast<double>(rows.size()) + 4;
  double most = 1;
  for (const auto& line : cells) {
    for (const double value : line) most = std::max(most, value);
  }
  std::string text = fmt::format("<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">\n",
                                 width, height, escaped(name));
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const double x = label_width + cell * (static_cast<double>(c) + 0.5);
    text += fmt::format("<text transform=\"translate({:.1f} {}) rotate(-38)\">{}</text>\n", x,
                        head - 5, escaped(columns[c]));
  }
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const double y = head + row_height * static_cast<double>(r);
    text += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\n", label_width - 4,
                        y + 12, escaped(rows[r]));
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const double value = cells[r][c];
      if (value < 0) continue;
      const double strength = value == 0 ? 0 : 0.12 + 0.88 * std::log1p(value) / std::log1p(most);
      const double x = label_width + cell * static_cast<double>(c);
      text += fmt::format(
          "<rect class=\"cell\" x=\"{:.1f}\" y=\"{}\" width=\"{:.1f}\" height=\"{}\" "
          "fill-opacity=\"{:.2f}\"><title>{}, {}: {}</title></rect>",
          x + 0.5, y + 0.5, cell - 1, row_height - 1, strength, escaped(rows[r]),
          escaped(columns[c]), words ? (value > 0 ? "yes" : "no") : fmt::format("{:.0f}", value));
      if (value > 0 && !words && cell > 24) {
        text +=
            fmt::format("<text class=\"{}\" x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                        strength > 0.6 ? "in" : "out", x + cell / 2, y + 12, short_number(value));
      }
      text += "\n";
    }
  }
  return text + "</svg>\n";
}

std::string figure(const std::string& svg, const std::string& title, const std::string& text,
                   const std::vector<Key>& legend) {
  std::string html =
      "<figure>\n" + svg + "<figcaption><b>" + escaped(title) + "</b> " + escaped(text);
  for (const Key& key : legend) {
    html += fmt::format(" <span class=\"legend\"><span class=\"key {}\"></span>{}</span>",
                        key.colour, escaped(key.label));
  }
  return html + "</figcaption>\n</figure>\n";
}

}  // namespace tailproof::cli
