// Policies as text: what --policy takes, what cases on disk and reports print.
#include "tailproof/reference/errors.hpp"
#include "tailproof/reference/policy.hpp"

#include <charconv>
#include <limits>
#include <string_view>
#include <vector>

namespace tailproof::reference {
namespace {

constexpr std::string_view known_names =
    "proposal, stride, rho, rescue, segments, capacity, digits, early-exit";

[[noreturn]] void reject(std::string_view part, const std::string& why) {
  throw PolicyError("policy: in \"" + std::string(part) + "\": " + why);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::uint32_t parse_number(std::string_view text, std::string_view part) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) {
    reject(part, "expected a whole number, got \"" + std::string(text) + "\"");
  }
  return value;
}

Ratio parse_ratio(std::string_view text, std::string_view part) {
  const auto parts = split(text, '/');
  if (parts.size() > 2) reject(part, "expected a ratio such as 3/2");
  return {parse_number(parts[0], part), parts.size() == 2 ? parse_number(parts[1], part) : 1};
}

Proposal parse_proposal(std::string_view text, std::string_view part) {
  if (text == "sampled") return Proposal::sampled;
  if (text == "direct") return Proposal::direct;
  if (text == "direct-registers") return Proposal::direct_registers;
  reject(part, "expected sampled, direct or direct-registers");
}

void parse_digits(std::string_view text, std::string_view part, PolicyParameters& parameters) {
  const auto parts = split(text, '+');
  if (parts.size() != parameters.digit_widths.size()) {
    reject(part, "expected three widths such as 11+11+10");
  }
  for (std::size_t j = 0; j < parts.size(); ++j) {
    const std::uint32_t width = parse_number(parts[j], part);
    if (width > 32) reject(part, "a digit width must be in [1, 16]");
    parameters.digit_widths[j] = static_cast<std::uint8_t>(width);
  }
}

void parse_part(std::string_view part, PolicyParameters& parameters) {
  const std::size_t equals = part.find('=');
  if (equals == std::string_view::npos) {
    reject(part, "expected NAME=VALUE with a name of: " + std::string(known_names));
  }
  const std::string_view name = part.substr(0, equals);
  const std::string_view value = part.substr(equals + 1);
  if (name == "proposal") {
    parameters.proposal = parse_proposal(value, part);
  } else if (name == "stride") {
    parameters.stride = parse_number(value, part);
  } else if (name == "rho") {
    parameters.retention = parse_ratio(value, part);
  } else if (name == "rescue") {
    parameters.rescue.reset();
    if (value != "none") parameters.rescue = parse_ratio(value, part);
  } else if (name == "segments") {
    parameters.segments = parse_number(value, part);
  } else if (name == "capacity") {
    parameters.candidate_capacity = parse_number(value, part);
  } else if (name == "digits") {
    parse_digits(value, part, parameters);
  } else if (name == "early-exit") {
    const std::uint32_t flag = parse_number(value, part);
    if (flag > 1) reject(part, "expected 0 or 1");
    parameters.early_exit = flag == 1;
  } else {
    reject(part, "unknown name; known are: " + std::string(known_names));
  }
}

std::string_view proposal_name(Proposal proposal) {
  switch (proposal) {
    case Proposal::sampled:
      return "sampled";
    case Proposal::direct:
      return "direct";
    case Proposal::direct_registers:
      return "direct-registers";
  }
  return "";
}

std::string ratio_text(const Ratio& ratio) {
  return std::to_string(ratio.numerator) + "/" + std::to_string(ratio.denominator);
}

}  // namespace

std::string to_string(const Policy& policy) {
  const PolicyParameters& p = policy.parameters();
  std::string text = "proposal=" + std::string(proposal_name(p.proposal));
  text += ",stride=" + std::to_string(p.stride);
  text += ",rho=" + ratio_text(p.retention);
  text += ",rescue=" + (p.rescue.has_value() ? ratio_text(*p.rescue) : std::string("none"));
  text += ",segments=" + std::to_string(p.segments);
  text += ",capacity=" + std::to_string(p.candidate_capacity);
  text += ",digits=" + std::to_string(p.digit_widths[0]) + "+" + std::to_string(p.digit_widths[1]) +
          "+" + std::to_string(p.digit_widths[2]);
  text += std::string(",early-exit=") + (p.early_exit ? "1" : "0");
  return text;
}

Policy parse_policy(const std::string& text) {
  PolicyParameters parameters;
  if (!text.empty()) {
    for (const std::string_view part : split(text, ',')) parse_part(part, parameters);
  }
  return Policy(parameters);
}

}  // namespace tailproof::reference
