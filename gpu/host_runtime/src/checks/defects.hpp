/// The memory checks' reports. Each ends the launch.
#pragma once
#include "access.hpp"
#include "shadow.hpp"

namespace simt::detail::checks {

[[noreturn]] void report_race(const Access& access, Kind kind, const Stamp& earlier,
                              Kind earlier_kind);
[[noreturn]] void report_forbidden(const Access& access, Kind kind);
[[noreturn]] void report_uninitialised(const Access& access, Kind kind);
[[noreturn]] void report_read_only(const Access& access, Kind kind);
[[noreturn]] void report_outside_buffers(const Access& access, Kind kind);
[[noreturn]] void report_outside_shared(const Access& access, Kind kind, const Cta& owner,
                                        std::size_t offset);
[[noreturn]] void report_foreign_shared(const Access& access, Kind kind);
[[noreturn]] void report_exited_cta(const Access& access, Kind kind, const Cta& owner);
[[noreturn]] void report_foreign_local(const Access& access, Kind kind);

}  // namespace simt::detail::checks
