#include "tailproof/properties/variant/prior_oracle.hpp"

#include "cuda_driver.hpp"
#include "device_buffer.hpp"
#include "tailproof/io/input_error.hpp"
#include "tailproof/properties/variant/subject_lost.hpp"
#include "tailproof/reference/errors.hpp"
#include "tailproof/reference/oracle_trial.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <optional>

namespace tailproof::properties {
namespace {

constexpr const char* library_name = "libtailproof_device_oracle.so";
constexpr std::size_t alignment = 256;

template <typename Function>
void find(void* library, const std::string& path, const char* name, Function& function) {
  function = reinterpret_cast<Function>(::dlsym(library, name));
  if (function == nullptr) throw InputError({path}, std::string("exports no ") + name + "()");
}

// Elements of rows x pitch that a caller's memory is sure to hold.
std::size_t elements(std::int64_t rows, std::int64_t pitch, std::int64_t width) {
  return rows == 0 ? 0 : static_cast<std::size_t>((rows - 1) * pitch + width);
}

// What the trial asks of a judge; details beyond kind, row, place and count are left out.
reference::Verdict verdict_of(std::span<const tailproof_row_verdict> rows) {
  reference::Verdict verdict;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const tailproof_row_verdict& one = rows[row];
    if (one.outcome == TAILPROOF_ROW_REFUSED) {
      throw reference::ContractError("row " + std::to_string(row) + ": refused");
    }
    reference::Verdict of_row;
    of_row.rows = 1;
    of_row.rejected_rows = one.outcome == TAILPROOF_ROW_REJECTED ? 1 : 0;
    for (int kind = 0; kind < TAILPROOF_KINDS; ++kind) {
      if ((one.kinds & (1u << kind)) == 0) continue;
      reference::Violation violation;
      violation.kind = static_cast<reference::ViolationKind>(kind);
      violation.row = static_cast<std::int64_t>(row);
      (kind == TAILPROOF_KIND_OMITTED ? violation.position : violation.slot) = one.first[kind];
      of_row.note(violation, one.count[kind]);
    }
    verdict += of_row;
  }
  return verdict;
}

}  // namespace

struct PriorOracle::Functions {
  tailproof_memory_space (*memory_space)();
  int (*workspace_bytes)(const tailproof_shape*, std::size_t*);
  int (*judge)(const tailproof_oracle_call*);
  const char* (*error_string)(int);
};

// Buffers in the library's memory space.
struct PriorOracle::Memory {
  explicit Memory(bool device) {
    if (!device) return;
    driver.emplace();
    buffers.reserve(buffer_count);
    for (int i = 0; i < buffer_count; ++i) {
      buffers.push_back(std::make_unique<DeviceBuffer>(*driver));
    }
  }

  enum Buffer { verdicts, summary, workspace, scores, lengths, indices, buffer_count };

  // Room for so many bytes; their contents do not matter.
  void* place(Buffer which, std::size_t bytes) {
    if (driver) {
      buffers[which]->place(bytes, alignment, 0);
      return buffers[which]->on_device<void>();
    }
    auto& memory = on_host[which];
    memory.resize(bytes + alignment);
    void* begin = memory.data();
    std::size_t room = memory.size();
    return std::align(alignment, bytes, begin, room);
  }
  // The same bytes where the library looks.
  template <typename T>
  const T* copy(Buffer which, const T* from, std::size_t count) {
    if (!driver) return from;
    void* const to = place(which, count * sizeof(T));
    driver->upload(reinterpret_cast<DevicePointer>(to), from, count * sizeof(T));
    return static_cast<const T*>(to);
  }
  void read(void* to, const void* from, std::size_t bytes) const {
    if (driver) {
      driver->download(to, reinterpret_cast<DevicePointer>(from), bytes);
    } else if (bytes != 0) {
      std::memcpy(to, from, bytes);
    }
  }

  std::optional<CudaDriver> driver;
  std::vector<std::unique_ptr<DeviceBuffer>> buffers;
  std::vector<std::byte> on_host[buffer_count];
};

PriorOracle::PriorOracle(const std::string& path)
    : path_(path), functions_(std::make_unique<Functions>()) {
  // Without a slash dlopen() would search the system's folders instead.
  const std::string place = path.find('/') == std::string::npos ? "./" + path : path;
  void* const library = ::dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* const reason = ::dlerror();
    throw InputError({path}, std::string("cannot be loaded: ") +
                                 (reason == nullptr ? "unknown reason" : reason));
  }
  find(library, path, "tailproof_oracle_memory_space", functions_->memory_space);
  find(library, path, "tailproof_oracle_workspace_bytes", functions_->workspace_bytes);
  find(library, path, "tailproof_oracle_judge", functions_->judge);
  find(library, path, "tailproof_oracle_error_string", functions_->error_string);
}

PriorOracle::~PriorOracle() = default;

tailproof_memory_space PriorOracle::memory_space() const noexcept {
  return functions_->memory_space();
}

void PriorOracle::begin() {
  try {
    memory_ = std::make_unique<Memory>(memory_space() == TAILPROOF_MEMORY_CUDA);
  } catch (const CudaMissing& error) {
    throw SubjectUnavailable(path_ + ": works in CUDA device memory, and " + error.what());
  }
  const reference::TrialReport report = reference::run_oracle_trial(
      [this](const reference::ScoreMatrix& matrix, std::int32_t rank,
             std::span<const std::int32_t> indices,
             std::int64_t pitch) { return verdict_of(judge(matrix, rank, indices, pitch)); });
  const auto wrong = std::find_if(report.lines.begin(), report.lines.end(),
                                  [](const auto& line) { return !line.as_expected(); });
  if (wrong == report.lines.end()) return;
  throw InputError({path_}, "does not pass the oracle's trial: " + wrong->name + " on " +
                                wrong->rows + " is " +
                                std::string(reference::outcome_name(wrong->actual)));
}

std::vector<tailproof_row_verdict> PriorOracle::judge(const tailproof_oracle_call& asked) {
  const auto require = [this](int status) {
    if (status != TAILPROOF_OK) throw reference::ContractError(functions_->error_string(status));
  };
  tailproof_oracle_call call = asked;
  std::size_t bytes = 0;
  require(functions_->workspace_bytes(&call.shape, &bytes));
  const auto rows = static_cast<std::size_t>(call.shape.row_capacity);
  call.workspace = memory_->place(Memory::workspace, std::max<std::size_t>(1, bytes));
  call.workspace_size = bytes;
  call.verdicts = static_cast<tailproof_row_verdict*>(memory_->place(
      Memory::verdicts, std::max<std::size_t>(1, rows) * sizeof(tailproof_row_verdict)));
  call.summary = static_cast<tailproof_oracle_summary*>(
      memory_->place(Memory::summary, sizeof(tailproof_oracle_summary)));
  call.stream = nullptr;
  require(functions_->judge(&call));
  // Copies wait for the default stream.
  std::vector<tailproof_row_verdict> verdicts(rows);
  memory_->read(verdicts.data(), call.verdicts, rows * sizeof(tailproof_row_verdict));
  return verdicts;
}

std::vector<tailproof_row_verdict> PriorOracle::judge(const reference::ScoreMatrix& matrix,
                                                      std::int32_t rank,
                                                      std::span<const std::int32_t> indices,
                                                      std::int64_t indices_pitch) {
  tailproof_oracle_call call{};
  call.shape = {matrix.rows(), matrix.width, matrix.pitch, rank, 0};
  const bool has_rows = rank >= 1 && matrix.pitch >= matrix.width && indices_pitch >= rank;
  if (has_rows) {
    call.scores = memory_->copy(Memory::scores, matrix.scores,
                                elements(matrix.rows(), matrix.pitch, matrix.width));
    call.lengths = memory_->copy(Memory::lengths, matrix.lengths.data(), matrix.lengths.size());
    call.indices = memory_->copy(Memory::indices, indices.data(),
                                 elements(matrix.rows(), indices_pitch, rank));
  }
  call.indices_pitch = indices_pitch;
  return judge(call);
}

std::string find_prior_oracle(const std::string& executable) {
  const std::filesystem::path folder = std::filesystem::path(executable).parent_path();
  for (const auto& place : {folder / library_name, folder.parent_path() / "lib" / library_name}) {
    std::error_code error;
    if (std::filesystem::exists(place, error)) return place.string();
  }
  return {};
}

}  // namespace tailproof::properties
