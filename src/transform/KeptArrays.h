// Arrays for what counted loops keep, indexed by iteration.
//
// Where a scalar is overwritten in every iteration of a nest of counted loops whose trips are all known
// before the outermost begins, its old values need no tape: an array with one element for each iteration
// holds them, so that compilers can vectorise both sweeps. It is made before the outermost loop and
// ends after that loop's backward sweep, so this is for procedures that have both.
#pragma once

#include "ir/Builder.h"
#include "transform/Tape.h"

namespace costate::transform {

/// How often a loop between numbers runs, or something below 1 where it does not; nothing for others.
std::optional<int64_t> constantTrips(const ir::Expr *lower, const ir::Expr *bound, int64_t step, bool inclusive);

class KeptArrays {
public:
  KeptArrays(ir::Program &program, ir::Procedure &procedure, Tape &tape)
      : program(program), b(program), procedure(procedure), tape(tape) {}

  /// A loop as the derivative procedure sees it: its symbols are renamed already.
  struct Loop {
    ir::Symbol *variable;
    const ir::Expr *lower, *bound;
    int64_t step;
    bool inclusive;
  };

  /// The element for this iteration of the nest, outermost loop first, of a new array that holds
  /// values of this type.
  const ir::Expr *element(const std::string &name, const ir::Type *, const std::vector<Loop> &nest);

  /// Appends what makes the arrays of the nest that ended, and what ends them.
  void finishNest(ir::Block &before, ir::Block &after);

  struct Kept {
    ir::Symbol *array;
    const ir::Type *value;
    std::vector<Loop> nest;
  };
  /// The arrays of the nest that has begun: they wait while nests inside one of its iterations, which runs
  /// both sweeps, begin and end.
  std::vector<Kept> exchange(std::vector<Kept> others) { return std::exchange(open, std::move(others)); }

private:
  const ir::Expr *trips(const Loop &, const ir::Type *);
  const ir::Expr *position(const Loop &, const ir::Type *);
  const ir::Expr *in(const ir::Expr *, const ir::Type *);
  bool countsItself(const Loop &) const;

  ir::Program &program;
  ir::Builder b;
  ir::Procedure &procedure;
  Tape &tape;
  std::vector<Kept> open;
};

} // namespace costate::transform
