// FORMAT specifications as text in standard form.
#pragma once

#include "frontend/fortran/Flang.h"

namespace costate::frontend::fortran {

/// `(...)`: Hollerith edit descriptors become quoted strings, blanks go, commas separate all items.
std::string formatText(const Fortran::format::FormatSpecification &);

} // namespace costate::frontend::fortran
