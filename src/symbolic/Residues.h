// Forms that are never zero because of what integers are: by divisors and by residues.
#pragma once

#include "symbolic/Form.h"

namespace costate::symbolic {

/// A number divides all factors of the form but not its constant; or the form is never a multiple of
/// some modulus, whatever the residues of its atoms are. False says nothing.
bool isNeverZero(const AtomTable &, const Form &);

} // namespace costate::symbolic
