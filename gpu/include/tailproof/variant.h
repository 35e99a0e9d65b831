/**
 * The variant ABI: what a shared library must export so that a Top-K kernel can be checked without
 * its source. Plain C, no CUDA header needed. Source: spec section 10.
 *
 * A library exports one symbol, tailproof_variant_v1(), which returns a constant description; all
 * that a checker knows about the kernel it learns from there. Version 1 is frozen: a change of any
 * type in this header is a new version with a new symbol.
 */
#ifndef TAILPROOF_VARIANT_H
#define TAILPROOF_VARIANT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TAILPROOF_VARIANT_ABI_VERSION 1u
/** Name of the exported symbol, for dlsym(). */
#define TAILPROOF_VARIANT_SYMBOL "tailproof_variant_v1"

#if defined(_WIN32)
#define TAILPROOF_EXPORT __declspec(dllexport)
#else
#define TAILPROOF_EXPORT __attribute__((visibility("default")))
#endif

/** Where every pointer of a call lives. */
typedef enum tailproof_memory_space {
  TAILPROOF_MEMORY_HOST = 0, /**< ordinary memory; select() has finished when it returns */
  TAILPROOF_MEMORY_CUDA = 1  /**< device memory; select() only enqueues */
} tailproof_memory_space;

/** Which of several scores tied at rank K are selected. */
typedef enum tailproof_tie_rule {
  TAILPROOF_TIES_UNSPECIFIED = 0,
  TAILPROOF_TIES_SMALLEST_INDEX = 1,
  TAILPROOF_TIES_LARGEST_INDEX = 2
} tailproof_tie_rule;

/** What happens to a row with NaN in its valid prefix (outside the operator's contract). */
typedef enum tailproof_nan_rule {
  TAILPROOF_NAN_UNDEFINED = 0,   /**< never to be called with such a row */
  TAILPROOF_NAN_MEMORY_SAFE = 1, /**< terminates; every index in [0, L) or -1 */
  TAILPROOF_NAN_GREATEST = 2,    /**< NaN ranks above +inf */
  TAILPROOF_NAN_LEAST = 3        /**< NaN ranks below -inf */
} tailproof_nan_rule;

/** Declared behaviour; bits of tailproof_variant_v1_t::flags. */
enum {
  /** select() may be captured into a graph and replayed with other contents of its buffers. */
  TAILPROOF_CAPTURE_SAFE = 1u << 0,
  /** Honours tailproof_call::live_rows; without it that pointer is always null. */
  TAILPROOF_READS_LIVE_ROWS = 1u << 1,
  /** The caller zeroes the workspace once, before prepare(). */
  TAILPROOF_NEEDS_ZEROED_WORKSPACE = 1u << 2,
  /** The same input gives the same set of indices on every call. */
  TAILPROOF_DETERMINISTIC_SET = 1u << 3,
  /** Fills tailproof_call::values. */
  TAILPROOF_WRITES_VALUES = 1u << 4
};

/** Status codes of the functions below; every other value is an error of the variant's own. */
enum {
  TAILPROOF_OK = 0,
  TAILPROOF_INVALID_ARGUMENT = 1,    /**< null pointer, negative size, pitch < width, ... */
  TAILPROOF_UNSUPPORTED = 2,         /**< a legal shape beyond the variant's limits */
  TAILPROOF_WORKSPACE_TOO_SMALL = 3, /**< less than workspace_bytes() says */
  TAILPROOF_OUT_OF_RESOURCES = 4,    /**< the device cannot launch this (memory, clusters, ...) */
  TAILPROOF_LAUNCH_FAILED = 5        /**< the kernel could not be enqueued, or was stopped */
};

/** What a kernel may accept. Sizes in elements unless stated. */
typedef struct tailproof_limits {
  int32_t least_rank;     /**< least K, at least 1 */
  int32_t greatest_rank;  /**< greatest K */
  int64_t greatest_width; /**< greatest N */
  int64_t greatest_rows;  /**< greatest row capacity */
  int64_t pitch_multiple; /**< pitch must be a multiple of this, at least 1 */
  int64_t base_alignment; /**< address of row 0 must be a multiple of this, at least 1 */
} tailproof_limits;

/** The dimensions that a plan and a workspace depend on. Fixed from capture to replay. */
typedef struct tailproof_shape {
  int64_t row_capacity; /**< M: most rows a call may have, at least 0 */
  int64_t width;        /**< N: allocated scores of a row, at least 0; bounds every length */
  int64_t pitch;        /**< P >= N: distance of rows */
  int32_t rank;         /**< K >= 1 */
  int32_t device;       /**< CUDA ordinal; 0 in host memory */
} tailproof_shape;

/** One selection. All pointers lie in the variant's memory space. */
typedef struct tailproof_call {
  tailproof_shape shape;
  const float* scores;    /**< row r at scores + r * pitch; never written */
  const int32_t* lengths; /**< row_capacity valid lengths; outside [0, N] is outside the contract */
  const int32_t* live_rows; /**< one number in [0, row_capacity], or null: all rows are live */
  int32_t* indices;         /**< row r's K slots at indices + r * indices_pitch; live rows only */
  int64_t indices_pitch;    /**< at least K */
  float* values;            /**< scores of the indices, same layout, or null */
  void* workspace;          /**< workspace_bytes(shape) bytes, aligned to 256 */
  size_t workspace_size;    /**< bytes */
  void* stream;             /**< a cudaStream_t, or the host runtime's stream; null: the default */
} tailproof_call;

/** Routes of a row's selection, in the order of spec section 6. */
typedef enum tailproof_route {
  TAILPROOF_ROUTE_TRIVIAL = 0,
  TAILPROOF_ROUTE_CERTIFIED = 1,
  TAILPROOF_ROUTE_CERTIFIED_EXACTLY = 2,
  TAILPROOF_ROUTE_BAND = 3,
  TAILPROOF_ROUTE_EXACT_NO_RESCUE = 4,
  TAILPROOF_ROUTE_EXACT_AFTER_BAND = 5,
  TAILPROOF_ROUTE_EXACT_NO_VIEW = 6,
  TAILPROOF_ROUTE_DIRECT = 7
} tailproof_route;

#define TAILPROOF_DIGIT_ROUNDS 3

/** Fields that the row's route computed; bits of tailproof_row_trace::present. */
enum {
  TAILPROOF_TRACE_VIEW = 1u << 0,   /**< stride, phase, view, q */
  TAILPROOF_TRACE_RESCUE = 1u << 1, /**< q1 */
  TAILPROOF_TRACE_TAU0 = 1u << 2,   /**< tau0, t0_bits, sampled histogram */
  TAILPROOF_TRACE_TAU1 = 1u << 3,   /**< tau1, t1_bits */
  TAILPROOF_TRACE_COUNT0 = 1u << 4, /**< count0, proposal histogram 0 */
  TAILPROOF_TRACE_COUNT1 = 1u << 5, /**< count1, proposal histogram 1 */
  TAILPROOF_TRACE_COARSE = 1u << 6, /**< tau_star, coarse histogram */
  TAILPROOF_TRACE_ENTRY = 1u << 7,  /**< committed, frontier, quota */
  TAILPROOF_TRACE_TIES = 1u << 8    /**< tie_slots */
};

/** One digit round (paper eq. 22-25). */
typedef struct tailproof_round_trace {
  uint32_t digit;     /**< b_j */
  uint32_t committed; /**< |R_j| */
  uint32_t kept;      /**< |Q_{j+1}| */
  uint32_t quota;     /**< k_{j+1} */
} tailproof_round_trace;

/** What one row's selection did: the scalars of spec section 7. Nobody zeroes it for trace(). */
typedef struct tailproof_row_trace {
  int64_t row;
  int32_t length; /**< L as used, after clamping to [0, N] */
  int32_t rank;
  uint32_t route;   /**< tailproof_route */
  uint32_t present; /**< which of the following mean anything */
  uint32_t stride, phase, view, q, q1;
  uint32_t tau0, tau1, t0_bits, t1_bits;
  uint32_t count0, count1;
  uint32_t tau_star;
  uint32_t committed, frontier, quota; /**< |E_0|, |Q_0|, k_0 */
  uint32_t rounds;                     /**< digit rounds done, 0 to 3 */
  tailproof_round_trace round[TAILPROOF_DIGIT_ROUNDS];
  uint32_t tie_slots;
  uint32_t spilled;        /**< deepest use of the spill slice */
  uint64_t reads;          /**< scores read before phase 3 */
  uint64_t frontier_reads; /**< scores read by phase 3 */
} tailproof_row_trace;

/** Histogram slots of one row. */
enum {
  TAILPROOF_HISTOGRAM_SAMPLED = 0,
  TAILPROOF_HISTOGRAM_PROPOSAL0 = 1,
  TAILPROOF_HISTOGRAM_PROPOSAL1 = 2,
  TAILPROOF_HISTOGRAM_COARSE = 3,
  TAILPROOF_HISTOGRAM_ROUND0 = 4, /**< rounds 0 to 2 use slots 4 to 6 */
  TAILPROOF_HISTOGRAMS = 7
};

/** Where traces go, in the variant's memory space. What it holds before the call is arbitrary. */
typedef struct tailproof_trace_buffer {
  tailproof_row_trace* rows; /**< row_capacity records */
  /** Row r, slot h at histograms + (r * TAILPROOF_HISTOGRAMS + h) * histogram_bins; slots that a
   * row's route has no use for need not be written. Null: scalars only. */
  uint32_t* histograms;
  int64_t histogram_bins; /**< words of a slot, at least the variant's histogram_bins */
} tailproof_trace_buffer;

/** Description of a kernel. Everything that is not a function is constant data. */
typedef struct tailproof_variant_v1_t {
  uint32_t abi_version;  /**< TAILPROOF_VARIANT_ABI_VERSION */
  const char* name;      /**< short, for reports */
  uint32_t memory_space; /**< tailproof_memory_space */
  uint32_t flags;        /**< declared behaviour */
  uint32_t tie_rule;     /**< tailproof_tie_rule */
  uint32_t nan_rule;     /**< tailproof_nan_rule */
  tailproof_limits limits;
  /** Buffer capacities worth probing, in scores: resident candidates, boundary bin, ... */
  const int64_t* capacities;
  size_t capacity_count;

  /** Bytes of workspace that select() needs for every call of this shape; 0 is legal. Returns a
   * status. Pure: no device work. */
  int (*workspace_bytes)(const tailproof_shape* shape, size_t* bytes);
  /** Brings a workspace into its initial state, on the call's stream. Once per workspace and shape,
   * and again after a call that was stopped half-way. Looks at shape, workspace and stream only. */
  int (*prepare)(const tailproof_call* call);
  /** Enqueues one selection on the call's stream; never waits for it. */
  int (*select)(const tailproof_call* call);
  /** Text for a status; for an error, with the details of the last one on this thread. */
  const char* (*error_string)(int status);

  /** As select(), and writes the trace: whole records of all live rows. Null: not offered. */
  int (*trace)(const tailproof_call* call, const tailproof_trace_buffer* buffer);
  /** The policy whose reference trace this kernel reproduces, as the reference spells policies
   * ("stride=128,rho=3/2,..."). Null if and only if trace is null. */
  const char* trace_policy;
  /** Words of the longest histogram in a trace; 0 without trace. */
  int64_t histogram_bins;
} tailproof_variant_v1_t;

/** The one symbol that a variant exports. The description lives as long as the library is loaded.
 */
TAILPROOF_EXPORT const tailproof_variant_v1_t* tailproof_variant_v1(void);

#ifdef __cplusplus
}
#endif
#endif
