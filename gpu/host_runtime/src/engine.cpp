#include "engine.hpp"

#include <algorithm>
#include <cstring>

#include "arena.hpp"
#include "checks/checks.hpp"
#include "context_switch.hpp"
#include "reporting.hpp"
#include "sanitizer.hpp"
#include "signals.hpp"

namespace simt::detail {

constinit thread_local Running running;
constinit thread_local Engine* active_engine = nullptr;

Engine& engine() {
  static thread_local Engine instance;
  return instance;
}

namespace {

constexpr std::size_t max_shared_bytes = (227 + 64) * 1024;  // the device's, and room for red zones
constexpr unsigned max_cluster = 16;

void fiber_main() {
  Engine& launch = *active_engine;
  launch.scheduler.entered();
  running.thread->quiet = false;
  launch.call->body();
  launch.thread_exits();
}

Status bad(const char* text) {
  return Status(Code::invalid_configuration, text);
}

}  // namespace

Status validate(const LaunchConfig& config) {
  const std::uint64_t threads = std::uint64_t{config.block.x} * config.block.y * config.block.z;
  if (threads == 0 || threads > max_cta_threads) return bad("a CTA has 1 to 1024 threads");
  if (config.grid.x == 0 || config.grid.y == 0 || config.grid.z == 0)
    return bad("the grid is empty");
  if (config.grid.y > 65535 || config.grid.z > 65535) return bad("grid.y and grid.z end at 65535");
  if (std::uint64_t{config.grid.x} * config.grid.y * config.grid.z >= (1u << (31 - thread_bits))) {
    return bad("the host runtime numbers at most 2^21 - 1 CTAs");
  }
  if (config.cluster == 0 || config.cluster > max_cluster) return bad("a cluster has 1 to 16 CTAs");
  if (config.grid.x % config.cluster != 0) return bad("the cluster size does not divide grid.x");
  if (config.shared_bytes > max_shared_bytes) return bad("more shared memory than a CTA can have");
  return {};
}

Status Engine::run(const LaunchConfig& launch_config, const KernelCall& launch_call,
                   const Options& options) {
  if (busy) return bad("a kernel cannot launch a kernel");
  if (Status status = validate(launch_config); !status.ok()) return status;
  config = launch_config;
  call = &launch_call;
  schedule = options.schedule;
  const std::uint64_t launches = stats.launches + 1;
  stats = {};
  stats.launches = launches;
  report.reset();
  aborted = false;
  if (Status status = prepare(options); !status.ok()) return status;

  busy = true;
  active_engine = this;
  running.grid = config.grid;
  running.block = config.block;
  running.cluster_size = config.cluster;
  scheduler.begin(options, fibers_.size(), options.record ? &stats.deviations : nullptr);
  choose_starved();
  const SignalScope signals;
  const ReadOnlyScope read_only;
  checks::launch_begins(*this);
  std::size_t live = 0;
  for (std::uint32_t slot = 0; slot < clusters_.size(); ++slot, ++live) {
    start_cluster(clusters_[slot], slot);
  }
  while (live > 0 && !aborted) {
    if (!scheduler.run()) {
      record({.defect = Defect::deadlock, .message = "no thread can run: " + census()});
      break;
    }
    if (finished_ == nullptr || aborted) continue;
    const auto slot = static_cast<std::uint32_t>(finished_ - clusters_.data());
    finished_ = nullptr;
    --live;
    if (started_ < start_list_.size()) {
      start_cluster(clusters_[slot], slot);
      ++live;
    }
  }
  return finish();
}

Status Engine::prepare(const Options& options) {
  const std::uint32_t ctas = config.grid.x * config.grid.y * config.grid.z;
  const std::uint32_t cluster_count = ctas / config.cluster;
  cta_threads_ = config.block.x * config.block.y * config.block.z;
  const std::size_t resident =
      std::min<std::size_t>(std::max(1u, options.schedule.resident), cluster_count);
  const std::size_t slots = resident * config.cluster;
  if (!stacks.provide(slots * cta_threads_)) {
    return Status(Code::out_of_memory, "no memory for the stacks of the resident threads");
  }
  if (!shared.layout(slots, config.shared_bytes)) {
    return Status(Code::out_of_memory, "no memory for the shared memory of the resident CTAs");
  }
  fibers_.resize(slots * cta_threads_);
  clusters_.resize(resident);
  owners_.assign(slots, nullptr);
  start_order_ = Random(options.schedule.seed, 2);
  garbage_ = Random(options.schedule.seed, 3);
  start_list_.resize(cluster_count);
  for (std::uint32_t i = 0; i < cluster_count; ++i) start_list_[i] = i;
  if (options.schedule.shuffle_start) {
    for (std::uint32_t i = cluster_count; i > 1; --i) {
      std::swap(start_list_[i - 1], start_list_[start_order_.below(i)]);
    }
  }
  started_ = 0;
  finished_ = nullptr;
  copies.clear();
  return {};
}

void Engine::choose_starved() {
  const std::uint32_t ctas = config.grid.x * config.grid.y * config.grid.z;
  starved_cta_ = start_order_.below(ctas);
  starved_warp_ = start_order_.below((cta_threads_ + warp_lanes - 1) / warp_lanes);
}

void Engine::start_cluster(Cluster& cluster, std::uint32_t slot) {
  const std::uint32_t id = start_list_[started_++];
  cluster.ctas.resize(config.cluster);
  cluster.threads = cluster.alive = config.cluster * cta_threads_;
  cluster.arrived = cluster.phase = 0;
  for (std::uint32_t rank = 0; rank < config.cluster; ++rank) {
    Cta& cta = cluster.ctas[rank];
    cta.cluster = &cluster;
    cta.cluster_rank = rank;
    start_cta(cta, id * config.cluster + rank, slot * config.cluster + rank);
  }
}

void Engine::start_cta(Cta& cta, std::uint32_t index, std::uint32_t slot) {
  const dim3 grid = config.grid;
  cta.index = index;
  cta.slot = slot;
  cta.life = ++lives_;
  cta.block_index = {index % grid.x, index / grid.x % grid.y, index / grid.x / grid.y};
  cta.threads = cta.alive = cta_threads_;
  cta.epoch = 1;
  cta.waiting = 0;
  cta.fold_count = 0;
  cta.named = {};
  cta.storage_ready = false;
  cta.red_zones.clear();
  cta.shared = shared.slot(slot);
  cta.shared_bytes = config.shared_bytes;
  cta.fibers = fibers_.data() + std::size_t{slot} * cta_threads_;
  cta.warps = std::vector<Warp>((cta_threads_ + warp_lanes - 1) / warp_lanes);
  owners_[slot] = &cta;
  if (config.cluster > 1) shared.set_accessible(slot, true);
  unpoison(cta.shared, cta.shared_bytes + SharedPool::canary);
  // Different garbage for every CTA: what a kernel does not initialise must not repeat by chance.
  for (std::size_t i = 0; i < cta.shared_bytes; i += sizeof(std::uint64_t)) {
    const std::uint64_t word = garbage_.next();
    std::memcpy(cta.shared + i, &word, std::min(sizeof word, cta.shared_bytes - i));
  }
  std::memset(cta.shared + cta.shared_bytes, SharedPool::canary_byte, SharedPool::canary);
  poison(cta.shared + cta.shared_bytes, SharedPool::canary);
  checks::cta_starts(cta);
  for (std::uint32_t thread = 0; thread < cta_threads_; ++thread) start_thread(cta, thread);
}

void Engine::start_thread(Cta& cta, std::uint32_t thread) {
  const dim3 block = config.block;
  Fiber& fiber = cta.fibers[thread];
  const std::size_t stack = std::size_t{cta.slot} * cta_threads_ + thread;
  fiber.cta = &cta;
  fiber.thread = thread;
  fiber.number = (cta.index << thread_bits) | thread;
  fiber.thread_index = {thread % block.x, thread / block.x % block.y, thread / block.x / block.y};
  fiber.lane = thread % warp_lanes;
  fiber.warp = thread / warp_lanes;
  fiber.pauses = 0;
  fiber.polling = false;
  fiber.quiet = true;  // until the kernel begins
  fiber.clock = 0;
  fiber.cluster_phase = 0;
  fiber.starved = cta.index == starved_cta_ &&
                  (schedule.starve == Starve::cta ||
                   (schedule.starve == Starve::warp && fiber.warp == starved_warp_));
  fiber.priority = (std::uint64_t{1} << 40) + (garbage_.next() >> 24);
  if (fiber.copies != nullptr) fiber.copies->clear();
  fiber.fake_stack = nullptr;
  fiber.stack = stacks.lowest(stack);
  fiber.stack_size = Stacks::usable;
  unpoison(fiber.stack, fiber.stack_size);
  fiber.stack_pointer = prepare_stack(stacks.top(stack), fiber_main);
  cta.warps[fiber.warp].lanes |= 1u << fiber.lane;
  scheduler.push(&fiber);
}

Status Engine::finish() {
  stats.points = scheduler.points();
  running.thread = nullptr;
  running.fuel = INT_MAX;
  stats.switches = scheduler.switches();
  checks::launch_ends(*this);
  for (std::size_t slot = 0; slot < owners_.size(); ++slot) {
    if (config.cluster > 1) shared.set_accessible(slot, true);
    if (owners_[slot] == nullptr) continue;
    for (const auto& [zone, size] : owners_[slot]->red_zones) unpoison(zone, size);
  }
  if (!report.has_value() && !address_sanitizer()) {
    if (const std::string damage = Arena::instance().damaged_gap(); !damage.empty()) {
      record({.defect = Defect::out_of_bounds, .space = Space::global, .message = damage});
    }
  }
  copies.clear();
  active_engine = nullptr;
  busy = false;
  if (!report.has_value()) return {};
  return Status(Code::violation, report->text());
}

}  // namespace simt::detail
