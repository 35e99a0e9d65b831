#include "context_switch.hpp"

#include <cstdint>

#if defined(TAILPROOF_SIMT_BOOST_CONTEXT) || !(defined(__x86_64__) || defined(__aarch64__))
#include <boost/context/detail/fcontext.hpp>

namespace simt::detail {
namespace {

thread_local void (*starting)() = nullptr;

// The context that we came from is only known on arrival: the one that arrives stores it for the
// one that left.
void arrive(boost::context::detail::transfer_t from) {
  *static_cast<void**>(from.data) = from.fctx;
}

void first_arrival(boost::context::detail::transfer_t from) {
  arrive(from);
  starting();
}

}  // namespace

void* prepare_stack(void* top, void (*entry)()) {
  starting = entry;
  constexpr std::size_t only_bounds_the_top = 1;
  return boost::context::detail::make_fcontext(top, only_bounds_the_top, first_arrival);
}

void switch_context(void** save, void* to) {
  arrive(boost::context::detail::jump_fcontext(to, save));
}

}  // namespace simt::detail
#else

#if defined(__x86_64__)
// Callee-saved registers on the old stack, then the same from the new one. The return address is
// popped into a register because a mispredicted `ret` costs as much and unbalances the return
// stack.
asm(R"(
.text
.p2align 4
.globl tailproof_simt_switch
.type tailproof_simt_switch,@function
tailproof_simt_switch:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  popq %rcx
  jmpq *%rcx
.size tailproof_simt_switch,.-tailproof_simt_switch
)");
#else
asm(R"(
.text
.p2align 4
.globl tailproof_simt_switch
.type tailproof_simt_switch,%function
tailproof_simt_switch:
  stp x29, x30, [sp, #-160]!
  stp x19, x20, [sp, #16]
  stp x21, x22, [sp, #32]
  stp x23, x24, [sp, #48]
  stp x25, x26, [sp, #64]
  stp x27, x28, [sp, #80]
  stp d8, d9, [sp, #96]
  stp d10, d11, [sp, #112]
  stp d12, d13, [sp, #128]
  stp d14, d15, [sp, #144]
  mov x9, sp
  str x9, [x0]
  mov sp, x1
  ldp x19, x20, [sp, #16]
  ldp x21, x22, [sp, #32]
  ldp x23, x24, [sp, #48]
  ldp x25, x26, [sp, #64]
  ldp x27, x28, [sp, #80]
  ldp d8, d9, [sp, #96]
  ldp d10, d11, [sp, #112]
  ldp d12, d13, [sp, #128]
  ldp d14, d15, [sp, #144]
  ldp x29, x30, [sp], #160
  br x30
.size tailproof_simt_switch,.-tailproof_simt_switch
)");
#endif

extern "C" void tailproof_simt_switch(void** save, void* to);

namespace simt::detail {

void* prepare_stack(void* top, void (*entry)()) {
  auto* stack = reinterpret_cast<std::uintptr_t*>(reinterpret_cast<std::uintptr_t>(top) & ~15ull);
#if defined(__x86_64__)
  constexpr int saved_registers = 6;
  *--stack = 0;  // where entry's return address would be; keeps the stack aligned as after a call
  *--stack = reinterpret_cast<std::uintptr_t>(entry);
  for (int i = 0; i < saved_registers; ++i) *--stack = 0;
#else
  constexpr int frame_words = 20;
  for (int i = 0; i < frame_words; ++i) *--stack = 0;
  stack[1] = reinterpret_cast<std::uintptr_t>(entry);
#endif
  return stack;
}

void switch_context(void** save, void* to) {
  tailproof_simt_switch(save, to);
}

}  // namespace simt::detail
#endif
