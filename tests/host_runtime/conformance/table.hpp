/// A table of results, one row an intrinsic and case: written by the host's and the device's build
/// of the same program, and compared word for word.
#pragma once
#include <cstdint>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace conformance {

using Words = std::vector<std::uint32_t>;

/// Order-dependent 64-bit hash of a row.
inline std::uint64_t digest(const Words& words) {
  std::uint64_t hash = 0xcbf29ce484222325ull + words.size();
  for (const std::uint32_t word : words) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15ull;
    hash ^= hash >> 29;
  }
  return hash;
}

struct Row {
  std::uint64_t hash = 0;
  std::size_t count = 0;
  Words words;  // empty in a digest file
};

class Table {
 public:
  /// `name` is the intrinsic, then "/" and what about it is tried.
  void add(const std::string& name, Words words) {
    rows_[name] = Row{digest(words), words.size(), std::move(words)};
  }
  const std::map<std::string, Row>& rows() const { return rows_; }

  /// A line a row: name, number of words, hash, and the words unless `digest_only`.
  bool write(const std::string& path, bool digest_only) const {
    std::ofstream file(path);
    for (const auto& [name, row] : rows_) {
      file << name << ' ' << std::dec << row.count << std::hex << ' ' << row.hash;
      if (!digest_only) {
        for (const std::uint32_t word : row.words) file << ' ' << word;
      }
      file << '\n';
    }
    file.close();
    return file.good();
  }

  /// False when the file cannot be read or is malformed; a row whose words do not give its hash is.
  static bool read(const std::string& path, Table& table) {
    std::ifstream file(path);
    if (!file) return false;
    std::string line;
    while (std::getline(file, line)) {
      if (line.empty() || line[0] == '#') continue;
      std::istringstream fields(line);
      std::string name;
      Row row;
      if (!(fields >> name >> std::dec >> row.count >> std::hex >> row.hash)) return false;
      std::uint32_t word = 0;
      while (fields >> word) row.words.push_back(word);
      if (!row.words.empty() && (row.words.size() != row.count || digest(row.words) != row.hash)) {
        return false;
      }
      if (!table.rows_.emplace(name, std::move(row)).second) return false;
    }
    return true;
  }

 private:
  std::map<std::string, Row> rows_;
};

struct Verdict {
  std::string name;
  bool equal = false;
  std::string detail;  // what differs
};

/// Every row of either table, in order of name; a row that one of them lacks is a difference.
inline std::vector<Verdict> compare(const Table& first, const Table& second) {
  std::map<std::string, Verdict> verdicts;
  for (const auto& [name, row] : first.rows()) {
    const auto found = second.rows().find(name);
    Verdict& verdict = verdicts[name];
    verdict.name = name;
    if (found == second.rows().end()) {
      verdict.detail = "missing in the second table";
      continue;
    }
    const Row& other = found->second;
    verdict.equal = row.count == other.count && row.hash == other.hash;
    if (verdict.equal) continue;
    std::ostringstream detail;
    detail << row.count << " and " << other.count << " words";
    for (std::size_t i = 0; i < row.words.size() && i < other.words.size(); ++i) {
      if (row.words[i] == other.words[i]) continue;
      detail << "; first at word " << i << ": " << std::hex << row.words[i] << " and "
             << other.words[i];
      break;
    }
    verdict.detail = detail.str();
  }
  for (const auto& [name, row] : second.rows()) {
    if (!verdicts.contains(name)) verdicts[name] = {name, false, "missing in the first table"};
  }
  std::vector<Verdict> ordered;
  for (const auto& [name, verdict] : verdicts) ordered.push_back(verdict);
  return ordered;
}

}  // namespace conformance
