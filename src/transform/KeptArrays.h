// Arrays for what counted loops keep, indexed by iteration.
//
// Where a scalar is overwritten in every iteration of a nest of counted loops whose trips are all known
// before the outermost begins, its old values are not pushed one by one: an array with one element for each
// iteration holds them, so that compilers can vectorise both sweeps. It is made before the outermost loop and
// ends after that loop's backward sweep. A procedure that has both sweeps allocates it. Where the sweeps are
// procedures of their own, or the nest runs again and again, it is room on the tape: what the iterations push
// lies above it and is gone when the loop has run backwards, so the room is given back last in, first out.
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
  /// values of this type. `owner` is the outermost loop.
  const ir::Expr *element(const std::string &name, const ir::Type *, const std::vector<Loop> &nest,
                          const ir::For &owner, bool onTape);

  /// What stands around a loop in the two sweeps.
  struct Around {
    ir::Block before, after; ///< forward
    ir::Block again, end;    ///< backward
  };
  /// What makes the arrays of a nest that ended, and what ends them. `survives`: variables live from one sweep
  /// to the other.
  Around finish(const ir::For &owner, bool survives);

  /// The arrays of a nest of which nothing runs backwards: what its forward sweep puts into them is for nobody.
  void drop(const ir::For &owner, ir::Block &forward);

private:
  struct Kept {
    ir::Symbol *array;
    const ir::Type *value;
    std::vector<Loop> nest;
    const ir::For *owner;
    bool onTape;
  };
  const ir::Type *arrayType(const ir::Type *value, size_t rank, bool onTape);
  const ir::Expr *count(const std::vector<Loop> &);
  const ir::Expr *flatPosition(const std::vector<Loop> &);
  void allocate(const Kept &, ir::Block &out);
  void reserve(const Kept &, bool survives, Around &);
  const ir::Type *indexType(const std::vector<Loop> &);
  const ir::Type *wide();
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
