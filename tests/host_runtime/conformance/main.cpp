// Runs every supported intrinsic and writes the results as a table, or compares two tables. The
// same source is built by g++ or clang++ (host runtime) and by nvcc -x cu (device).
//   conformance write FILE [--digest] [--all-floats]
//   conformance compare FIRST SECOND [--json FILE]     exit 0 all equal, 1 not, 3 nothing compared
//   conformance plant FROM TO ROW                      flips one bit of a row, to try the
//   comparison
#include <cstring>

#include "arithmetic.hpp"
#include "async_copies.hpp"
#include "atomics.hpp"
#include "barriers.hpp"
#include "half.hpp"
#include "memory.hpp"
#include "streams.hpp"
#include "warp.hpp"

namespace {

using namespace conformance;

int usage() {
  std::fprintf(stderr,
               "usage: conformance write FILE [--digest] [--all-floats]\n"
               "       conformance compare FIRST SECOND [--json FILE]\n"
               "       conformance plant FROM TO ROW\n");
  return 2;
}

int unreadable(const std::string& path) {
  std::fprintf(stderr, "conformance: %s cannot be read as a table, or written\n", path.c_str());
  return 2;
}

int write(const std::string& path, bool digest_only, bool all_floats) {
  Table table;
  arithmetic::add(table);
  warp::add(table);
  atomics::add(table);
  memory::add(table);
  barriers::add(table);
  async_copies::add(table);
  streams::add(table);
  binary16::add(table, all_floats);
  std::printf("%zu rows\n", table.rows().size());
  return table.write(path, digest_only) ? 0 : unreadable(path);
}

int compare_files(const std::string& first, const std::string& second, const char* json) {
  Table one;
  Table two;
  if (!Table::read(first, one)) return unreadable(first);
  if (!Table::read(second, two)) return unreadable(second);
  const std::vector<Verdict> verdicts = compare(one, two);
  std::size_t different = 0;
  std::ostringstream list;
  for (const Verdict& verdict : verdicts) {
    std::printf("%-9s %s%s%s\n", verdict.equal ? "equal" : "DIFFERENT", verdict.name.c_str(),
                verdict.detail.empty() ? "" : ": ", verdict.detail.c_str());
    if (!verdict.equal) ++different;
    list << (list.tellp() > 0 ? ",\n" : "\n") << "  {\"name\": \"" << verdict.name
         << "\", \"equal\": " << (verdict.equal ? "true" : "false") << ", \"detail\": \""
         << verdict.detail << "\"}";
  }
  std::printf("%zu rows, %zu different\n", verdicts.size(), different);
  if (json != nullptr) {
    std::ofstream file(json);
    file << "{\"rows\": " << verdicts.size() << ", \"different\": " << different
         << ", \"verdicts\": [" << list.str() << "\n]}\n";
    file.close();
    if (!file.good()) return unreadable(json);
  }
  if (verdicts.empty()) return 3;
  return different == 0 ? 0 : 1;
}

int plant(const std::string& from, const std::string& to, const std::string& row) {
  Table table;
  if (!Table::read(from, table)) return unreadable(from);
  const auto found = table.rows().find(row);
  if (found == table.rows().end() || found->second.words.empty()) return usage();
  Words words = found->second.words;
  words[words.size() / 2] ^= 0x00010000u;
  table.add(row, std::move(words));
  return table.write(to, false) ? 0 : unreadable(to);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "";
  if (mode == "write" && argc >= 3) {
    bool digest_only = false;
    bool all_floats = false;
    for (int i = 3; i < argc; ++i) {
      if (std::strcmp(argv[i], "--digest") == 0) {
        digest_only = true;
      } else if (std::strcmp(argv[i], "--all-floats") == 0) {
        all_floats = true;
      } else {
        return usage();
      }
    }
    return write(argv[2], digest_only, all_floats);
  }
  if (mode == "compare" && argc == 4) return compare_files(argv[2], argv[3], nullptr);
  if (mode == "compare" && argc == 6 && std::strcmp(argv[4], "--json") == 0) {
    return compare_files(argv[2], argv[3], argv[5]);
  }
  if (mode == "plant" && argc == 5) return plant(argv[2], argv[3], argv[4]);
  return usage();
}
