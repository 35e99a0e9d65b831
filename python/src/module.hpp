/// The parts of the extension module _core; each adds its functions.
#pragma once
#include <nanobind/nanobind.h>

namespace tailproof::python {

void bind_selection(nanobind::module_& module);  ///< select, verify
void bind_rows(nanobind::module_& module);       ///< families, draw, materialise
void bind_check(nanobind::module_& module);      ///< check, replay, properties

}  // namespace tailproof::python
