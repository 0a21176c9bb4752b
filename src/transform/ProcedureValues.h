// Procedures as values: C functions whose address is taken, and Fortran procedures that procedure pointers
// point to, called through a pointer.
//
// A derivative compares the pointer with each function it may hold and calls that one's derivative.
// So it must know them all, and the address in the pointer must be the one the generated file sees:
// a static function copied into the generated file has another address than in the user's.
#pragma once

#include "analysis/Head.h"

#include <set>

namespace costate::transform {

/// Procedures whose names are values somewhere: in statements, and in what variables start with.
std::set<const ir::Procedure *> usedAsValues(const ir::Program &);

/// Gives functions of math.h that are used as values (`{sin, cos, my_function}`) a body, so that they
/// have derivatives like any function.
void giveMathBodies(ir::Program &);

/// Whether a pointer may hold a procedure that is not in the program: through an argument of a head, or
/// a global or a variable of a module that others can set, or by a procedure that keeps one that others give it.
bool functionsFromOutside(ir::Program &, const std::vector<analysis::Head> &);

/// The first argument by which a call gives a procedure pointer to a dummy procedure; null: none.
const ir::Expr *passedPointer(const ir::Call &, const ir::Procedure &target);

/// Refuses a call that does, where the pointer may hold a procedure that is not in the program.
void refuseUnknownPassed(const ir::Call &, const std::vector<ir::Procedure *> &targets, Diagnostics &);

/// Whether the pointer that a call goes through (`pointer`, in the names of the derivative) points to a procedure.
const ir::Expr *pointsTo(ir::Program &, const ir::Call &, const ir::Expr *pointer, const ir::Procedure &target,
                         ir::Language, Diagnostics &);

/// A statement that stops the program: the procedure that a pointer holds was not differentiated.
ir::StmtPtr stopUndifferentiated(ir::Language, Location);

/// Refuses static functions whose address reaches a derivative from the user's own file: through a
/// global, or from a procedure that is called as it is (`original`).
void checkStaticFunctions(ir::Program &, const std::set<const ir::Procedure *> &original,
                          Diagnostics &);

} // namespace costate::transform
