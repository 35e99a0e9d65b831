#include "defects.hpp"

#include "../arena.hpp"
#include "../engine.hpp"
#include "../reporting.hpp"
#include "checks.hpp"

namespace simt::detail::checks {

namespace {

const char* name(Kind kind) {
  switch (kind) {
    case Kind::read:
      return "read";
    case Kind::write:
      return "write";
    case Kind::atomic:
      return "atomic";
    case Kind::atomic_load:
      return "atomic load";
  }
  return "access";
}

Space space_of(const Access& access) {
  if (Arena::instance().contains(access.address)) return Space::global;
  if (!active_engine->shared.contains(access.address)) return Space::local;
  const Cta& cta = access.thread->block();
  const auto offset = static_cast<std::size_t>(access.address - cta.shared);
  return offset < active_engine->shared.stride() ? Space::shared : Space::distributed;
}

/// "shared memory at offset 16", "global memory at offset 4 of its buffer".
std::string place(const Access& access) {
  const Space space = space_of(access);
  std::string text = std::string(simt::name(space)) + " memory";
  if (space == Space::global) {
    const Allocation* buffer = Arena::instance().find(access.address);
    if (buffer == nullptr) return text;
    return text + " at byte " +
           std::to_string(Arena::instance().offset_of(access.address) - buffer->begin) +
           " of a buffer of " + std::to_string(buffer->bytes);
  }
  const SharedPool& pool = active_engine->shared;
  const std::size_t slot = pool.slot_of(access.address);
  return text + " at byte " +
         std::to_string(static_cast<std::size_t>(access.address - pool.slot(slot)));
}

void record_alone(const Access& access, Kind kind, Defect defect, std::string message) {
  record({.defect = defect,
          .space = space_of(access),
          .message = std::move(message),
          .action = name(kind),
          .position = {.pc = access.pc}});
}

std::string size_text(const Access& access, Kind kind) {
  return std::string(name(kind)) + " of " + std::to_string(access.size) + " bytes";
}

void record_race(const Access& access, Kind kind, const Stamp& earlier, Kind earlier_kind) {
  const Missing missing = missing_fence(earlier, *access.thread);
  const std::uint32_t other = earlier.thread & ~async_bit;
  const std::string parties =
      "the " + std::string(name(kind)) + " and an earlier " + name(earlier_kind) +
      ((earlier.thread & async_bit) != 0 ? " by an asynchronous copy of " : " by ") +
      thread_name(other) + " of " + place(access);
  std::string message = parties + " have no order";
  Defect defect = Defect::race;
  if ((earlier.thread & async_bit) != 0) {
    defect = Defect::async_copy;
    message += ": the copy was not waited for";
  } else if (missing == Missing::acquire) {
    defect = Defect::missing_fence;
    message += ": a fence is missing after the atomic that " + thread_name(access.thread->number) +
               " learned of it by";
  } else if (missing == Missing::release) {
    defect = Defect::missing_fence;
    message += ": a fence is missing between the " + std::string(name(earlier_kind)) +
               " and the atomic that announced it";
  }
  record({.defect = defect,
          .space = space_of(access),
          .message = std::move(message),
          .action = name(kind),
          .position = {.pc = access.pc},
          .has_other = true,
          .other = other,
          .other_action = name(earlier_kind),
          .other_position = {.pc = unpack_pc(earlier.pc)}});
}

}  // namespace

void report_race(const Access& access, Kind kind, const Stamp& earlier, Kind earlier_kind) {
  record_race(access, kind, earlier, earlier_kind);
  abandon();
}

void report_forbidden(const Access& access, Kind kind) {
  if (active_engine->copies.in_flight(access.address, access.size)) {
    record_alone(access, kind, Defect::async_copy,
                 size_text(access, kind) + " of " + place(access) +
                     ", the destination of an asynchronous copy that was not waited for");
  } else if (space_of(access) == Space::global) {
    record_alone(access, kind, Defect::out_of_bounds,
                 size_text(access, kind) + " of padding, " + place(access));
  } else {
    record_alone(
        access, kind, Defect::red_zone,
        size_text(access, kind) + " between the members of shared storage, " + place(access));
  }
  abandon();
}

void report_uninitialised(const Access& access, Kind kind) {
  record_alone(access, kind, Defect::uninitialised_read,
               size_text(access, kind) + " of uninitialised " + place(access));
  abandon();
}

void report_read_only(const Access& access, Kind kind) {
  record_alone(access, kind, Defect::read_only_write,
               size_text(access, kind) + " to a read-only buffer, " + place(access));
  abandon();
}

void report_outside_buffers(const Access& access, Kind kind) {
  record_alone(access, kind, Defect::out_of_bounds,
               size_text(access, kind) + " of global memory " +
                   Arena::instance().neighbourhood(access.address));
  abandon();
}

void report_outside_shared(const Access& access, Kind kind, const Cta& owner, std::size_t offset) {
  record_alone(access, kind, Defect::out_of_bounds,
               size_text(access, kind) + " at byte " + std::to_string(offset) + " of " +
                   std::to_string(owner.shared_bytes) + " bytes of shared memory");
  abandon();
}

void report_foreign_shared(const Access& access, Kind kind) {
  record_alone(access, kind, Defect::out_of_bounds,
               size_text(access, kind) + " outside the shared memory of the thread's cluster");
  abandon();
}

void report_exited_cta(const Access& access, Kind kind, const Cta& owner) {
  record_alone(access, kind, Defect::exited_cta_access,
               size_text(access, kind) + " of the shared memory of cta " +
                   std::to_string(owner.index) + ", which has exited");
  abandon();
}

void report_foreign_local(const Access& access, Kind kind) {
  record_alone(access, kind, Defect::foreign_local_memory,
               size_text(access, kind) + " of another thread's local memory");
  abandon();
}

}  // namespace simt::detail::checks
