/// The check of each single load, store and atomic. The busiest code of an instrumented program.
#include "access.hpp"

#include "../arena.hpp"
#include "../engine.hpp"
#include "../reporting.hpp"
#include "checks.hpp"
#include "defects.hpp"
#include "state.hpp"

namespace simt::detail::checks {

namespace {

bool instrumented = false;

bool overlaps(std::uint8_t a, std::uint8_t b) {
  return (a & b) != 0;
}

bool is_now(const Stamp& stamp, const Fiber& thread, std::uint32_t epoch) {
  return stamp.thread == thread.number && stamp.clock == thread.clock && stamp.epoch == epoch;
}

/// A reader that `thread`, which writes the word now, is not ordered after.
const Stamp* unordered_reader(const Cell& cell, const Fiber& thread, Stamp& storage) {
  if (!ordered(cell.read, thread)) return &cell.read;
  for (std::uint32_t i = cell.readers; i != 0; i = state().readers[i].next) {
    const ReaderSet& set = state().readers[i];
    storage = {set.cta << thread_bits, set.epoch, UINT32_MAX, set.pc};
    if (set.cta == thread.block().index && set.epoch < thread.block().epoch) continue;
    for (std::size_t t = set.present._Find_first(); t < set.present.size();
         t = set.present._Find_next(t)) {
      storage.thread = (set.cta << thread_bits) | static_cast<std::uint32_t>(t);
      storage.clock = set.clocks[t];
      if (!ordered(storage, thread)) return &storage;
    }
  }
  return nullptr;
}

/// Remembers a read beside those that it is not ordered after.
void add_reader(Cell& cell, const Stamp& now, const Fiber& thread) {
  Readers& readers = state().readers;
  const std::uint32_t cta = thread.block().index;
  if (cell.readers == 0) {
    if (ordered(cell.read, thread)) return;
    cell.readers = readers.make(cell.read, 0);
  }
  for (std::uint32_t i = cell.readers; i != 0; i = readers[i].next) {
    ReaderSet& set = readers[i];
    if (set.cta != cta) continue;
    if (set.epoch != now.epoch) {  // readers of earlier epochs are ordered before this one
      set.epoch = now.epoch;
      set.present.reset();
    }
    set.add(now);
    return;
  }
  cell.readers = readers.make(now, cell.readers);
}

template <Kind kind>
void check_cell(Cell& cell, std::uint32_t tag, std::uint8_t bytes, const Access& access) {
  const Fiber& thread = *access.thread;
  const std::uint32_t epoch = thread.block().epoch;
  if (cell.tag != tag) {
    cell.tag = tag;
    cell.readers = 0;
    cell.write_bytes = cell.atomic_bytes = cell.read_bytes = cell.synchronises = 0;
  }
  // The same thread again, with nothing in between that could matter.
  if constexpr (kind == Kind::read) {
    if ((bytes & ~cell.read_bytes) == 0 && is_now(cell.read, thread, epoch) &&
        cell.atomic_bytes == 0) {
      return;
    }
  }
  if constexpr (kind == Kind::write) {
    if (cell.read_bytes == 0 && cell.atomic_bytes == 0 && is_now(cell.write, thread, epoch)) {
      cell.write_bytes |= bytes;
      return;
    }
  }
  const Stamp now{thread.number, epoch, thread.clock, pack_pc(access.pc)};
  if (overlaps(cell.write_bytes, bytes) && !ordered(cell.write, thread)) {
    report_race(access, kind, cell.write, Kind::write);
  }
  // A strong load races with plain stores only, and a later plain store is not held against it.
  if constexpr (kind == Kind::atomic_load) return;
  if (kind != Kind::atomic && overlaps(cell.atomic_bytes, bytes) && !ordered(cell.atomic, thread)) {
    report_race(access, kind, cell.atomic, Kind::atomic);
  }
  if constexpr (kind == Kind::read) {
    if (cell.read_bytes != 0 && cell.read.thread != thread.number) add_reader(cell, now, thread);
    cell.read = now;
    cell.read_bytes |= bytes;
    return;
  }
  if (overlaps(cell.read_bytes, bytes)) {
    Stamp storage{};
    if (const Stamp* reader = unordered_reader(cell, thread, storage)) {
      report_race(access, kind, *reader, Kind::read);
    }
  }
  if constexpr (kind == Kind::write) {
    cell.write_bytes = is_now(cell.write, thread, epoch)
                           ? static_cast<std::uint8_t>(cell.write_bytes | bytes)
                           : bytes;
    cell.write = now;
    cell.atomic_bytes &= static_cast<std::uint8_t>(~bytes);
    cell.read_bytes &= static_cast<std::uint8_t>(~bytes);
    if (cell.read_bytes == 0 && cell.readers != 0) {
      state().readers.drop(cell.readers);
      cell.readers = 0;
    }
  } else {
    cell.atomic = now;
    cell.atomic_bytes |= bytes;
  }
}

/// Checks [offset, offset + size) of a region, word by word.
template <Kind kind>
void check_words(Shadow& shadow, std::size_t offset, std::uint32_t tag, bool read_only,
                 const Access& access) {
  std::size_t left = access.size;
  while (left > 0) {
    const std::size_t low = offset & 3;
    const std::size_t count = std::min<std::size_t>(left, 4 - low);
    const auto bytes = static_cast<std::uint8_t>(((1u << count) - 1u) << low);
    std::uint8_t& known = shadow.states[offset >> 2];
    if (overlaps(static_cast<std::uint8_t>(known >> 4), bytes)) report_forbidden(access, kind);
    if ((bytes & ~known) != 0) {
      if constexpr (kind != Kind::write) report_uninitialised(access, kind);
      known |= bytes;
    }
    if (!read_only) check_cell<kind>(shadow.cells[offset >> 2], tag, bytes, access);
    offset += count;
    left -= count;
  }
}

template <Kind kind>
void check_shared(State& s, Cta& owner, std::size_t offset, const Access& access) {
  if (offset + access.size > owner.shared_bytes) report_outside_shared(access, kind, owner, offset);
  const auto in_pool =
      static_cast<std::size_t>(owner.shared - active_engine->shared.base()) + offset;
  check_words<kind>(s.shared, in_pool, owner.life, false, access);
}

void note_visit(Cta& owner, const Access& access) {
  const Fiber& thread = *access.thread;
  const Cta& cta = thread.block();
  std::vector<Stamp>& visitors = owner.order->visitors;
  if (visitors.empty()) {
    visitors.assign(owner.cluster->ctas.size() * cta.threads, Stamp{0, 0, no_visit, 0});
  }
  visitors[cta.cluster_rank * cta.threads + thread.thread] = {thread.number, cta.epoch,
                                                              thread.clock, pack_pc(access.pc)};
}

/// Shared memory that is not the thread's own CTA's.
template <Kind kind>
void check_distributed(State& s, const Access& access) {
  const SharedPool& pool = active_engine->shared;
  const Fiber& thread = *access.thread;
  Cta* owner = active_engine->cta_in_slot(pool.slot_of(access.address));
  if (owner == nullptr || owner->cluster != thread.block().cluster) {
    report_foreign_shared(access, kind);
  }
  if (owner->alive == 0) report_exited_cta(access, kind, *owner);
  const auto offset = static_cast<std::size_t>(access.address - owner->shared);
  check_shared<kind>(s, *owner, offset, access);
  if (owner != &thread.block()) note_visit(*owner, access);
}

template <Kind kind>
void check_global(State& s, std::size_t offset, const Access& access) {
  const Allocation* buffer = Arena::instance().find(access.address);
  if (buffer == nullptr || offset + access.size > buffer->begin + buffer->bytes) {
    report_outside_buffers(access, kind);
  }
  if (kind != Kind::read && kind != Kind::atomic_load && buffer->read_only) {
    report_read_only(access, kind);
  }
  check_words<kind>(hot.global, offset, s.launch_tag, buffer->read_only, access);
  if (kind == Kind::read && buffer->read_only) {
    hot.read_only = hot.arena + buffer->begin;
    hot.read_only_bytes = buffer->bytes;
    hot.read_only_states = hot.global.states + buffer->begin / 4;
  }
}

}  // namespace

bool enabled() {
  return instrumented;
}
void enable() {
  instrumented = true;
}

template <Kind kind>
void check(const void* pointer, unsigned size, const void* pc) {
  Fiber* thread = current();
  const Access access{thread, static_cast<const unsigned char*>(pointer), size, pc};
  State& s = state();
  Cta& cta = thread->block();
  ++hot.accesses;
  const auto own = static_cast<std::size_t>(access.address - cta.shared);
  if (own < cta.shared_bytes) {
    check_shared<kind>(s, cta, own, access);
  } else if (const auto offset = static_cast<std::size_t>(access.address - hot.arena);
             offset < Arena::capacity) {
    check_global<kind>(s, offset, access);
  } else if (active_engine->shared.contains(pointer)) {
    check_distributed<kind>(s, access);
  } else if (active_engine->stacks.contains(pointer) &&
             static_cast<std::size_t>(access.address - thread->stack) >= thread->stack_size) {
    report_foreign_local(access, kind);
  }
}

template void check<Kind::read>(const void*, unsigned, const void*);
template void check<Kind::write>(const void*, unsigned, const void*);
template void check<Kind::atomic>(const void*, unsigned, const void*);
template void check<Kind::atomic_load>(const void*, unsigned, const void*);

std::uint32_t copy_issued(Fiber& thread, void* shared, const void* global, unsigned bytes,
                          const void* pc) {
  if (!enabled()) return 0;
  check<Kind::read>(global, bytes, pc);
  check<Kind::write>(shared, bytes, pc);
  const std::uint32_t moment = ++thread.clock;
  State& s = state();
  const auto offset =
      static_cast<std::size_t>(static_cast<unsigned char*>(shared) - active_engine->shared.base());
  for (std::size_t word = offset / 4; word < (offset + bytes + 3) / 4; ++word) {
    Cell& cell = s.shared.cells[word];
    cell.write.thread = thread.number | async_bit;
    cell.write.clock = moment;
  }
  s.shared.set_initialised(offset, bytes, false);
  s.shared.set_forbidden(offset, bytes, true);
  return moment;
}

}  // namespace simt::detail::checks
