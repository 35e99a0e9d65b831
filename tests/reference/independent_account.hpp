/// A second opinion on what a selection does, written from the specification alone.
///
/// It shares no code with the reference and works the other way round: everything is sorted once,
/// and every count, boundary and digit is read off by rank. FP16 is floating-point arithmetic here,
/// not bit operations. Slow, and meant to be.
#pragma once
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace independent {

/// What the account depends on besides the row, with the production values of the specification.
struct Rules {
  int stride = 128;
  int rho_top = 3, rho_bottom = 2;
  bool rescue = true;
  int rho1_top = 7, rho1_bottom = 4;
  int segments = 1;
  long capacity = 4096;
  std::vector<int> digit_widths = {11, 11, 10};
  bool early_exit = false;
  enum { sampled, direct, direct_registers } mapping = sampled;
};

/// The summary has the names and forms of explain --json; histograms are by name, absent if the
/// route builds none: sampled, proposal0, proposal1, coarse, round0, round1, round2.
struct Account {
  nlohmann::json summary;
  std::map<std::string, std::vector<std::uint32_t>> histograms;
};

/// Tells what selecting the K greatest of one row must look like.
Account account_for(long row, const std::vector<float>& scores, int K, const Rules& rules);

/// The coarse bin, and the least float of a bin or better, as the specification defines them.
int coarse_bin(float score);
float cutoff(int bin);

}  // namespace independent
