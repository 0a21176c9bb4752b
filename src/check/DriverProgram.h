// The program that calls a head and its derivative, as IR in the language of the head.
//
// It is run as `program INPUT OUTPUT`. The input is binary, in this order:
//   mode (4 bytes); control leaves; free extents of all buffers (8 bytes each); the other leaves;
//   with Mode::Derivative the shadows that the plan says are read, an element's directions together;
//   with Mode::Twice all leaves and those shadows once more.
// The output of Mode::Layout is, for each buffer, the bytes of an element; for each leaf with a rank,
// its extents. Otherwise it is each leaf, then (derivatives only) each shadow: where it has a rank, its
// number of elements first. endMarker closes both.
#pragma once

#include "check/Plan.h"
#include "support/Diagnostics.h"

namespace costate::check {

/// What the driver's own text must know of the point: lengths of assumed-length texts, procedures for
/// procedure arguments.
struct Choices {
  std::map<std::string, unsigned> lengths;
  std::map<std::string, ir::Symbol *> procedures;
  std::set<std::string> arrays; ///< pointers to records that point to several
};

/// Adds the driver to the program and makes it all that is emitted. A head without a derivative is only
/// called itself. `directions`: of a vector
/// tangent; 0: its argument says how many. Problems (arguments that cannot be made up) are in the
/// diagnostics.
Plan makeDriver(ir::Program &, const transform::DerivativeHead &, std::optional<unsigned> directions,
                const Choices &, Diagnostics &);

} // namespace costate::check
