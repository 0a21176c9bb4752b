// OpenMP directives on the loops that are proven independent (analysis/Dependence.h).
//
// The outermost loop of a nest that can run in parallel gets the directive, with `private`,
// `lastprivate` and `reduction` clauses as it needs them. Induction variables that the directive would
// break are replaced by their closed forms first (InductionSubstitution.h); the loop variable gets its
// final value after the loop where someone reads it.
//
// Where the proof has a condition, the program tests it before the loop. The `if` clause of the directive
// then runs the loop on one thread, iteration after iteration, where it does not hold; a loop with
// substituted variables is kept in its old form for that case.
//
// A loop whose condition or clauses cannot be written down there, or whose condition has more comparisons
// than anyone would write, stays as it is. So does every loop of a procedure that has OpenMP or OpenACC
// directives of its own (its author has decided), and of a pure one, where Fortran allows none.
#pragma once

#include "analysis/Dependence.h"

namespace costate::transform {

struct ParallelOptions {
  /// No procedure that a parallel loop calls gets directives.
  bool oneLevel = false;
  /// Nor a loop that has too little to do (LoopWork.h), or is an innermost one with two or more around it: people
  /// choose where threads start, and here nobody looks.
  bool worthwhile = false;
  /// The program is a derivative: directives in it are of loops that the proofs for their originals make independent
  /// (ParallelIterations.h), to be completed. And nothing that a compiler has been seen to fail on.
  bool derivative = false;
};

/// Adds the directives; returns how many.
unsigned parallelize(ir::Program &, const ParallelOptions & = {});

} // namespace costate::transform
