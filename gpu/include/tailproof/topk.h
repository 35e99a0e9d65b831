/**
 * The selector as a library: exact Top-K over ragged FP32 score rows, in C and in C++.
 *
 *   tailproof_shape shape = {rows, width, pitch, k, device};
 *   size_t bytes;
 *   tailproof_topk_workspace_bytes(&shape, &bytes);      // once a shape
 *   ... allocate bytes, aligned to 256 ...
 *   tailproof_topk_prepare(&call);                       // once a workspace
 *   tailproof_topk_select(&call);                        // any number of times, also in a graph
 *
 * A planner chooses the kernel from the shape and the device alone, so that a captured call may be
 * replayed with other scores, lengths and live row counts. Calls only enqueue work on the call's
 * stream: nothing is allocated, read back or waited for. One workspace serves one call at a time:
 * calls that may overlap (two streams, two graphs) need one each.
 *
 * Row r of indices holds min(K, L) distinct positions of [0, L), the largest scores of the row, in
 * no promised order, then K - min(K, L) times -1. Rows from the live row count on are left alone.
 * Lengths are clamped to [0, N]. A row with NaN in its valid prefix is outside the contract: the
 * call terminates and each index is in [0, L) or -1.
 *
 * Every function returns a status of variant.h; none throws or aborts. After
 * TAILPROOF_LAUNCH_FAILED the workspace must be prepared again.
 */
#ifndef TAILPROOF_TOPK_H
#define TAILPROOF_TOPK_H

#include "tailproof/variant.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Where this build of the library expects every buffer: in device memory if it was built by nvcc,
 * else in host memory, where the kernels run on the host runtime. */
tailproof_memory_space tailproof_topk_memory_space(void);

/** Bytes of workspace for calls of this shape. Bounded by the device's worker pool, not by rows. */
int tailproof_topk_workspace_bytes(const tailproof_shape* shape, size_t* bytes);

/** Initialises a workspace on the call's stream; looks at shape, workspace and stream only. */
int tailproof_topk_prepare(const tailproof_call* call);

/** Enqueues one selection. values must be null. */
int tailproof_topk_select(const tailproof_call* call);

/** Writes the plan of this shape as text, cut to size bytes including the final zero. length, which
 * may be null, receives the length of the whole text. */
int tailproof_topk_explain(const tailproof_shape* shape, char* text, size_t size, size_t* length);

/** Text for a status; for an error, with the details of the last one on this thread. Valid until
 * the thread's next call. */
const char* tailproof_topk_error_string(int status);

#ifdef __cplusplus
}  // extern "C"

#include <stdexcept>
#include <string>

namespace tailproof {

/// A status other than TAILPROOF_OK, with its text.
class TopKError : public std::runtime_error {
 public:
  explicit TopKError(int status)
      : std::runtime_error(tailproof_topk_error_string(status)), status_(status) {}
  [[nodiscard]] int status() const noexcept { return status_; }

 private:
  int status_;
};

/// The same calls for C++: errors become exceptions. Owns no memory.
class TopK {
 public:
  /// Throws TopKError for a shape that no plan exists for.
  explicit TopK(const tailproof_shape& shape) : shape_(shape) {
    require(tailproof_topk_workspace_bytes(&shape_, &workspace_bytes_));
  }

  [[nodiscard]] const tailproof_shape& shape() const noexcept { return shape_; }
  [[nodiscard]] std::size_t workspace_bytes() const noexcept { return workspace_bytes_; }

  /// A call of this shape on a workspace of workspace_bytes(); the caller fills in its buffers.
  [[nodiscard]] tailproof_call call(void* workspace, void* stream = nullptr) const noexcept {
    tailproof_call made{};
    made.shape = shape_;
    made.indices_pitch = shape_.rank;
    made.workspace = workspace;
    made.workspace_size = workspace_bytes_;
    made.stream = stream;
    return made;
  }
  static void prepare(const tailproof_call& call) { require(tailproof_topk_prepare(&call)); }
  static void select(const tailproof_call& call) { require(tailproof_topk_select(&call)); }

  /// The plan and its reasons, as text.
  [[nodiscard]] std::string explain() const {
    std::size_t length = 0;
    require(tailproof_topk_explain(&shape_, nullptr, 0, &length));
    std::string text(length + 1, '\0');
    require(tailproof_topk_explain(&shape_, text.data(), text.size(), nullptr));
    text.resize(length);
    return text;
  }

 private:
  static void require(int status) {
    if (status != TAILPROOF_OK) throw TopKError(status);
  }

  tailproof_shape shape_;
  std::size_t workspace_bytes_ = 0;
};

}  // namespace tailproof
#endif
#endif
