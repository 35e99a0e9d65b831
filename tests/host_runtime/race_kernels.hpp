/// Kernels that hand data from thread to thread. Each has a clean form and forms with one planted
/// ordering fault.
#pragma once
#include "tailproof/simt.hpp"

namespace race_kernels {

enum class Fault { none, first, second };

struct Words {
  simt::shared_array<unsigned, 256> words;
  simt::shared_array<unsigned, 256> more;
  unsigned flag;
  bool last;
};

/// A tree reduction; faults: no barrier in the loop, no barrier before it.
template <Fault fault>
__global__ void reduce(unsigned* out) {
  SIMT_SHARED(Words, sm);
  const unsigned t = threadIdx.x;
  sm.words[t] = t;
  if (fault != Fault::second) __syncthreads();
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    if (t < half) sm.words[t] += sm.words[t + half];
    if (fault != Fault::first) __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = sm.words[0];
}

/// A histogram: cleared, filled, read, cleared again. Faults: plain increment, no barrier between
/// clear and refill.
template <Fault fault>
__global__ void histogram(unsigned* out) {
  SIMT_SHARED(Words, sm);
  const unsigned t = threadIdx.x;
  for (int round = 0; round < 3; ++round) {
    sm.words[t] = 0;
    if (fault != Fault::second) __syncthreads();
    if (fault == Fault::first) {
      sm.words[t % 16] += 1;
    } else {
      atomicAdd(&sm.words[t % 16], 1u);
    }
    __syncthreads();
    out[t] = sm.words[t % 16];
    __syncthreads();
  }
}

/// Lanes exchange through shared memory. Faults: no __syncwarp after the write, none before the
/// next write.
template <Fault fault>
__global__ void warp_exchange(unsigned* out) {
  SIMT_SHARED(Words, sm);
  const unsigned t = threadIdx.x;
  unsigned value = t;
  for (int round = 0; round < 3; ++round) {
    sm.words[t] = value;
    if (fault != Fault::first) __syncwarp();
    value = sm.words[t ^ 1u];
    if (fault != Fault::second) __syncwarp();
  }
  out[t] = value;
}

/// All lanes read a word that lane 0 then overwrites. Fault: no __syncwarp between.
template <Fault fault>
__global__ void warp_broadcast(unsigned* out) {
  SIMT_SHARED(Words, sm);
  const unsigned warp = threadIdx.x / 32;
  const bool leader = threadIdx.x % 32 == 0;
  unsigned sum = 0;
  for (unsigned round = 0; round < 4; ++round) {
    if (leader) sm.words[warp] = round;
    __syncwarp();
    sum += sm.words[warp];
    if (fault == Fault::none) __syncwarp();
  }
  out[threadIdx.x] = sum;
}

/// Every CTA writes its part, the last to arrive adds all parts up. Faults: no release fence, no
/// acquire fence.
template <Fault fault>
__global__ void last_arriver(unsigned* parts, unsigned* arrivals, unsigned* out) {
  SIMT_SHARED(Words, sm);
  const unsigned t = threadIdx.x;
  parts[blockIdx.x * blockDim.x + t] = blockIdx.x + t;
  if (fault != Fault::first) __threadfence();
  __syncthreads();
  if (t == 0) {
    sm.last = atomicAdd(arrivals, 1u) == gridDim.x - 1;
    if (fault != Fault::second) __threadfence();
  }
  __syncthreads();
  if (!sm.last) return;
  if (fault != Fault::second) __threadfence();
  unsigned sum = 0;
  for (unsigned cta = 0; cta < gridDim.x; ++cta) sum += parts[cta * blockDim.x + t];
  out[t] = sum;
  if (t == 0) atomicExch(arrivals, 0u);
}

/// The same with one fencing thread behind the barrier, as grid barriers do it.
template <Fault fault>
__global__ void leader_fences(unsigned* parts, unsigned* arrivals, unsigned* out) {
  SIMT_SHARED(Words, sm);
  const unsigned t = threadIdx.x;
  parts[blockIdx.x * blockDim.x + t] = blockIdx.x + t;
  __syncthreads();
  if (t == 0) {
    if (fault != Fault::first) __threadfence();
    sm.last = atomicAdd(arrivals, 1u) == gridDim.x - 1;
    if (fault != Fault::second) __threadfence();
  }
  __syncthreads();
  if (sm.last) {
    unsigned sum = 0;
    for (unsigned cta = 0; cta < gridDim.x; ++cta) sum += parts[cta * blockDim.x + t];
    out[t] = sum;
  }
}

/// CTA 0 publishes, the others poll. Faults: relaxed store, relaxed load, plain polling is a third
/// kernel.
template <Fault fault>
__global__ void publish(unsigned* data, unsigned* flag, unsigned* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 42;
    if (fault == Fault::first) {
      simt::store_relaxed(flag, 1u);
    } else {
      simt::store_release(flag, 1u);
    }
    return;
  }
  if (fault == Fault::second) {
    while (simt::load_relaxed(flag) == 0) simt::spin_pause();
  } else {
    while (simt::load_acquire(flag) == 0) simt::spin_pause();
  }
  out[blockIdx.x] = data[0];
}
inline __global__ void plain_polling(volatile unsigned* flag, unsigned* out) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) *flag = 1;
  } else if (threadIdx.x == 0) {
    while (*flag == 0) simt::spin_pause();
    out[0] = 1;
  }
}

/// Warp 0 fills, warp 1 drains, through a flag in shared memory. Faults: either fence.
template <Fault fault>
__global__ void shared_flag(unsigned* out) {
  SIMT_SHARED(Words, sm);
  const unsigned lane = threadIdx.x % 32;
  if (threadIdx.x == 0) sm.flag = 0;
  __syncthreads();
  if (threadIdx.x < 32) {
    sm.words[lane] = lane;
    __syncwarp();
    if (lane == 0) {
      if (fault != Fault::first) __threadfence_block();
      atomicExch(&sm.flag, 1u);
    }
  } else {
    if (lane == 0) {
      while (atomicAdd(&sm.flag, 0u) == 0) simt::spin_pause();
      if (fault != Fault::second) __threadfence_block();
    }
    __syncwarp();
    out[lane] = sm.words[31 - lane];
  }
}

/// Each CTA reads its right neighbour's shared memory. Faults: no barrier before, none before exit.
template <Fault fault>
__global__ void neighbour(unsigned* out) {
  SIMT_SHARED(Words, sm);
  const unsigned t = threadIdx.x;
  sm.words[t] = 100 * simt::cluster_rank() + t;
  if (fault == Fault::first) {
    __syncthreads();
  } else {
    simt::cluster_sync();
  }
  const Words* other =
      simt::map_shared_rank(&sm, (simt::cluster_rank() + 1) % simt::cluster_size());
  out[blockIdx.x * blockDim.x + t] = other->words.items[t];
  if (fault != Fault::second) simt::cluster_sync();
}

/// Bytes of one word written by different threads: no race, and a race when two write the same
/// byte.
template <Fault fault>
__global__ void bytes_of_a_word(unsigned char* out) {
  SIMT_SHARED(Words, sm);
  auto* bytes = reinterpret_cast<unsigned char*>(sm.words.data());
  const unsigned t = threadIdx.x;
  bytes[fault == Fault::none ? t : t / 2] = static_cast<unsigned char>(t);
  __syncthreads();
  out[t] = bytes[t / 2];
}

/// Many CTAs read a word, then CTA 0 writes it without knowing that they are done.
inline __global__ void read_then_write(unsigned* word, unsigned* out) {
  if (threadIdx.x != 0) return;
  out[blockIdx.x] = *word;
  if (blockIdx.x == 0) *word = 7;
}

}  // namespace race_kernels
