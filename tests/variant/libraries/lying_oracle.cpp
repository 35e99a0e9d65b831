// The device oracle for host memory with a fault by the environment variable
// TAILPROOF_PLANTED_ORACLE: "deaf" accepts everything, on trial too; "accepts-later" and
// "rejects-later" pass the trial, then accept or reject whatever they are asked.
#define tailproof_oracle_judge honest_oracle_judge
#include "device_oracle.cpp"
#undef tailproof_oracle_judge

#include <cstdlib>
#include <string>

// More questions than the trial puts.
constexpr int honest_for = 200;

extern "C" int tailproof_oracle_judge(const tailproof_oracle_call* call) {
  static int asked = 0;
  const int status = honest_oracle_judge(call);
  const char* const name = std::getenv("TAILPROOF_PLANTED_ORACLE");
  const std::string fault = name == nullptr ? "" : name;
  ++asked;
  if (status != TAILPROOF_OK || (fault != "deaf" && asked <= honest_for)) return status;
  for (std::int64_t row = 0; row < call->shape.row_capacity; ++row) {
    call->verdicts[row].outcome =
        fault == "rejects-later" ? TAILPROOF_ROW_REJECTED : TAILPROOF_ROW_ACCEPTED;
    call->verdicts[row].kinds = 0;
  }
  return status;
}
