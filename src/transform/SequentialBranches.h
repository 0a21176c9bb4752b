// Branches as parts of straight-line code.
//
// A branch stays as it is, but computes the partial derivatives of what it writes by what it reads, both ways; after it,
// each number that it may have written is assigned to itself with that derivative:
//     if (x > y) { p = 2*x; z = x*x; } else { p = 0.0; z = 1.0; }
//     z = carry(z, p*x)
// What is read is what it was before the branch: a copy, where the branch may overwrite it. A number that one side does
// not assign has the derivative 1 by itself there.
#pragma once

#include "transform/BlockJacobian.h"

namespace costate::transform {

/// C's choices between expressions become branches.
void branchAtChoices(ir::Program &, ir::Procedure &);

class SequentialBranches {
public:
  SequentialBranches(ir::Program &program, ir::Procedure &procedure, std::set<const ir::Stmt *> &sequential,
                     BlockJacobian::Refuse refuse)
      : program(program), procedure(procedure), sequential(sequential), refuse(std::move(refuse)), b(program) {}

  /// Whether a branch of assignments is left.
  static bool isThere(const ir::Block &, const std::set<const ir::Stmt *> &sequential);

  /// The innermost branches, each once. False where one is refused.
  bool run(analysis::StraightLine &, const BlockJacobian::IsActive &);

private:
  class Branch;
  bool branch(const ir::If &, ir::Block &out);
  void splice(ir::Block &);

  ir::Program &program;
  ir::Procedure &procedure;
  std::set<const ir::Stmt *> &sequential;
  BlockJacobian::Refuse refuse;
  ir::Builder b;
  analysis::StraightLine *lines = nullptr;
  BlockJacobian::IsActive isActive;
  std::map<const ir::Stmt *, ir::Block> made; ///< in place of branches
};

} // namespace costate::transform
