// Traces for planted variants, taken from the reference.
#pragma once
#include "tailproof/variant.h"

namespace planted {

/// The reference's trace under a small policy.
void offer_exact_trace(tailproof_variant_v1_t& description);
/// The same with C(tau0) one too large.
void offer_wrong_trace(tailproof_variant_v1_t& description);
/// The same with seven digit rounds.
void offer_nonsense_trace(tailproof_variant_v1_t& description);
/// The same, but bits are added to what the record held, as if somebody had zeroed it.
void offer_unzeroed_trace(tailproof_variant_v1_t& description);
/// The same, and one histogram word past the buffer.
void offer_overrunning_trace(tailproof_variant_v1_t& description);
/// The same, and one byte before the records.
void offer_underrunning_trace(tailproof_variant_v1_t& description);

}  // namespace planted
