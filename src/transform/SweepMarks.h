// Calls between the statements of both sweeps, for tests of what one leaves to the other.
//
// After the forward piece of a statement, and before its backward piece, the adjoint tells where the
// variables of the original are: `sweep_note` for each, then `sweep_forward` or `sweep_backward` with the
// number of the place in the program. The functions are the tester's (tests/fuzz/sweeps.c). Between the two
// calls run the adjoint of all that comes after the statement, U |- D-bar in the words of seed 002.
#pragma once

#include "ir/Builder.h"

namespace costate::transform {

class SweepMarks {
public:
  /// `places`: how many there are so far in the program.
  SweepMarks(ir::Program &program, ir::Procedure &procedure, unsigned &places)
      : b(program), procedure(procedure), places(places) {}

  /// Variables of the original, as the procedure names them.
  void add(ir::Symbol *);

  /// After what runs forward, and before what runs backward.
  void between(ir::Block &forward, ir::Block &backward);

private:
  enum class Kind { Real = 1, Integer, Truth, Pointer };
  void note(const ir::Expr *place);
  void mark(const char *sweep, ir::Block &out);

  ir::Builder b;
  ir::Procedure &procedure;
  unsigned &places;
  std::vector<std::vector<ir::OpaquePiece>> notes;
};

} // namespace costate::transform
