/// One self-contained HTML page: no script, no network, light and dark.
#pragma once

#include <string>
#include <vector>

namespace tailproof::cli {

/// Collects a page from top to bottom. Everything but raw() escapes what it is given.
class Page final {
 public:
  explicit Page(std::string title) : title_(std::move(title)) {}

  void heading(const std::string& text);
  void paragraph(const std::string& text);
  /// A line of which the class ("good", "bad", "dim") sets the colour.
  void verdict(const std::string& text, const std::string& mood);
  /// Text as it is, scrolled sideways, or wrapped where lines are sentences rather than tables.
  void code(const std::string& text, bool wrapped = false);
  /// A table whose first line is its head; cells that are numbers stand right.
  void table(const std::vector<std::vector<std::string>>& lines);
  /// Markup as it is; figure() makes some.
  void raw(const std::string& markup) { body_ += markup; }
  /// Figures side by side where there is room.
  void figures(const std::vector<std::string>& figures);

  [[nodiscard]] std::string html() const;

 private:
  std::string title_;
  std::string body_;
};

}  // namespace tailproof::cli
