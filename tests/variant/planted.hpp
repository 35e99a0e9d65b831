/// The planted variants of libraries/planted_variant.cpp as subjects, and rows to put to them.
#pragma once
#include "tailproof/generators/case.hpp"
#include "tailproof/generators/counter_random.hpp"
#include "tailproof/properties/call.hpp"
#include "tailproof/properties/variant/variant_subject.hpp"

#include <stdlib.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

namespace tailproof::test {

/// The tests' own worker, short limits.
inline properties::IsolationOptions quick() {
  properties::IsolationOptions options;
  // Another one where the checker itself has a planted fault.
  const char* const other = std::getenv("TAILPROOF_TEST_WORKER");
  options.worker_program = other != nullptr ? other : TAILPROOF_TEST_WORKER;
  options.call_seconds = 20;
  options.memory_bytes = std::uint64_t{512} << 20;
  return options;
}

/// Chooses a planted fault for every worker that is started while this lives.
class PlantedFaultChoice {
 public:
  explicit PlantedFaultChoice(const char* fault) { ::setenv("TAILPROOF_PLANTED", fault, 1); }
  PlantedFaultChoice(const PlantedFaultChoice&) = delete;
  PlantedFaultChoice& operator=(const PlantedFaultChoice&) = delete;
  ~PlantedFaultChoice() { ::unsetenv("TAILPROOF_PLANTED"); }
};

inline properties::VariantTarget planted_library() {
  return {false, TAILPROOF_PLANTED_LIBRARY};
}

/// A planted variant in its worker.
class PlantedVariant {
 public:
  explicit PlantedVariant(const char* fault, properties::IsolationOptions options = quick())
      : choice_(fault), subject_(planted_library(), std::move(options)) {}
  properties::VariantSubject& operator*() { return subject_; }
  properties::VariantSubject* operator->() { return &subject_; }

 private:
  PlantedFaultChoice choice_;
  properties::VariantSubject subject_;
};

/// Full rows of small distinct scores in no particular order.
inline generators::RawRows plain_rows(std::int64_t rows, std::int64_t width, std::int32_t rank) {
  generators::RawRows raw;
  raw.width = width;
  raw.rank = rank;
  for (std::int64_t row = 0; row < rows; ++row) {
    std::vector<float> scores(static_cast<std::size_t>(width));
    for (std::size_t i = 0; i < scores.size(); ++i) scores[i] = static_cast<float>(i);
    const generators::CounterRandom random(7, static_cast<std::uint64_t>(row));
    for (std::size_t i = scores.size(); i > 1; --i) {
      std::swap(scores[i - 1], scores[random.at(i) % i]);
    }
    raw.scores.push_back(std::move(scores));
  }
  return raw;
}

inline properties::Call call_of(const generators::Case& made) {
  return properties::call_of(made);
}

/// Nothing if the text holds the part, else the text: a failed comparison then prints it.
inline std::string lacking(const std::string& text, const std::string& part) {
  return text.find(part) == std::string::npos ? text : std::string();
}

/// The answer to one call.
inline properties::Answer ask(properties::Subject& subject, const generators::Case& made,
                              bool traced = false) {
  properties::Answer answer;
  subject.select(call_of(made), traced, answer);
  return answer;
}

}  // namespace tailproof::test
