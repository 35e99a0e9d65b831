#include "tailproof/io/trace_json.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <system_error>

#include "tailproof/io/input_error.hpp"

namespace tailproof::io {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;
using reference::RoundTrace;
using reference::Trace;

[[noreturn]] void refuse(const std::string& problem) {
  throw InputError({.file = "trace"}, problem);
}

template <typename T>
ordered_json value_or_null(const std::optional<T>& value) {
  return value ? ordered_json(*value) : ordered_json(nullptr);
}

ordered_json bits_or_null(const std::optional<std::uint32_t>& bits) {
  return bits ? ordered_json(fmt::format("0x{:08x}", *bits)) : ordered_json(nullptr);
}

/// Takes the members of one object; done() refuses those that nobody took.
class Members final {
 public:
  explicit Members(const json& object) : object_(object) {
    if (!object.is_object()) refuse("expected a JSON object");
  }

  const json& take(const char* key) {
    const auto found = object_.find(key);
    if (found == object_.end()) refuse(fmt::format("key '{}' is missing", key));
    taken_.insert(key);
    return *found;
  }

  template <typename T>
  T integer(const char* key) {
    const json& value = take(key);
    constexpr auto most = std::numeric_limits<T>::max();
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() > std::uint64_t{most}) {
      refuse(fmt::format("'{}' is not an integer in [0, {}]", key, most));
    }
    return value.get<T>();
  }

  template <typename T>
  std::optional<T> integer_or_null(const char* key) {
    if (take(key).is_null()) return std::nullopt;
    return integer<T>(key);
  }

  std::string string(const char* key) {
    const json& value = take(key);
    if (!value.is_string()) refuse(fmt::format("'{}' is not a string", key));
    return value.get<std::string>();
  }

  std::optional<std::uint32_t> bits_or_null(const char* key) {
    if (take(key).is_null()) return std::nullopt;
    const std::string text = string(key);
    std::uint32_t bits = 0;
    const char* const end = text.data() + text.size();
    constexpr int base = 16;
    if (text.size() != 10 || !text.starts_with("0x") ||
        std::from_chars(text.data() + 2, end, bits, base).ptr != end) {
      refuse(fmt::format("'{}' is not of the form 0x%08x", key));
    }
    return bits;
  }

  void done() const {
    for (const auto& [key, value] : object_.items()) {
      if (!taken_.contains(key)) refuse("unknown key " + printable(key));
    }
  }

 private:
  const json& object_;
  std::set<std::string, std::less<>> taken_;
};

RoundTrace round_of(const json& object) {
  Members members(object);
  RoundTrace round;
  round.digit = members.integer<std::uint32_t>("digit");
  round.committed = members.integer<std::int64_t>("committed");
  round.kept = members.integer<std::int64_t>("kept");
  round.quota = members.integer<std::int64_t>("quota");
  members.done();
  return round;
}

}  // namespace

std::string to_json(const Trace& trace) {
  ordered_json rounds = ordered_json::array();
  for (const RoundTrace& round : trace.rounds) {
    rounds.push_back({{"digit", round.digit},
                      {"committed", round.committed},
                      {"kept", round.kept},
                      {"quota", round.quota}});
  }
  const ordered_json object{
      {"row", trace.row},
      {"length", trace.length},
      {"rank", trace.rank},
      {"route", std::string(reference::route_name(trace.route))},
      {"stride", value_or_null(trace.stride)},
      {"phase", value_or_null(trace.phase)},
      {"view", value_or_null(trace.view)},
      {"q", value_or_null(trace.q)},
      {"q1", value_or_null(trace.q1)},
      {"tau0", value_or_null(trace.tau0)},
      {"tau1", value_or_null(trace.tau1)},
      {"t0_bits", bits_or_null(trace.t0_bits)},
      {"t1_bits", bits_or_null(trace.t1_bits)},
      {"count0", value_or_null(trace.count0)},
      {"count1", value_or_null(trace.count1)},
      {"tau_star", value_or_null(trace.tau_star)},
      {"committed", value_or_null(trace.committed)},
      {"frontier", value_or_null(trace.frontier)},
      {"quota", value_or_null(trace.quota)},
      {"rounds", rounds},
      {"tie_slots", value_or_null(trace.tie_slots)},
      {"spilled", trace.spilled},
      {"reads", trace.reads},
  };
  return object.dump();
}

Trace trace_from_json(std::string_view text) {
  json object;
  try {
    object = json::parse(text);
  } catch (const json::exception& error) {
    refuse("is not JSON: " + printable(error.what()));
  }
  Members members(object);
  Trace trace;
  trace.row = members.integer<std::int64_t>("row");
  trace.length = members.integer<std::int32_t>("length");
  trace.rank = members.integer<std::int32_t>("rank");
  const std::string route = members.string("route");
  const auto known = reference::route_of_name(route);
  if (!known) refuse("unknown route " + printable(route));
  trace.route = *known;
  trace.stride = members.integer_or_null<std::uint32_t>("stride");
  trace.phase = members.integer_or_null<std::uint32_t>("phase");
  trace.view = members.integer_or_null<std::int64_t>("view");
  trace.q = members.integer_or_null<std::int64_t>("q");
  trace.q1 = members.integer_or_null<std::int64_t>("q1");
  trace.tau0 = members.integer_or_null<std::uint32_t>("tau0");
  trace.tau1 = members.integer_or_null<std::uint32_t>("tau1");
  trace.t0_bits = members.bits_or_null("t0_bits");
  trace.t1_bits = members.bits_or_null("t1_bits");
  trace.count0 = members.integer_or_null<std::int64_t>("count0");
  trace.count1 = members.integer_or_null<std::int64_t>("count1");
  trace.tau_star = members.integer_or_null<std::uint32_t>("tau_star");
  trace.committed = members.integer_or_null<std::int64_t>("committed");
  trace.frontier = members.integer_or_null<std::int64_t>("frontier");
  trace.quota = members.integer_or_null<std::int64_t>("quota");
  const json& rounds = members.take("rounds");
  if (!rounds.is_array()) refuse("'rounds' is not a list");
  for (const json& round : rounds) trace.rounds.push_back(round_of(round));
  trace.tie_slots = members.integer_or_null<std::int64_t>("tie_slots");
  trace.spilled = members.integer<std::int64_t>("spilled");
  trace.reads = members.integer<std::int64_t>("reads");
  members.done();
  return trace;
}

}  // namespace tailproof::io
