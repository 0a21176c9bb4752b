// Calls as parts of straight-line code, by their local Jacobians (interface contraction).
//
// What cannot be flattened in (a loop of unknown length, recursion) is called as its vector
// tangent, with one direction for each number that it is given; behind it, each number that it may
// have written is assigned with the derivative that came out:
//     xd = identity
//     call g_dv(x, xd, y, yd, 2)
//     y = carry(y, yd(1)*x(1) + yd(2)*x(2))
// So the whole inside of the call is one step of the graph, with an edge from each input to each
// output. Inputs are what they were before the call: copies, where it may overwrite them. A number
// that it may leave as it is is an input, too.
//
// While the analyses look at the program the call is that of the original; the tangent is called in
// what is generated.
#pragma once

#include "transform/CallNumbers.h"
#include "transform/FlattenCalls.h"
#include "transform/Tangent.h"

#include <list>

namespace costate::transform {

class Generated;

/// Makes vector tangents whose number of directions is an argument, for the file that is generated.
class CalledTangents {
public:
  virtual ~CalledTangents() = default;
  virtual std::vector<DerivativeHead> make(const std::vector<analysis::Head> &) = 0;
  /// What was made goes with this.
  virtual void join(Generated &, std::vector<std::unique_ptr<ir::Procedure>> &) = 0;
};

class ContractedCalls {
public:
  explicit ContractedCalls(ir::Program &program) : program(program), b(program) {}

  /// Contracts the calls that are left in a procedure, but for those in loops; those that cannot be
  /// stay, and `left` says why. Statements that are no assignments of numbers become sequential
  /// (SequentialBranches.h).
  void run(ir::Procedure &, const CallNumbers::Known &, std::set<const ir::Stmt *> &sequential,
           LeftCalls &left);

  bool found() const { return !made.empty(); }
  /// The called procedures.
  std::vector<analysis::Head> heads() const;
  /// Calls in a body that is generated become those of the tangents of these heads; says what is
  /// missing.
  std::string callTangents(ir::Block &, const std::vector<DerivativeHead> &);

private:
  struct Contraction {
    ir::Procedure *target;
    std::vector<CallSlot> slots;
    unsigned directions;
    size_t head;
  };
  class OneCall;

  ir::Program &program;
  ir::Builder b;
  std::map<const ir::Symbol *, Contraction> made; ///< by the name of the procedure in that call
  std::list<analysis::Head> called;
};

} // namespace costate::transform
