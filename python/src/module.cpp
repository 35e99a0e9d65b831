// The extension module: a thin layer; what users call is in the Python files beside it.
#include "module.hpp"

#include <exception>

#include "tailproof/io/input_error.hpp"
#include "tailproof/reference/errors.hpp"

namespace nb = nanobind;

// Whatever a caller got wrong is a ValueError with the sentence that the tool prints.
static void translate(const std::exception_ptr& thrown, void*) {
  try {
    std::rethrow_exception(thrown);
  } catch (const tailproof::InputError& error) {
    PyErr_SetString(PyExc_ValueError, error.what());
  } catch (const tailproof::reference::ContractError& error) {
    PyErr_SetString(PyExc_ValueError, error.what());
  } catch (const tailproof::reference::PolicyError& error) {
    PyErr_SetString(PyExc_ValueError, error.what());
  }
}

NB_MODULE(_core, module) {
  module.doc() = "Tailproof's reference, oracle, generators and property suite";
  nb::register_exception_translator(translate);
  tailproof::python::bind_selection(module);
  tailproof::python::bind_rows(module);
  tailproof::python::bind_check(module);
}
