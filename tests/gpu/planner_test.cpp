// The planner alone: no device, no kernel.
#include "tailproof/planner/plan.hpp"
#include "tailproof_catch.hpp"

#include <algorithm>
#include <random>
#include <set>

namespace {

using namespace tailproof::planner;

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : engine_(seed) {}
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(high - low + 1));
  }
  // Every magnitude equally likely.
  std::int64_t magnitude(std::int64_t high) {
    const std::int64_t scaled = std::int64_t{1} << between(0, 31);
    return std::min(high, between(0, scaled));
  }

 private:
  std::mt19937_64 engine_;
};

Device draw_device(Draw& draw) {
  Device device;
  device.name = "made-up";
  device.sm_count = static_cast<std::int32_t>(draw.between(1, 200));
  device.shared_bytes_per_block = draw.between(48, 228) * 1024;
  device.shared_bytes_per_sm = device.shared_bytes_per_block + draw.between(0, 64) * 1024;
  device.max_threads_per_block = draw.between(0, 3) == 0 ? 512 : 1024;
  device.max_threads_per_sm =
      device.max_threads_per_block * static_cast<std::int32_t>(draw.between(1, 2));
  device.registers_per_sm = draw.between(0, 3) == 0 ? 32768 : 65536;
  device.max_cluster = draw.between(0, 1) == 0 ? 1 : static_cast<std::int32_t>(draw.between(2, 16));
  device.memory_bytes = draw.between(0, 2) * draw.between(1, 192) * (std::int64_t{1} << 30);
  return device;
}

Shape draw_shape(Draw& draw) {
  Shape shape;
  shape.rank = static_cast<std::int32_t>(draw.between(1, greatest_rank));
  shape.width = draw.magnitude(greatest_width);
  shape.pitch = shape.width + draw.between(0, 70);
  shape.rows = std::min(draw.magnitude(greatest_rows),
                        (std::int64_t{1} << 60) / std::max<std::int64_t>(1, shape.pitch));
  shape.alignment = std::int64_t{1} << draw.between(2, 8);
  return shape;
}

void check_sections(const WorkspaceLayout& layout) {
  std::int64_t end = 0;
  for (const Section& section : {layout.counters, layout.spill, layout.split_counts,
                                 layout.split_histograms, layout.split_candidates}) {
    if (section.words == 0) continue;
    CHECK(section.offset >= end);
    CHECK(section.offset % workspace_alignment == 0);
    end = section.offset + 4 * section.words;
  }
  CHECK(end <= layout.bytes);
}

// All that a launch needs of its plan.
void check_plan(const Plan& made, const Shape& shape, const Device& device) {
  const KernelInfo& kernel = *made.kernel;
  CHECK(fits(kernel, device, shape.width, shape.rank));
  CHECK(made.grid == made.workers * kernel.ctas_per_row);
  CHECK(made.grid <= 2147483647);
  CHECK(made.workers <= shape.rows);
  CHECK((made.workers > 0) == (shape.rows > 0));
  CHECK(made.launches * made.rows_per_launch >= shape.rows);
  check_sections(made.workspace);
  if (kernel.mapping == Mapping::running) {
    CHECK(made.workspace.bytes == 0);
    CHECK(made.rows_per_launch <= made.workers * 256);
    CHECK(made.launches <= 16);
  } else if (shape.width > shape.rank) {
    CHECK(made.workspace.spill_capacity >= shape.width - kernel.capacity);
    CHECK(made.workspace.spill.words == made.workers * 2 * made.workspace.spill_capacity);
  }
  CHECK_FALSE(made.reasons.empty());
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

template <class Body>
std::string refusal(Body body) {
  try {
    body();
  } catch (const PlanError& error) {
    return error.what();
  }
  return "accepted";
}

Shape shape(std::int64_t rows, std::int64_t width, std::int32_t rank) {
  return {rank, rows, width, width, 16};
}

}  // namespace

TEST_CASE("every legal shape has a plan on every usable device") {
  Draw draw(20260711);
  std::set<std::string_view> chosen;
  for (int i = 0; i < 20000; ++i) {
    const Device device = draw_device(draw);
    const Shape wanted = draw_shape(draw);
    CAPTURE(i, wanted.rank, wanted.rows, wanted.width, wanted.pitch, device.sm_count);
    const Plan made = plan(wanted, device);
    check_plan(made, wanted, device);
    chosen.insert(made.kernel->name);
    // A pure function: the same arguments give the same plan.
    const Plan again = plan(wanted, device);
    CHECK(again.kernel == made.kernel);
    CHECK(again.workspace == made.workspace);
  }
  for (const KernelInfo& kernel : production_kernels()) {
    CAPTURE(kernel.name);
    CHECK(chosen.count(kernel.name) == 1);
  }
}

TEST_CASE("the workspace does not grow with rows beyond the worker pool") {
  const Device device = *known_device("h200");
  for (const KernelInfo& kernel : production_kernels()) {
    CAPTURE(kernel.name);
    const std::int64_t width = kernel.in_registers ? 16384 : 200000;
    const Plan some = plan_with(kernel, shape(4000, width, 2048), device);
    const Plan many = plan_with(kernel, shape(1 << 20, width, 2048), device);
    CHECK(some.workspace == many.workspace);
    CHECK(some.grid == many.grid);
  }
}

TEST_CASE("a workspace share of the memory bounds the pool, but one worker is always granted") {
  const Device device = *known_device("h200");
  const Plan wide = plan(shape(1000, 8 << 20, 4096), device);
  CHECK(wide.workspace.bytes <= device.memory_bytes / 16);
  CHECK(wide.workers < 396);
  const Plan widest = plan(shape(1000, greatest_width, 4096), device);
  CHECK(widest.workers == 1);
}

TEST_CASE("plans of known shapes") {
  const Device h200 = *known_device("h200");
  const Device a100 = *known_device("a100");
  CHECK(plan(shape(8192, 131072, 2048), h200).kernel->name == "running");
  CHECK(plan(shape(8192, 131072, 2048), h200).grid == 132);
  CHECK(plan(shape(8192, 131072, 2049), h200).kernel->name == "persistent-s128");
  CHECK(plan(shape(8192, 131072, 2048), a100).kernel->name == "persistent-s128");
  CHECK(plan(shape(8192, 131072, 2049), h200).grid == 396);
  CHECK(plan(shape(8192, 65536, 4096), h200).kernel->name == "persistent-s64");
  CHECK(plan(shape(40000, 131072, 2048), h200).launches == 2);
  CHECK(plan(shape(1 << 20, 131072, 2048), h200).kernel->name == "persistent-s128");
  CHECK(plan(shape(16, 262144, 2048), h200).kernel->name == "split8");
  CHECK(plan(shape(64, 262144, 2048), h200).kernel->name == "split4");
  CHECK(plan(shape(150, 262144, 4096), h200).kernel->name == "split2");
  CHECK(plan(shape(4, 20000, 4096), h200).kernel->name == "cluster8");
  CHECK(plan(shape(4, 20000, 4096), a100).kernel->name == "row-local");
  CHECK(plan(shape(100000, 16384, 2048), h200).kernel->name == "row-local-registers");
  CHECK(plan(shape(100000, 20000, 4096), h200).kernel->name == "persistent-direct");
  CHECK(plan(shape(0, 1000, 7), h200).launches == 0);
}

TEST_CASE("the load width follows from base and pitch") {
  CHECK(vector_bytes({1, 2, 8, 8, 16}) == 16);
  CHECK(vector_bytes({1, 2, 8, 10, 16}) == 8);
  CHECK(vector_bytes({1, 2, 8, 9, 16}) == 4);
  CHECK(vector_bytes({1, 2, 8, 8, 8}) == 8);
  CHECK(vector_bytes({1, 2, 8, 8, 4}) == 4);
  CHECK(vector_bytes({1, 1, 8, 9, 16}) == 16);  // one row: the pitch is never used
}

TEST_CASE("illegal shapes and unusable devices are refused with the limit they break") {
  const Device device = *known_device("h200");
  const auto refused = [&](const Shape& wanted, const std::string& part) {
    CHECK(contains(refusal([&] { static_cast<void>(plan(wanted, device)); }), part));
  };
  refused({0, 1, 8, 8, 4}, "K must be in [1, 4096], got 0");
  refused({4097, 1, 8, 8, 4}, "K must be in [1, 4096], got 4097");
  refused({1, -1, 8, 8, 4}, "the row capacity");
  refused({1, 1, -8, 8, 4}, "the width");
  refused({1, 1, greatest_width + 1, greatest_width + 1, 4}, "the width");
  refused({1, 1, 8, 7, 4}, "the row pitch");
  refused({1, 1, 8, 8, 2}, "the alignment");
  refused({1, greatest_rows, 8, greatest_pitch, 4}, "row capacity times pitch");
  Device small = device;
  small.shared_bytes_per_block = 16 * 1024;
  CHECK(contains(refusal([&] { static_cast<void>(plan(shape(1, 8, 1), small)); }),
                 "shared_bytes_per_block"));
  Device endless = device;
  endless.sm_count = 65537;
  CHECK(contains(refusal([&] { static_cast<void>(plan(shape(1, 8, 1), endless)); }),
                 "sm_count must be at most 65536, got 65537"));
  const auto cluster_on_a100 = [] {
    static_cast<void>(plan_with(*find_kernel("cluster8"), shape(1, 8, 1), *known_device("a100")));
  };
  CHECK(contains(refusal(cluster_on_a100), "does not fit"));
}

TEST_CASE("a plan explains itself") {
  const Device device = *known_device("h100");
  const Shape wanted = shape(4096, 262144, 4096);
  const std::string text = explain(plan(wanted, device), wanted, device);
  for (const char* part : {"persistent-s128", "396 CTAs", "128 bits", "workspace", "because",
                           "stride=128,rho=3/2,rescue=7/4"}) {
    CAPTURE(part);
    CHECK(contains(text, part));
  }
}
