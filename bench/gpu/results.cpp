#include "results.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <tuple>

namespace tailproof::gpu_bench {
namespace {

std::string number(double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

std::string known(double value, int digits, const char* unknown) {
  return value < 0 ? unknown : number(value, digits);
}

std::string quoted(const std::string& text, char quote_escape) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += quote_escape;
    if (c == '\\' && quote_escape == '\\') out += '\\';
    out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return out + "\"";
}

class Members {
 public:
  void add(const char* name, const std::string& value) {
    text_ += std::string(text_.empty() ? "" : ", ") + "\"" + name + "\": " + value;
  }
  void add_text(const char* name, const std::string& value) { add(name, quoted(value, '\\')); }
  void add_count(const char* name, std::int64_t value) {
    add(name, value < 0 ? "null" : std::to_string(value));
  }
  void add_number(const char* name, double value, int digits) {
    add(name, known(value, digits, "null"));
  }
  [[nodiscard]] std::string object() const { return "{" + text_ + "}"; }

 private:
  std::string text_;
};

std::string json_object(const Result& result) {
  Members members;
  members.add_text("family", result.family);
  members.add_text("group", result.group);
  members.add_text("shape", result.shape);
  members.add_text("entry", result.entry);
  members.add_count("rows", result.rows);
  members.add_count("width", result.width);
  members.add_count("pitch", result.pitch);
  members.add_count("rank", result.rank);
  members.add_count("calls", result.calls);
  members.add_text("status", status_name(result.status));
  members.add_text("detail", result.detail);
  members.add_number("milliseconds", result.milliseconds, 6);
  members.add_number("floor_milliseconds", result.floor_milliseconds, 6);
  members.add_number("launch_milliseconds", result.launch_milliseconds, 6);
  members.add_number("ratio", result.ratio(), 4);
  members.add_number("bytes_per_row", result.bytes_per_row, 0);
  members.add_number("band_rate", result.band_rate, 6);
  members.add_number("exact_rate", result.exact_rate, 6);
  members.add_count("workspace_bytes", result.workspace_bytes);
  std::string samples;
  for (const double sample : result.samples) {
    samples += (samples.empty() ? "" : ", ") + number(sample, 6);
  }
  members.add("samples", "[" + samples + "]");
  return members.object();
}

// Ratios of one line of the summary.
struct Ratios {
  double log_sum = 0;
  double worst = 0;
  std::string worst_shape;
  int count = 0;
  void add(const Result& result) {
    log_sum += std::log(result.ratio());
    if (result.ratio() > worst) {
      worst = result.ratio();
      worst_shape = result.shape;
    }
    ++count;
  }
  [[nodiscard]] std::string mean() const { return number(std::exp(log_sum / count), 3); }
};

}  // namespace

const char* status_name(Status status) {
  switch (status) {
    case Status::timed:
      return "timed";
    case Status::verified:
      return "verified";
    case Status::floor:
      return "floor";
    case Status::wrong:
      return "WRONG";
    case Status::skipped:
      return "SKIP";
    case Status::failed:
      return "FAILED";
  }
  return "?";
}

double Result::ratio() const {
  return milliseconds < 0 || floor_milliseconds <= 0 ? -1 : milliseconds / floor_milliseconds;
}

double median(std::vector<double> samples) {
  if (samples.empty()) return -1;
  std::sort(samples.begin(), samples.end());
  const std::size_t half = samples.size() / 2;
  return samples.size() % 2 == 1 ? samples[half] : (samples[half - 1] + samples[half]) / 2;
}

std::string csv_header() {
  return "family,group,shape,entry,rows,width,pitch,rank,calls,status,milliseconds,floor_"
         "milliseconds,"
         "launch_milliseconds,ratio,least_milliseconds,greatest_milliseconds,bytes_per_row,band_"
         "rate,"
         "exact_rate,workspace_bytes,detail\n";
}

std::string csv_line(const Result& result) {
  const auto& samples = result.samples;
  const bool some = !samples.empty();
  const double least = some ? *std::min_element(samples.begin(), samples.end()) : -1;
  const double greatest = some ? *std::max_element(samples.begin(), samples.end()) : -1;
  std::string line;
  for (const std::string& text : {result.family, result.group, result.shape, result.entry}) {
    line += text + ",";
  }
  for (const std::int64_t count :
       {result.rows, result.width, result.pitch, result.rank, result.calls}) {
    line += std::to_string(count) + ",";
  }
  line += std::string(status_name(result.status)) + ",";
  for (const double value : {result.milliseconds, result.floor_milliseconds,
                             result.launch_milliseconds, result.ratio(), least, greatest}) {
    line += known(value, 6, "") + ",";
  }
  line += known(result.bytes_per_row, 0, "") + "," + known(result.band_rate, 6, "") + "," +
          known(result.exact_rate, 6, "") + ",";
  line += (result.workspace_bytes < 0 ? "" : std::to_string(result.workspace_bytes)) + ",";
  return line + quoted(result.detail, '"') + "\n";
}

std::string json_document(const std::vector<std::pair<std::string, std::string>>& facts,
                          const std::vector<Result>& results) {
  Members run;
  for (const auto& [name, value] : facts) run.add_text(name.c_str(), value);
  std::string list;
  for (const Result& result : results) list += (list.empty() ? "\n" : ",\n") + json_object(result);
  return "{\"run\": " + run.object() + ",\n\"results\": [" + list + "\n]}\n";
}

std::string summary(const std::vector<Result>& results) {
  std::map<std::tuple<std::string, std::string, std::string>, Ratios> all;
  std::map<std::tuple<std::string, std::string, std::string>, std::map<std::int64_t, Ratios>>
      widths;
  for (const Result& result : results) {
    if (result.status != Status::timed || result.ratio() < 0) continue;
    const auto key = std::make_tuple(result.family, result.group, result.entry);
    all[key].add(result);
    if (result.width > 0) widths[key][result.width].add(result);
  }
  std::string text;
  for (const auto& [key, ratios] : all) {
    const auto& [family, group, entry] = key;
    text += family + " " + group + " " + entry + ": " + ratios.mean() + " x floor over " +
            std::to_string(ratios.count) + " shapes, worst " + number(ratios.worst, 3) + " (" +
            ratios.worst_shape + ")";
    for (const auto& [width, of_width] : widths[key]) {
      text += ", n" + std::to_string(width) + " " + of_width.mean();
    }
    text += "\n";
  }
  return text;
}

}  // namespace tailproof::gpu_bench
