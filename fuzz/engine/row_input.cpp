#include "row_input.hpp"

#include "tailproof/reference/contract.hpp"

namespace tailproof::fuzz {

bool RowInput::has_nan() const noexcept {
  return reference::first_nan(scores).has_value();
}

reference::Policy read_policy(Input& input) {
  using Widths = std::array<std::uint8_t, reference::digit_rounds>;
  constexpr std::array<Widths, 4> widths = {Widths{11, 11, 10}, Widths{7, 12, 13}, Widths{16, 8, 8},
                                            Widths{1, 15, 16}};
  const std::uint32_t first = input.byte();
  const std::uint32_t capacity = input.byte();
  const std::uint32_t flags = input.byte();
  const std::uint32_t ratios = input.byte();
  reference::PolicyParameters p;
  p.stride = 2u << (first % 64 % 6);
  p.digit_widths = widths[first / 64];
  p.candidate_capacity = capacity + 1;
  p.early_exit = (flags & 2u) != 0;
  p.segments = 1u << ((flags >> 2) & 3u);
  switch ((flags >> 4) & 3u) {
    case 2:
      p.proposal = reference::Proposal::direct;
      break;
    case 3:
      p.proposal = reference::Proposal::direct_registers;
      break;
    default:
      p.proposal = reference::Proposal::sampled;
  }
  const std::uint32_t quarters = (ratios & 15u) + 1;
  p.retention = {quarters, 4};
  p.rescue = reference::Ratio{quarters + (ratios >> 4), 4};
  if ((flags & 1u) != 0) p.rescue.reset();
  return reference::Policy(p);
}

std::vector<float> read_scores(Bytes bytes) {
  std::vector<float> scores(bytes.size() / sizeof(float));
  Input input(bytes);
  for (float& score : scores) {
    score = std::bit_cast<float>(static_cast<std::uint32_t>(input.number(sizeof(float))));
  }
  return scores;
}

RowInput read_row(Bytes bytes) {
  Input input(bytes);
  RowInput made;
  made.policy = read_policy(input);
  made.rank = static_cast<std::int32_t>(input.number(2) % 1024) + 1;
  made.row = static_cast<std::int64_t>(input.number(2));
  made.scores = read_scores(input.rest());
  return made;
}

properties::Specimen specimen_of(const RowInput& input) {
  properties::Specimen specimen;
  const std::int64_t before = input.row % input.policy.stride();
  specimen.rows.scores.resize(static_cast<std::size_t>(before));
  specimen.rows.scores.push_back(input.scores);
  specimen.rows.width = static_cast<std::int64_t>(input.scores.size());
  specimen.rows.rank = input.rank;
  specimen.rows.policy = input.policy;
  return specimen;
}

}  // namespace tailproof::fuzz
