/// The memory checks as the rest of the runtime sees them. All are no-ops unless enabled().
#pragma once
#include <cstdint>

#include "../fiber.hpp"
#include "order.hpp"
#include "tailproof/simt/host/ordered.hpp"

namespace simt::detail {
class Engine;
}

namespace simt::detail::checks {

void launch_begins(Engine& engine);
void launch_ends(Engine& engine);
void cta_starts(Cta& cta);
/// `last` is the last thread of the CTA, exiting now.
void cta_exits(Cta& cta, Fiber& last);

void barrier_completes(Cta& cta);
void cluster_barrier_completes(Cluster& cluster);
/// Lanes of `mask` met in __syncwarp.
void warp_syncs(Cta& cta, std::uint32_t warp, unsigned mask);
void fences(Fiber& thread, FenceScope scope);
/// `thread` arrives at the barrier object at `barrier` (an mbarrier or named barrier) ...
void arrives(Fiber& thread, const void* barrier);
/// ... whose phase is complete ...
void phase_completes(const void* barrier);
/// ... and `thread` has seen that.
void waited(Fiber& thread, const void* barrier);

/// An asynchronous copy by `thread` is issued: its source is read, its destination belongs to
/// nobody until it is landed. Returns the moment to complete it with.
std::uint32_t copy_issued(Fiber& thread, void* shared, const void* global, unsigned bytes,
                          const void* pc);
void copy_landed(void* shared, unsigned bytes);
/// The copy that thread `issuer` issued at `moment` becomes visible to whoever waits at `barrier`
/// ...
void copy_completes(std::uint32_t issuer, std::uint32_t moment, const void* barrier);
/// ... or to `thread`, its issuer.
void copy_awaited(Fiber& thread, std::uint32_t moment);

/// A gap in shared storage.
void red_zone(Cta& cta, const void* zone, unsigned bytes);

enum class Missing { nothing, acquire, release };
/// Whether the only thing that keeps `earlier` unordered is a fence that one side left out.
Missing missing_fence(const Stamp& earlier, const Fiber& later);

}  // namespace simt::detail::checks
