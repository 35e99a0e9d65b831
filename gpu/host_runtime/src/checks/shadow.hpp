/// What the checks remember about each 4-byte word of shared and global memory.
#pragma once
#include <cstddef>
#include <cstdint>

namespace simt::detail::checks {

/// True once an instrumented translation unit is part of the program. Without one nothing below
/// costs anything.
bool enabled();

/// One access: by whom, when, from where.
struct Stamp {
  std::uint32_t thread;  // number; async_bit set for an asynchronous copy issued by that thread
  std::uint32_t epoch;
  std::uint32_t clock;
  std::uint32_t pc;  // relative, see pack_pc
};
constexpr std::uint32_t async_bit = 1u << 31;

/// Last plain write, last atomic and last read of a word. Three slots, since with one a thread's
/// own later atomic would hide its earlier plain store.
struct alignas(64) Cell {
  Stamp write;
  Stamp atomic;
  Stamp read;
  std::uint32_t tag;      // launch (global) or CTA life (shared) that the stamps belong to
  std::uint32_t readers;  // list of further unordered readers; 0: none
  // Bytes of the word that each slot is about; 0: the slot is empty.
  std::uint8_t write_bytes;
  std::uint8_t atomic_bytes;
  std::uint8_t read_bytes;
  std::uint8_t synchronises;  // an atomic here has published something
};
static_assert(sizeof(Cell) == 64);

/// Byte states of a word: the low four bits say initialised, the high four forbidden.
constexpr std::uint8_t all_initialised = 0x0f;

/// Shadow of one region; pages come into being when touched.
struct Shadow {
  std::uint8_t* states = nullptr;
  Cell* cells = nullptr;

  /// Reserves the shadow of `bytes` of memory.
  void reserve(std::size_t bytes);
  void unreserve(std::size_t bytes);
  /// Marks bytes [offset, offset + bytes) initialised, forbidden or neither.
  void set_initialised(std::size_t offset, std::size_t bytes, bool initialised);
  void set_forbidden(std::size_t offset, std::size_t bytes, bool forbidden);
  void clear_states(std::size_t offset, std::size_t bytes);
};

/// Shadow of the arena.
Shadow& global_shadow();

/// Fresh allocation: nothing initialised, nothing forbidden.
void forget(std::size_t offset, std::size_t bytes);
/// Returns the shadow's pages of a freed allocation to the system.
void release(std::size_t offset, std::size_t bytes);
/// Host-side knowledge; addresses outside the arena are ignored.
void set_initialised(const void* address, std::size_t bytes);
void set_forbidden(const void* address, std::size_t bytes, bool forbidden);

std::uint32_t pack_pc(const void* pc);
const void* unpack_pc(std::uint32_t packed);

}  // namespace simt::detail::checks
