#include "device_stage.hpp"

#include "output_check.hpp"

#include <utility>

namespace tailproof::properties {
namespace {

constexpr std::size_t workspace_alignment = 256;

DevicePointer address(const void* pointer) {
  return reinterpret_cast<DevicePointer>(pointer);
}

}  // namespace

DeviceStage::DeviceStage(const CudaDriver& driver, const tailproof_variant_v1_t& variant,
                         const VariantFunctions& functions)
    : driver_(driver), variant_(variant), functions_(functions), stream_(driver.make_stream()) {}

DeviceStage::~DeviceStage() {
  driver_.destroy_stream(stream_);
}

template <typename T>
T* DeviceStage::place(DeviceBuffer& buffer, std::unique_ptr<ReservedRange>& range,
                      std::int64_t row_elements, std::int64_t pitch, bool apart) {
  const std::int64_t rows = call_.shape.row_capacity;
  const auto row_bytes = static_cast<std::size_t>(row_elements) * sizeof(T);
  const auto pitch_bytes = static_cast<std::size_t>(pitch) * sizeof(T);
  if (apart) {
    range = std::make_unique<ReservedRange>(driver_, rows, row_bytes, pitch_bytes);
    return reinterpret_cast<T*>(range->data());
  }
  const auto alignment = static_cast<std::size_t>(variant_.limits.base_alignment) * sizeof(float);
  buffer.place(static_cast<std::size_t>(rows) * pitch_bytes, alignment, 0);
  return buffer.on_device<T>();
}

std::optional<Refusal> DeviceStage::set_up(const tailproof_shape& shape, bool apart) {
  call_ = {};
  call_.shape = shape;
  call_.stream = stream_;
  call_.indices_pitch = apart ? shape.pitch : shape.rank;
  call_.scores = place<float>(scores_, scores_range_, shape.width, shape.pitch, apart);
  call_.indices =
      place<std::int32_t>(indices_, indices_range_, shape.rank, call_.indices_pitch, apart);
  if ((variant_.flags & TAILPROOF_WRITES_VALUES) != 0) {
    call_.values = place<float>(values_, values_range_, shape.rank, call_.indices_pitch, apart);
  }
  lengths_.place(static_cast<std::size_t>(shape.row_capacity) * sizeof(std::int32_t),
                 sizeof(std::int32_t), 0);
  call_.lengths = lengths_.on_device<const std::int32_t>();
  live_rows_.place(sizeof(std::int32_t), sizeof(std::int32_t), 0);
  if ((variant_.flags & TAILPROOF_READS_LIVE_ROWS) != 0) {
    call_.live_rows = live_rows_.on_device<const std::int32_t>();
  }
  return set_up_workspace();
}

std::optional<Refusal> DeviceStage::set_up_workspace() {
  std::size_t bytes = 0;
  if (auto refusal = functions_.workspace_bytes(call_.shape, bytes)) return refusal;
  workspace_.place(bytes, workspace_alignment, 0);
  call_.workspace = workspace_.on_device<void>();
  call_.workspace_size = bytes;
  if ((variant_.flags & TAILPROOF_NEEDS_ZEROED_WORKSPACE) != 0) {
    workspace_.clear();
  } else {
    workspace_.fill(0x57a6e);
  }
  driver_.synchronize();
  auto refusal = functions_.prepare(call_);
  driver_.wait_for(stream_);
  return refusal;
}

void DeviceStage::load(ExerciseRows rows) {
  rows_ = std::move(rows);
  poison_ = output_poison(++loads_);
  const std::int64_t count = call_.shape.row_capacity;
  slots_.assign(static_cast<std::size_t>(count) * static_cast<std::size_t>(call_.shape.rank),
                poison_);
  const auto row_bytes = static_cast<std::size_t>(rows_.width) * sizeof(float);
  const auto slot_bytes = static_cast<std::size_t>(call_.shape.rank) * sizeof(std::int32_t);
  if (scores_range_ == nullptr) {
    scores_.write(rows_.scores.data());
    indices_.write(slots_.data());
  } else {
    for (std::int64_t row = 0; row < count; ++row) {
      driver_.upload(address(call_.scores + row * call_.shape.pitch),
                     rows_.scores.data() + row * rows_.pitch, row_bytes);
      driver_.upload(address(call_.indices + row * call_.indices_pitch), slots_.data(), slot_bytes);
    }
  }
  lengths_.write(rows_.lengths.data());
  live_rows_.write(&rows_.live);
  driver_.synchronize();
}

std::optional<Refusal> DeviceStage::enqueue() const {
  return functions_.select(call_);
}

std::optional<WrongRow> DeviceStage::judge() {
  driver_.wait_for(stream_);
  const std::int64_t rank = call_.shape.rank;
  const auto slot_bytes = static_cast<std::size_t>(rank) * sizeof(std::int32_t);
  if (indices_range_ == nullptr) {
    indices_.read(slots_.data(), indices_.size());
  } else {
    for (std::int64_t row = 0; row < call_.shape.row_capacity; ++row) {
      driver_.download(slots_.data() + row * rank,
                       address(call_.indices + row * call_.indices_pitch), slot_bytes);
    }
  }
  return first_wrong(rows_, call_.shape.rank, slots_, rank, poison_);
}

}  // namespace tailproof::properties
