// What Costate knows about the names of intrinsic functions.
#pragma once

#include <string>

namespace costate::frontend::fortran {

/// How a reference is represented.
enum class IntrinsicForm {
  Generic,         ///< Intrinsic under its generic name
  Conversion,      ///< Convert to the result type (`dble`, `int`, `float`)
  ComplexFromParts, ///< `cmplx`, `dcmplx`
  ConvertedResult, ///< the generic function, then Convert (`amax0`, `max1`)
  Impure,          ///< has a state or looks at the world: a call, never an expression
};

struct IntrinsicName {
  IntrinsicForm form;
  std::string generic;
};

/// The generic name and form of an intrinsic function as the source wrote it (lower case).
IntrinsicName intrinsicName(const std::string &written);

/// Whether all arguments of the function have one type, that of the first promoted with the rest
/// (`max`, `min`).
bool promotesArguments(const std::string &generic);

/// Whether the function asks about a pointer or allocatable itself rather than its value.
bool asksAboutPointer(const std::string &generic);

} // namespace costate::frontend::fortran
