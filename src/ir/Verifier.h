// Checks that a program is canonical. Runs after every transform in debug builds; a fault is a bug
// in Costate, never the user's.
//
// The faults it names:
//   raw statement      a Label, Goto, Exit, ... survived the structurer
//   shared statement   one Stmt object hangs in two blocks
//   foreign symbol     an expression names a variable of a procedure that is not in its scope
//   bad place          an assignment, result or allocation target is not a place
//   assigned counter   the body of a For assigns the loop's variable
//   type mismatch      operands of an operation, or the sides of an assignment, differ in type
//   bad condition      a condition is not a scalar Logical
//   missing type       an expression has no type
#pragma once

#include "ir/Program.h"

#include <string>
#include <vector>

namespace costate::ir {

/// The faults found, as readable lines; empty: the program is canonical.
std::vector<std::string> verify(Program &);

/// Ends with an internal error if the program is not canonical.
void verifyOrDie(Program &, const std::string &afterWhat);

} // namespace costate::ir
