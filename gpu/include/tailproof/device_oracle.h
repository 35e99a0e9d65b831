/**
 * The oracle on the device: is this a right answer, row by row, where the scores already lie?
 *
 * The same contract as tailproof/reference/oracle.hpp (spec section 1): set-valued, exact, integer
 * keys only, every legal tie choice and order accepted. A row's scores are read once, at the
 * device's read bandwidth; only a row that is rejected or refused is read again, to say where.
 * Calls only enqueue work on the call's stream: nothing is allocated, read back or waited for, so
 * that they may be captured.
 *
 *   tailproof_oracle_workspace_bytes(&shape, &bytes);   // once a shape
 *   tailproof_oracle_judge(&call);                      // any number of times
 */
#ifndef TAILPROOF_DEVICE_ORACLE_H
#define TAILPROOF_DEVICE_ORACLE_H

#include "tailproof/variant.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What the oracle makes of a row. */
typedef enum tailproof_row_outcome {
  TAILPROOF_ROW_ACCEPTED = 0,
  TAILPROOF_ROW_REJECTED = 1,
  TAILPROOF_ROW_REFUSED = 2, /**< outside the contract: a NaN, or a length outside [0, N] */
  TAILPROOF_ROW_DEAD = 3     /**< beyond the live rows: not looked at */
} tailproof_row_outcome;

/** Kinds of violation, numbered as tailproof::reference::ViolationKind. */
enum {
  TAILPROOF_KIND_OUT_OF_RANGE = 0,
  TAILPROOF_KIND_DUPLICATE = 1,
  TAILPROOF_KIND_SENTINEL_FOR_INDEX = 2,
  TAILPROOF_KIND_SENTINEL_NOT_LAST = 3,
  TAILPROOF_KIND_OMITTED = 4,
  TAILPROOF_KIND_NOT_AMONG_BEST = 5,
  TAILPROOF_KINDS = 6
};

/** The verdict on one row. */
typedef struct tailproof_row_verdict {
  uint32_t outcome;               /**< tailproof_row_outcome */
  uint32_t kinds;                 /**< bit 1 << kind of each kind found; 0 unless rejected */
  int32_t first[TAILPROOF_KINDS]; /**< first slot of a kind (omitted: position); -1 without one */
  int32_t count[TAILPROOF_KINDS]; /**< violations of a kind */
  int32_t position; /**< of a refused row's first NaN; -1: its length is at fault, or none is */
  int32_t reserved;
} tailproof_row_verdict;

/** The verdict on all live rows. */
typedef struct tailproof_oracle_summary {
  unsigned long long accepted, rejected, refused; /**< rows */
  unsigned long long kinds;                       /**< of all rejected rows */
  long long first_rejected;                       /**< least row number; -1: none */
  long long first_refused;                        /**< least row number; -1: none */
} tailproof_oracle_summary;

/** One judgement. All pointers lie in the memory space of tailproof_oracle_memory_space(). */
typedef struct tailproof_oracle_call {
  tailproof_shape shape;
  const float* scores;      /**< row r at scores + r * pitch */
  const int32_t* lengths;   /**< row_capacity valid lengths */
  const int32_t* live_rows; /**< one number in [0, row_capacity], or null: all rows are live */
  const int32_t* indices;   /**< row r's K slots at indices + r * indices_pitch */
  int64_t indices_pitch;    /**< at least K */
  tailproof_row_verdict* verdicts;   /**< row_capacity records, all of them written */
  tailproof_oracle_summary* summary; /**< one */
  void* workspace;                   /**< aligned to 256; its contents do not matter */
  size_t workspace_size;             /**< bytes */
  void* stream;                      /**< a cudaStream_t; null: the default */
} tailproof_oracle_call;

/** Where this build of the oracle expects every buffer: device memory if built by nvcc. */
tailproof_memory_space tailproof_oracle_memory_space(void);

/** Bytes of workspace for calls of this shape: at most 32 a row, 0 is legal. */
int tailproof_oracle_workspace_bytes(const tailproof_shape* shape, size_t* bytes);

/** Enqueues one judgement. Returns a status of variant.h. */
int tailproof_oracle_judge(const tailproof_oracle_call* call);

/** Text for a status; for an error, with the details of the last one on this thread. */
const char* tailproof_oracle_error_string(int status);

#ifdef __cplusplus
}
#endif
#endif
