#include "tailproof/io/safetensors.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "tailproof/io/input_error.hpp"

namespace tailproof::io {
namespace {

using nlohmann::json;

[[noreturn]] void refuse(const std::string& file, const std::string& problem) {
  throw InputError({.file = file}, problem);
}

/// One entry of the header; offsets count from the end of the header.
struct Tensor {
  std::string name;
  std::string dtype;
  std::vector<std::uint64_t> shape;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

/// Parses the header, refusing repeated names (JSON keeps the last in silence) and nesting deeper
/// than the format has (which would let a small file build a large tree).
json parse_header(const std::string& file, std::string_view text) {
  constexpr int deepest = 3;
  std::set<std::string> names;
  std::set<std::string> fields;
  const auto check = [&](int depth, json::parse_event_t event, json& parsed) {
    if (depth > deepest) refuse(file, ".safetensors header is nested too deeply");
    if (event == json::parse_event_t::object_start && depth == 1) fields.clear();
    if (event == json::parse_event_t::key && depth <= 2) {
      const auto& name = parsed.get_ref<const std::string&>();
      if (!(depth == 1 ? names : fields).insert(name).second) {
        refuse(file, ".safetensors header has the key " + printable(name) + " twice");
      }
    }
    return true;
  };
  try {
    json header = json::parse(text, check);
    if (!header.is_object()) refuse(file, ".safetensors header is not a JSON object");
    return header;
  } catch (const json::exception& error) {
    refuse(file, ".safetensors header is not JSON: " + printable(error.what()));
  }
}

std::vector<std::uint64_t> unsigned_list(const std::string& file, const std::string& tensor,
                                         const json& entry, const char* field) {
  const auto found = entry.find(field);
  if (found == entry.end() || !found->is_array()) {
    refuse(file, fmt::format("tensor {} has no list '{}'", printable(tensor), field));
  }
  std::vector<std::uint64_t> values;
  for (const json& value : *found) {
    if (!value.is_number_unsigned()) {
      refuse(file, fmt::format("tensor {}: '{}' holds something other than non-negative integers",
                               printable(tensor), field));
    }
    values.push_back(value.get<std::uint64_t>());
  }
  return values;
}

Tensor read_entry(const std::string& file, const std::string& name, const json& entry) {
  if (!entry.is_object())
    refuse(file, "tensor " + printable(name) + " is not described by an object");
  const auto dtype = entry.find("dtype");
  if (dtype == entry.end() || !dtype->is_string()) {
    refuse(file, "tensor " + printable(name) + " has no 'dtype'");
  }
  const auto offsets = unsigned_list(file, name, entry, "data_offsets");
  if (offsets.size() != 2 || offsets[0] > offsets[1]) {
    refuse(file, "tensor " + printable(name) + ": 'data_offsets' is not [begin, end]");
  }
  return {name, dtype->get<std::string>(), unsigned_list(file, name, entry, "shape"), offsets[0],
          offsets[1]};
}

void check_size(const std::string& file, const Tensor& tensor) {
  static const std::map<std::string, std::size_t, std::less<>> sizes{
      {"BOOL", 1}, {"U8", 1},  {"I8", 1},  {"U16", 2}, {"I16", 2}, {"F16", 2}, {"BF16", 2},
      {"U32", 4},  {"I32", 4}, {"F32", 4}, {"U64", 8}, {"I64", 8}, {"F64", 8}};
  const auto size = sizes.find(tensor.dtype);
  if (size == sizes.end()) return;  // a type this reader never returns; its bounds still count
  const std::uint64_t needed = array_bytes(file, tensor.shape, size->second);
  if (needed != tensor.end - tensor.begin) {
    refuse(file, fmt::format("tensor {}: shape {} of {} takes {} bytes, but its data_offsets span "
                             "{}",
                             printable(tensor.name), shape_text(tensor.shape),
                             printable(tensor.dtype), needed, tensor.end - tensor.begin));
  }
}

/// The format wants the data section covered exactly once.
void check_layout(const std::string& file, std::vector<Tensor> tensors, std::uint64_t data_size) {
  std::sort(tensors.begin(), tensors.end(), [](const Tensor& a, const Tensor& b) {
    return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
  });
  std::uint64_t covered = 0;
  for (const Tensor& tensor : tensors) {
    check_size(file, tensor);
    if (tensor.end > data_size) {
      refuse(file, fmt::format("is truncated: tensor {} ends at byte {} of the data, but there are "
                               "{}",
                               printable(tensor.name), tensor.end, data_size));
    }
    if (tensor.begin != covered) {
      refuse(file,
             fmt::format("tensor {} starts at byte {} of the data, {} the end of the one "
                         "before it ({})",
                         printable(tensor.name), tensor.begin,
                         tensor.begin < covered ? "overlapping" : "leaving a hole after", covered));
    }
    covered = tensor.end;
  }
  if (covered != data_size) {
    refuse(file, fmt::format("has {} bytes after the last tensor", data_size - covered));
  }
}

ElementType element_type(const std::string& file, const Tensor& tensor) {
  if (tensor.dtype == "F32") return ElementType::float32;
  if (tensor.dtype == "I32") return ElementType::int32;
  if (tensor.dtype == "I64") return ElementType::int64;
  refuse(file, fmt::format("tensor {}: dtype {} is not supported: scores are F32, indices I32, "
                           "lengths I32 or I64",
                           printable(tensor.name), printable(tensor.dtype)));
}

[[noreturn]] void refuse_missing(const std::string& file, const std::string& name,
                                 const std::vector<Tensor>& tensors) {
  constexpr std::size_t most_listed = 20;
  std::vector<std::string> listed;
  for (const Tensor& tensor : tensors) {
    if (listed.size() == most_listed) {
      listed.push_back(fmt::format("and {} more", tensors.size() - most_listed));
      break;
    }
    listed.push_back(fmt::format("{} {} {}", printable(tensor.name), printable(tensor.dtype),
                                 shape_text(tensor.shape)));
  }
  const std::string asked = name.empty() ? "name a tensor as FILE.safetensors:TENSOR"
                                         : "has no tensor " + printable(name);
  refuse(file, listed.empty() ? asked + "; the file holds none"
                              : fmt::format("{}; there are {}", asked, fmt::join(listed, ", ")));
}

}  // namespace

ArrayHeader find_tensor(const std::string& file, std::span<const std::byte> bytes,
                        const std::string& tensor) {
  constexpr std::uint64_t prefix = 8;
  if (bytes.size() < prefix) refuse(file, "is truncated within the .safetensors header size");
  std::uint64_t header_size = 0;
  for (std::uint64_t i = 0; i < prefix; ++i) {
    header_size |= std::to_integer<std::uint64_t>(bytes[i]) << (8 * i);
  }
  if (header_size > longest_safetensors_header) {
    refuse(file, fmt::format(".safetensors header of {} bytes is too long (at most {})",
                             header_size, longest_safetensors_header));
  }
  if (header_size > bytes.size() - prefix) {
    refuse(file, fmt::format("is truncated: .safetensors header of {} bytes, but {} bytes follow",
                             header_size, bytes.size() - prefix));
  }
  const json header = parse_header(
      file, {reinterpret_cast<const char*>(bytes.data()) + prefix, std::size_t{header_size}});
  std::vector<Tensor> tensors;
  for (const auto& [name, entry] : header.items()) {
    if (name != "__metadata__") tensors.push_back(read_entry(file, name, entry));
  }
  check_layout(file, tensors, bytes.size() - prefix - header_size);
  const auto found = std::find_if(tensors.begin(), tensors.end(),
                                  [&](const Tensor& t) { return t.name == tensor; });
  if (found == tensors.end()) refuse_missing(file, tensor, tensors);
  return {element_type(file, *found), found->shape, prefix + header_size + found->begin};
}

}  // namespace tailproof::io
