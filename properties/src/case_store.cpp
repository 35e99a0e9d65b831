#include "tailproof/properties/case_store.hpp"

#include "case_manifest.hpp"
#include "stored_library.hpp"
#include "tailproof/generators/counter_random.hpp"
#include "tailproof/io/array_file.hpp"
#include "tailproof/io/atomic_file.hpp"
#include "tailproof/io/input_error.hpp"
#include "tailproof/io/npy_writer.hpp"
#include "tailproof/io/trace_json.hpp"
#include "tailproof/properties/case_text.hpp"
#include "tailproof/properties/property.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <fstream>

namespace tailproof::properties {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

[[noreturn]] void refuse(const fs::path& file, const std::string& problem) {
  throw InputError({file.string()}, problem);
}

std::vector<std::int32_t> given_lengths(const Specimen& specimen) {
  if (!specimen.lengths.empty()) return specimen.lengths;
  std::vector<std::int32_t> lengths;
  for (const auto& row : specimen.rows.scores) {
    lengths.push_back(static_cast<std::int32_t>(row.size()));
  }
  return lengths;
}

// The same from wherever the store and the library lie and are named.
std::string name_of(const CaseReport& report, const fs::path& store) {
  std::uint64_t hash = 0;
  const auto take = [&hash](std::uint64_t word) { hash = generators::mix(hash + word + 1); };
  const std::string library = library_seen_from(store / "case", report.subject);
  const std::string& subject = library.empty() ? report.subject : library;
  for (const char c : subject) take(static_cast<unsigned char>(c));
  const generators::RawRows& rows = report.specimen.rows;
  for (const auto& row : rows.scores) {
    take(row.size());
    for (const float score : row) take(std::bit_cast<std::uint32_t>(score));
  }
  for (const char c : reference::to_string(rows.policy)) take(static_cast<unsigned char>(c));
  take(static_cast<std::uint64_t>(rows.rank));
  // What most cases do not have makes a case another one all the same.
  for (const std::int32_t length : report.specimen.lengths)
    take(static_cast<std::uint32_t>(length));
  if (!(rows.layout == generators::Layout{})) {
    take(static_cast<std::uint64_t>(rows.layout.pitch_extra));
    take(rows.layout.base_offset);
    take(static_cast<std::uint64_t>(rows.layout.padding));
    take(static_cast<std::uint64_t>(rows.layout.dead_rows));
  }
  const Property* const property = find_property(report.property);
  if (property != nullptr && is_law(*property)) take(report.specimen.seed);
  return fmt::format("{}-{:08x}", report.property, hash >> 32);
}

void write_text(const fs::path& file, const std::string& text) {
  if (text.empty()) return;
  io::AtomicFile out(file.string());
  out.write(text);
  out.commit();
}

void write_arrays(const fs::path& folder, const CaseReport& report) {
  const generators::RawRows& rows = report.specimen.rows;
  const auto count = static_cast<std::uint64_t>(rows.scores.size());
  const auto width = static_cast<std::size_t>(rows.width);
  io::NpyWriter scores((folder / "scores.npy").string(), io::ElementType::float32, {count, width});
  std::vector<float> padded;
  for (const auto& row : rows.scores) {
    padded.assign(width, 0.0f);
    std::copy(row.begin(), row.end(), padded.begin());
    scores.append(std::span<const float>(padded));
  }
  scores.commit();
  const auto lengths = given_lengths(report.specimen);
  io::write_npy((folder / "lengths.npy").string(), std::span<const std::int32_t>(lengths), {count});
  const auto rank = static_cast<std::uint64_t>(rows.rank);
  const auto write_picks = [&](const char* name, const std::vector<std::int32_t>& picks) {
    if (picks.size() != count * rank) return;
    io::write_npy((folder / name).string(), std::span<const std::int32_t>(picks), {count, rank});
  };
  write_picks("picks.npy", report.indices);
  write_picks("expected.npy", report.expected_indices);
}

std::string lines(const std::vector<reference::Trace>& traces) {
  std::string text;
  for (const reference::Trace& trace : traces) text += io::to_json(trace) + "\n";
  return text;
}

Json manifest_in(const fs::path& file) {
  std::ifstream in(file);
  if (!in) refuse(file, "no case: cannot be read");
  Json manifest = Json::parse(in, nullptr, false);
  if (manifest.is_discarded() || !manifest.is_object()) refuse(file, "no JSON object");
  if (get<int>(manifest, "format", file) != manifest_format) {
    refuse(file, "written by another version of the format");
  }
  return manifest;
}

void read_rows(Specimen& specimen, const fs::path& folder) {
  const io::ArrayFile scores((folder / "scores.npy").string());
  const io::ArrayFile lengths((folder / "lengths.npy").string());
  const auto count = lengths.int32s().size();
  if (scores.type() != io::ElementType::float32 || scores.shape().size() != 2 ||
      scores.shape()[0] != count) {
    refuse(folder / "scores.npy", "must be <f4 with one row for each of lengths.npy");
  }
  if (count == 0) refuse(folder / "lengths.npy", "a case has at least one row");
  const std::uint64_t width = scores.shape()[1];
  specimen.rows.width = static_cast<std::int64_t>(width);
  bool bad_length = false;
  for (std::size_t row = 0; row < count; ++row) {
    const std::int32_t given = lengths.int32s()[row];
    const auto length = std::clamp<std::int64_t>(given, 0, specimen.rows.width);
    bad_length = bad_length || length != given;
    const auto valid = scores.floats().subspan(row * width, static_cast<std::size_t>(length));
    specimen.rows.scores.emplace_back(valid.begin(), valid.end());
  }
  if (bad_length) specimen.lengths.assign(lengths.int32s().begin(), lengths.int32s().end());
}

}  // namespace

fs::path CaseStore::save(const CaseReport& report) const {
  const fs::path target = folder_ / name_of(report, folder_);
  if (fs::exists(target)) return target;
  std::error_code error;
  fs::create_directories(folder_, error);
  std::string part = (folder_ / ".part-XXXXXX").string();
  if (error || mkdtemp(part.data()) == nullptr) {
    refuse(folder_, std::string("cannot be written to: ") + std::strerror(errno));
  }
  const fs::path folder = part;
  struct Discard {  // what was not finished, whatever the reason
    const fs::path& folder;
    ~Discard() {
      std::error_code ignored;
      fs::remove_all(folder, ignored);
    }
  } const discard{folder};
  write_arrays(folder, report);
  write_text(folder / "trace.subject.jsonl", lines(report.traces));
  write_text(folder / "trace.reference.jsonl", lines(report.expected_traces));
  write_text(folder / "report.txt", case_text(report));
  write_text(folder / "reproduce.cpp", cpp_reproducer(report));
  write_text(folder / "reproduce.py", python_reproducer(report));
  Json manifest = manifest_of(report);
  const std::string library = library_seen_from(target, report.subject);
  if (!library.empty()) manifest["library"] = library;
  write_text(folder / "manifest.json", manifest.dump(2) + "\n");
  fs::permissions(folder,
                  fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec |
                      fs::perms::others_read | fs::perms::others_exec,
                  error);
  fs::rename(folder, target, error);
  if (error) refuse(target, "cannot be written: " + error.message());
  return target;
}

std::vector<StoredCase> CaseStore::pending() const {
  std::vector<fs::path> folders;
  std::error_code error;
  if (!fs::exists(folder_, error)) return {};
  for (const auto& entry : fs::directory_iterator(folder_, error)) {
    const std::string name = entry.path().filename().string();
    if (!entry.is_directory() || name == "passed" || name.starts_with('.')) continue;
    folders.push_back(entry.path());
  }
  if (error) refuse(folder_, "cannot be read as a folder of cases: " + error.message());
  std::sort(folders.begin(), folders.end());
  std::vector<StoredCase> cases;
  for (const fs::path& each : folders) cases.push_back(load_case(each));
  return cases;
}

fs::path CaseStore::retire(const StoredCase& stored) const {
  const fs::path passed = folder_ / "passed";
  std::error_code error;
  fs::create_directories(passed, error);
  const std::string name = stored.folder.filename().string();
  fs::path target = passed / name;
  for (int copy = 2; fs::exists(target); ++copy) target = passed / fmt::format("{}-{}", name, copy);
  fs::rename(stored.folder, target, error);
  if (error) refuse(stored.folder, "cannot be moved aside: " + error.message());
  if (stored.library.empty()) return target;
  // One folder deeper now.
  Json manifest = manifest_in(target / "manifest.json");
  manifest["library"] = (fs::path("..") / stored.library).string();
  write_text(target / "manifest.json", manifest.dump(2) + "\n");
  return target;
}

StoredCase load_case(const fs::path& folder) {
  const fs::path file = folder / "manifest.json";
  const Json manifest = manifest_in(file);
  StoredCase stored;
  stored.folder = folder;
  stored.subject = get<std::string>(manifest, "subject", file);
  if (manifest.contains("library")) stored.library = get<std::string>(manifest, "library", file);
  stored.subject = subject_seen_from(folder, stored.subject, stored.library);
  stored.property = get<std::string>(manifest, "property", file);
  stored.recipe = get<std::string>(manifest, "recipe", file);
  Specimen& specimen = stored.specimen;
  read_manifest(manifest, file, specimen);
  const Json rate = get<Json>(manifest, "rate", file);
  if (!rate.is_object()) refuse(file, "key \"rate\" is no object");
  stored.rate.failures = get<std::int32_t>(rate, "failures", file);
  stored.rate.runs = get<std::int32_t>(rate, "runs", file);
  read_rows(specimen, folder);
  return stored;
}

}  // namespace tailproof::properties
