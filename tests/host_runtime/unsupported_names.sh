#!/bin/sh
# Names that the host runtime does not offer must fail to compile with a message that names them; a kernel without any
# must compile. usage: unsupported_names.sh COMPILER INCLUDE_FOLDER
compiler=$1
include=$2

compile() { # body; prints the messages
  printf '#include "tailproof/simt.hpp"\n%s\n' "$1" |
    "$compiler" -std=c++20 -fsyntax-only "-I$include" -x c++ - 2>&1
}

if ! compile '__global__ void kernel(int* out) { out[0] = __popc(threadIdx.x); }' >/dev/null; then
  echo "a kernel of supported names does not compile"
  exit 1
fi

calls='__activemask() __ballot(1) __shfl(1,2) __shfl_down(1,2) __expf(1.0f) __sinf(1.0f) __fdividef(1.0f,2.0f)
  clock64() __float2half_rn(1.0f) __cvta_generic_to_shared(out) __pipeline_commit() atomicAdd_block(out,1)
  tex1Dfetch(0,1) cooperative_groups::coalesced_threads() cooperative_groups::this_grid()'
body='__global__ void kernel(int* out) {'
for call in $calls; do body="$body
  out[0] = static_cast<int>($call);"; done
body="$body
  __shared__ int words[4];
}
__constant__ int table[4];
__managed__ int value;"

failed=0
if messages=$(compile "$body"); then
  echo "unsupported names compile"
  exit 1
fi
expect() {
  if ! printf '%s' "$messages" | grep -q -F -- "$1"; then
    echo "no message says '$1'"
    failed=1
  fi
}
for call in $calls; do
  name=${call%%(*}
  expect "${name##*:} is not supported by the host runtime: "
done
expect use_SIMT_SHARED
expect pass_a_kernel_parameter
expect use_device_alloc
[ "$failed" = 0 ] && echo "all refused by name" || printf '%s\n' "$messages"
exit "$failed"
