// What is measured: selectors of the variant ABI, and the floors.
#pragma once
#include "layout.hpp"
#include "tailproof/simt.hpp"
#include "tailproof/variant.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace tailproof::gpu_bench {

/// The buffers of a case, on the device.
struct CaseBuffers {
  const Layout* layout = nullptr;
  const float* scores = nullptr;
  const std::int32_t* lengths = nullptr;
  std::int32_t* indices = nullptr;  ///< rank slots for each of the layout's lengths
};

/// How many rows of the first call took which way, by its trace.
struct RouteRates {
  double bytes_per_row = -1;
  double band_rate = -1, exact_rate = -1;
};

/// Something that a replay runs.
class Entry {
 public:
  explicit Entry(std::string name) : name_(std::move(name)) {}
  virtual ~Entry() = default;
  Entry(const Entry&) = delete;
  Entry& operator=(const Entry&) = delete;
  [[nodiscard]] const std::string& name() const { return name_; }
  /// Selectors answer; floors do not.
  [[nodiscard]] virtual bool selects() const { return false; }
  [[nodiscard]] virtual bool can_be_captured() const { return true; }
  /// Why it cannot run here, or "". Allocates what it needs; enqueues its preparation.
  [[nodiscard]] virtual std::string prepare(const CaseBuffers& buffers, simt::Stream& stream) = 0;
  /// Enqueues all launches of the layout once. Throws DeviceError.
  virtual void enqueue(const CaseBuffers& buffers, simt::Stream& stream) = 0;
  /// Largest of its workspaces; -1: it has none.
  [[nodiscard]] virtual std::int64_t workspace_bytes() const { return -1; }
  /// Runs the first call once more with a trace, if the selector offers one. Throws DeviceError.
  [[nodiscard]] virtual RouteRates route_rates(const CaseBuffers&, simt::Stream&, double) {
    return {};
  }
  /// Frees what prepare() allocated.
  virtual void release() {}

 private:
  std::string name_;
};

/// The floors, by name "floor-...", and "launch", an empty kernel.
[[nodiscard]] std::vector<std::unique_ptr<Entry>> make_floors(std::int64_t sm_count);

/// A selector behind the variant ABI. The description must outlive the entry.
[[nodiscard]] std::unique_ptr<Entry> make_selector(const tailproof_variant_v1_t& variant);

/// By name of a mapping, "planted-wrong" or "planted-tired", or, if there is a slash in it, the
/// path of a library. Throws UsageError.
[[nodiscard]] const tailproof_variant_v1_t& find_variant(const std::string& name);

/// Names that find_variant() knows.
[[nodiscard]] std::vector<std::string> variant_names();

/// A right selector whose last row goes wrong: from the first call on, or from the fourth since it
/// was prepared. The first shows that a wrong entry is not timed, the second that its answers are
/// looked at again afterwards.
[[nodiscard]] const tailproof_variant_v1_t& planted_wrong();
[[nodiscard]] const tailproof_variant_v1_t& planted_tired();

}  // namespace tailproof::gpu_bench
