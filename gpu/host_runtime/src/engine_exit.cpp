/// How threads and CTAs leave a launch, and what is said when they cannot.
#include <algorithm>
#include <map>

#include "checks/checks.hpp"
#include "engine.hpp"
#include "reporting.hpp"
#include "sanitizer.hpp"

namespace simt::detail {

void Engine::thread_exits() {
  const Quiet quiet;
  Fiber& self = *current();
  Cta& cta = self.block();
  Cluster& cluster = *cta.cluster;
  Warp& warp = cta.warps[self.warp];
  self.wait = Wait::exited;
  if (cta.waiting > 0) {
    record({.defect = Defect::divergent_barrier,
            .message = "a thread exited while " + std::to_string(cta.waiting) +
                       " threads of its CTA wait at a barrier",
            .action = "exits",
            .has_other = true,
            .other = cta.index << thread_bits,
            .other_action = "waits at __syncthreads",
            .other_position = {cta.barrier_file, cta.barrier_line}});
    abandon();
  }
  for (unsigned lanes = warp.arrived; lanes != 0; lanes &= lanes - 1) {
    const Fiber& waiting =
        cta.fibers[self.warp * warp_lanes + static_cast<unsigned>(__builtin_ctz(lanes))];
    if ((waiting.call.mask >> self.lane & 1u) == 0) continue;
    record({.defect = Defect::illegal_mask,
            .message = "a thread exited while a warp collective waits for its lane",
            .action = "exits",
            .has_other = true,
            .other = waiting.number,
            .other_action = "waits in a warp collective",
            .other_position = {waiting.file, waiting.line}});
    abandon();
  }
  if (cluster.arrived > 0 && cluster.file != nullptr) {
    record({.defect = Defect::divergent_barrier,
            .space = Space::distributed,
            .message = "a thread exited while threads of its cluster wait at the cluster barrier",
            .action = "exits"});
    abandon();
  }
  --cta.alive;
  --cluster.alive;
  warp.exited |= 1u << self.lane;
  if (cta.alive == 0) exit_cta(cta, self);
  if (cluster.alive == 0) finished_ = &cluster;
  scheduler.leave(cluster.alive == 0);
}

void Engine::exit_cta(Cta& cta, Fiber& last) {
  while (copies.deliver_for(cta)) {
  }
  checks::cta_exits(cta, last);
  if (!address_sanitizer()) {
    const auto damaged = [](const unsigned char* bytes, std::size_t size) {
      return std::any_of(bytes, bytes + size,
                         [](unsigned char byte) { return byte != SharedPool::canary_byte; });
    };
    if (damaged(cta.shared + cta.shared_bytes, SharedPool::canary)) {
      record({.defect = Defect::out_of_bounds,
              .space = Space::shared,
              .message = "something was written behind the shared memory of the CTA",
              .action = "exits as its CTA's last"});
      abandon();
    }
    for (const auto& [zone, size] : cta.red_zones) {
      if (!damaged(zone, size)) continue;
      record({.defect = Defect::red_zone,
              .space = Space::shared,
              .message = "a red zone of the shared storage was overwritten, at offset " +
                         std::to_string(zone - cta.shared),
              .action = "exits as its CTA's last"});
      abandon();
    }
  }
  for (const auto& [zone, size] : cta.red_zones) unpoison(zone, size);
  if (config.cluster > 1) shared.set_accessible(cta.slot, false);
}

std::string Engine::census() const {
  constexpr int shown_ctas = 4;
  std::string text;
  int shown = 0;
  for (const Cluster& cluster : clusters_) {
    for (const Cta& cta : cluster.ctas) {
      if (cta.alive == 0) continue;
      if (++shown > shown_ctas) return text + "; ...";
      std::map<std::string, int> groups;
      for (std::uint32_t i = 0; i < cta.threads; ++i) {
        const Fiber& fiber = cta.fibers[i];
        const std::string place = std::string(fiber.file) + ":" + std::to_string(fiber.line);
        switch (fiber.wait) {
          case Wait::ready:
            ++groups["ready to run"];
            break;
          case Wait::barrier:
            ++groups["at __syncthreads " + place];
            break;
          case Wait::warp:
            ++groups["in a warp collective " + place];
            break;
          case Wait::cluster:
            ++groups["at the cluster barrier " + place];
            break;
          case Wait::named_barrier:
            ++groups["at a named barrier " + place];
            break;
          case Wait::mbarrier:
            ++groups["at an mbarrier " + place];
            break;
          case Wait::exited:
            ++groups["exited"];
            break;
        }
      }
      text += (text.empty() ? "cta " : "; cta ") + std::to_string(cta.index) + ":";
      const char* separator = " ";
      for (const auto& [what, count] : groups) {
        text += separator + std::to_string(count) + " " + what;
        separator = ", ";
      }
    }
  }
  return text;
}

void Engine::deadlock() {
  const Quiet quiet;
  record({.defect = Defect::deadlock, .message = "no thread can run: " + census()});
  scheduler.abandon();
}

}  // namespace simt::detail
