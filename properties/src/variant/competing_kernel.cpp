#include "competing_kernel.hpp"

namespace tailproof::properties {
namespace {

constexpr unsigned threads = 1024;

// As PTX, which every driver compiles for its own device: no toolkit is needed to build a checker.
constexpr const char* text = R"(.version 6.0
.target sm_60
.address_size 64
.visible .entry compete(.param .u64 nanoseconds, .param .u64 early)
{
  .reg .pred %p<3>;
  .reg .b32 %r<2>;
  .reg .b64 %rd<7>;
  ld.param.u64 %rd1, [nanoseconds];
  ld.param.u64 %rd2, [early];
  mov.u32 %r1, %ctaid.x;
  cvt.u64.u32 %rd3, %r1;
  setp.ge.u64 %p1, %rd3, %rd2;
  @%p1 bra BEGIN;
  shr.u64 %rd1, %rd1, 4;
BEGIN:
  mov.u64 %rd4, %globaltimer;
AGAIN:
  mov.u64 %rd5, %globaltimer;
  sub.u64 %rd6, %rd5, %rd4;
  setp.lt.u64 %p2, %rd6, %rd1;
  @%p2 bra AGAIN;
  ret;
}
)";

}  // namespace

CompetingKernel::CompetingKernel(const CudaDriver& driver)
    : driver_(driver), function_(driver.load_function(text, "compete")) {}

void CompetingKernel::launch(const Competition& competition, void* stream) const {
  std::uint64_t nanoseconds = competition.nanoseconds;
  std::uint64_t early = competition.early;
  void* parameters[] = {&nanoseconds, &early};
  driver_.launch_kernel(function_, competition.ctas, threads, stream, parameters);
}

}  // namespace tailproof::properties
