// FORMAT specifications and characters as text in standard form.
#pragma once

#include "frontend/fortran/Flang.h"

namespace costate::frontend::fortran {

/// `(...)`: Hollerith edit descriptors become quoted strings, blanks go, commas separate all items.
std::string formatText(const Fortran::format::FormatSpecification &);

/// The characters of a literal: Flang keeps its backslashes doubled in the parse tree (but not
/// those of a Hollerith constant).
std::string decoded(const std::string &literal);

} // namespace costate::frontend::fortran
