/// Small plots as inline SVG: two axes, and marks in data coordinates. Colours are classes that the
/// page's style sheet names, so that a plot follows the reader's light or dark setting.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace tailproof::cli {

/// One axis. Ticks that are not given are chosen.
struct Axis {
  std::string label;
  double low = 0;
  double high = 1;
  bool logarithmic = false;  ///< low must be positive
  std::vector<std::pair<double, std::string>> ticks{};
};

/// A point in data coordinates.
struct Point {
  double x;
  double y;
};

/// Marks drawn with Plot::marks().
enum class Shape { dot, ring, cross, tick };

/// Collects marks; later ones lie above. Everything outside the axes is left out or cut off.
class Plot final {
 public:
  /// @param name    what a reader that cannot see it is told
  /// @param height  of the whole picture in units of which it is 420 wide
  Plot(std::string name, Axis x, Axis y, int height = 250);

  void line(const std::vector<Point>& points, const std::string& colour);
  /// The area between two lines over the same x.
  void band(const std::vector<Point>& low, const std::vector<Point>& high,
            const std::string& colour);
  /// A filled rectangle between two corners.
  void box(Point from, Point to, const std::string& colour);
  void marks(const std::vector<Point>& points, Shape shape, const std::string& colour);
  /// A line across, with a label at its right end.
  void level(double y, const std::string& colour, const std::string& label);
  /// A line from bottom to top, with a label at its head.
  void upright(double x, const std::string& colour, const std::string& label);
  /// A vertical stroke between two heights.
  void stroke(double x, double from, double to, const std::string& colour);

  [[nodiscard]] std::string svg() const;

 private:
  [[nodiscard]] double px(double x) const;
  [[nodiscard]] double py(double y) const;
  [[nodiscard]] std::string path(const std::vector<Point>& points) const;

  std::string name_;
  Axis x_;
  Axis y_;
  int height_;
  std::string body_;
  int levels_ = 0;    ///< their labels stand above and below in turn
  int uprights_ = 0;  ///< their labels stand one below the other
};

/// 1234 as "1.2k", 5 as "5", 0.25 as "0.25": short, for ticks and cells.
[[nodiscard]] std::string short_number(double value);

/// One labelled colour of a figure's legend.
struct Key {
  std::string colour;
  std::string label;
};

/// A picture with its caption and legend; title, text and labels are escaped here, svg is not.
[[nodiscard]] std::string figure(const std::string& svg, const std::string& title,
                                 const std::string& text, const std::vector<Key>& legend = {});

/// Cells of a table as coloured squares, rows by columns, the logarithm of a count as its strength.
struct HeatMap {
  std::string name;
  std::vector<std::string> rows;
  std::vector<std::string> columns;
  std::vector<std::vector<double>> cells;  ///< negative: an empty cell
  bool words = false;                      ///< cells are yes or no rather than counts
  [[nodiscard]] std::string svg() const;
};

}  // namespace tailproof::cli
