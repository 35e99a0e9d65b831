#include "tailproof/properties/subject.hpp"

#include <array>

namespace tailproof::properties {

std::string_view status_name(Status status) noexcept {
  static constexpr std::array<std::string_view, 4> names = {"ok", "refused", "crashed", "hung"};
  return names[static_cast<std::size_t>(status)];
}

void Subject::exercise(Guard, const Call&, Answer& answer) {
  answer.status = Status::refused;
  answer.message = "makes no such calls";
  answer.breaches.clear();
}

bool admits(const Traits& traits, const Call& call) noexcept {
  return call.rank >= traits.least_rank && call.rank <= traits.greatest_rank &&
         call.matrix.width <= traits.greatest_width;
}

void prepare(const Call& call, Answer& answer) {
  answer.status = Status::ok;
  answer.message.clear();
  answer.indices.assign(static_cast<std::size_t>(call.rows()) * static_cast<std::size_t>(call.rank),
                        unwritten);
  answer.traces.clear();
  answer.marks = {};
  answer.accepted.clear();
  answer.breaches.clear();
}

}  // namespace tailproof::properties
