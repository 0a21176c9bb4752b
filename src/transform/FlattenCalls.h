// Calls replaced by the bodies of what they call.
//
// A canonical procedure ends at the end of its body, so a call is its arguments, bound by the rules of the language, then
// the body with variables of its own. By reference (Fortran's places, C's pointers that are never assigned): the body
// names the actual argument itself; subscripts of that are evaluated before, once. By value: a variable of the body that
// begins with the value; a constant, or a variable that nothing in the body can change, stands for itself.
#pragma once

#include "ir/Program.h"

#include <functional>
#include <map>
#include <set>

namespace costate::transform {

/// Why calls of procedures stay as they are; null: of those called through pointers.
using LeftCalls = std::map<const ir::Symbol *, std::string>;

/// Flattens calls in a procedure, and those in what it calls; with `wanted`, only those. It does not grow beyond so many
/// statements.
LeftCalls flattenCalls(ir::Program &, ir::Procedure &, size_t limit = 5000,
                       const std::function<bool(const ir::Call &, const ir::Procedure &target)> &wanted = {});

/// Flattens calls of those of these procedures that are short: assignments of numbers in their own variables, with branches
/// and counted loops where the text does not grow much by it, and what becomes so by that; calls with a directive stay.
/// Whether there were any.
bool flattenShortCalls(ir::Program &, const std::set<const ir::Procedure *> &wanted);

} // namespace costate::transform
