// The kernels' host build against the reference, trace for trace, under a schedule of the input's.
//
// byte 0 kernel, bytes 1-4 schedule seed, byte 5 layout, byte 6 rows - 1 and whether a live count
// is passed; then a row input (row_input.hpp) whose scores are dealt to the rows in turn. Policies
// are compiled in: of the header only rank counts.
#include "coverage.hpp"
#include "differential/answer_check.hpp"
#include "differential/differential.hpp"
#include "mutate_rows.hpp"
#include "row_input.hpp"
#include "tailproof/gpu/entries.hpp"
#include "tailproof/reference/contract.hpp"

#include <array>

namespace tailproof::fuzz {
namespace {

using gpu_test::DeviceCase;
using gpu_test::ScoreCase;

constexpr std::size_t kernel_header_bytes = 7;
constexpr std::size_t longest = 2048;
constexpr std::size_t most_rows = 6;
// A launch under a hostile schedule is slow under sanitizers; a thousandth of this is typical.
constexpr std::uint64_t most_switches = 5'000'000;

const std::array<const gpu::KernelEntry*, 12> entries = {
    &gpu::small_persistent, &gpu::small_no_rescue,        &gpu::small_early_exit,
    &gpu::tiny_persistent,  &gpu::small_split2,           &gpu::small_split4,
    &gpu::small_split8,     &gpu::small_split4_no_rescue, &gpu::small_row_local_registers,
    &gpu::small_row_local,  &gpu::small_cluster8,         &gpu::small_direct};

struct KernelInput {
  std::size_t kernel = 0;
  std::uint64_t schedule = 0;
  ScoreCase rows;
  bool has_nan = false;
};

KernelInput read(Bytes bytes) {
  Input input(bytes);
  KernelInput made;
  made.kernel = static_cast<std::size_t>(input.below(entries.size()));
  made.schedule = input.number(4);
  const std::uint32_t layout = input.byte();
  const std::uint32_t shape = input.byte();
  RowInput all = read_row(input.rest());
  all.scores.resize(std::min(all.scores.size(), longest));
  made.has_nan = all.has_nan();
  made.rows.name = "input";
  made.rows.rank = std::min(all.rank, 512);
  made.rows.layout = {layout % 5, layout / 5 % 4, layout / 20 % 3};
  made.rows.rows.resize(shape % most_rows + 1);
  if (shape >= 128) made.rows.live_rows = (shape - 128) % (made.rows.row_count() + 1);
  // Blocks, not single scores: a row keeps the neighbours that the mutator gave it. The first is
  // the longest.
  std::size_t begin = 0;
  for (std::size_t r = 0; r < made.rows.rows.size(); ++r) {
    const std::size_t left = all.scores.size() - begin;
    const std::size_t count = r + 1 == made.rows.rows.size() ? left : (left + 1) / 2;
    const auto first = all.scores.begin() + static_cast<std::ptrdiff_t>(begin);
    made.rows.rows[r].assign(first, first + static_cast<std::ptrdiff_t>(count));
    made.rows.width = std::max(made.rows.width, static_cast<std::int64_t>(count));
    begin += count;
  }
  return made;
}

// Restores the options of this thread's launches.
class OptionsScope {
 public:
  explicit OptionsScope(std::uint64_t schedule) : saved_(simt::options()) {
    simt::options().schedule = simt::Schedule::from_seed(schedule);
    simt::options().max_switches = most_switches;
  }
  ~OptionsScope() {
    simt::options() = saved_;
    simt::clear_report();
  }
  OptionsScope(const OptionsScope&) = delete;
  OptionsScope& operator=(const OptionsScope&) = delete;

 private:
  simt::Options saved_;
};

// Outside the contract a kernel ends and stays within its rows.
std::string check_bounds(const gpu::KernelEntry& entry, const ScoreCase& input) {
  DeviceCase run(&entry, input, gpu_test::Tracing::none);
  std::string problem = run.problem();
  if (problem.empty()) problem = run.prepare();
  if (problem.empty()) problem = run.select(false);
  if (problem.empty()) problem = run.fetch();
  for (std::int64_t row = 0; row < input.live() && problem.empty(); ++row) {
    const auto length = std::ssize(input.rows[static_cast<std::size_t>(row)]);
    problem = gpu_test::bounds_problem(length, run.slots(row));
  }
  return problem;
}

void run(Bytes bytes) {
  if (bytes.size() < kernel_header_bytes + row_header_bytes) return;
  const KernelInput input = read(bytes);
  const gpu::KernelEntry& entry = *entries[input.kernel];
  if (entry.info.in_registers && input.rows.width > entry.info.register_row()) return;
  const OptionsScope options(input.schedule);
  gpu_test::Census census;
  const std::string problem = input.has_nan ? check_bounds(entry, input.rows)
                                            : gpu_test::check_case(entry, input.rows, census);
  require(problem.empty(), std::string(entry.info.name) + " under " +
                               simt::options().schedule.describe() + ": " + problem);
  for (int r = 0; r < reference::route_count; ++r) {
    const auto route = static_cast<reference::Route>(r);
    if (census.rows(entry.info.mapping, route) > 0) note_kernel(input.kernel, route);
  }
}

std::vector<std::size_t> cells() {
  std::vector<std::size_t> all;
  for (std::size_t kernel = 0; kernel < entries.size(); ++kernel) {
    for (const reference::Route route : gpu_test::reachable_routes(entries[kernel]->info)) {
      all.push_back(kernel_cell(kernel, route));
    }
  }
  return all;
}

CaseOfInput to_case(Bytes bytes) {
  const KernelInput input = read(bytes);
  const gpu::KernelEntry& entry = *entries[input.kernel];
  properties::Specimen specimen;
  specimen.rows.scores = input.rows.rows;
  specimen.rows.width = input.rows.width;
  specimen.rows.rank = input.rows.rank;
  specimen.rows.policy = reference::parse_policy(planner::policy_text(entry.info));
  specimen.rows.layout.pitch_extra = input.rows.layout.extra_pitch;
  specimen.rows.layout.base_offset = static_cast<std::uint32_t>(input.rows.layout.base_offset);
  return {std::string(entry.info.name), "contract", "", specimen};
}

}  // namespace

const Target target = {"kernels", "each kernel's trace is the reference's, under every schedule",
                       run,       mutate_rows_behind<kernel_header_bytes>,
                       to_case,   cells};

}  // namespace tailproof::fuzz
