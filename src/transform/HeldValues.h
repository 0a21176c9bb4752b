// Variables that hold the value of an expression where the backward sweep would compute it.
//
// Of `v = e`, an adjoint in the same block may read v for e
// (H1) as the statement's own: where the block's backward piece follows its forward piece, or begins by computing
//      v again or by reading it from a record, no later statement of the block writes v (what those put back is what they wrote), and the statement
//      does not put back what v held before, which it does before its adjoint;
// (H2) anywhere in the block, where v comes from the forward sweep, outside loops, and nothing else in the
//      procedure writes it: as the statement's own; for other statements, where that holds of all that e
//      reads, too, or nothing in the procedure writes it;
// (H3) for other statements of the block, where v holds e in all of the block's backward piece, nothing else in the
//      procedure writes v, and no statement from the one to the other writes what e reads: e is the same number in both. The
//      derivative of a sine is read from the cosine of the same angle.
#pragma once

#include "analysis/Recording.h"

namespace costate::transform {

class HeldValues {
public:
  HeldValues(const analysis::Recording &recording, const analysis::Variant &v, bool paired)
      : recording(recording), v(v), paired(paired) {}

  /// How the block at hand runs.
  struct Sweep {
    bool follows; ///< its backward piece follows its forward piece
    bool once;    ///< outside of loops, or of those inside an iteration that runs both sweeps
    bool inFused; ///< in such an iteration
  };

  class InBlock {
  public:
    /// Assignments whose places hold their values where the adjoint of a statement of the block runs.
    std::vector<const ir::Assign *> at(const ir::Stmt &) const;

  private:
    friend class HeldValues;
    const HeldValues *values = nullptr;
    const ir::Block *block = nullptr;
    std::set<const ir::Assign *> own;
    std::multimap<const ir::Symbol *, const ir::Assign *> readers; ///< that hold everywhere, by what they read
    std::multimap<const ir::Symbol *, const ir::Assign *> near;    ///< (H3), likewise
    std::map<const ir::Stmt *, size_t> positions;                  ///< of statements, where `near` has some
  };
  /// `isLoaded`: the block's backward piece begins with what the statement has computed, from a record.
  InBlock in(const ir::Block &, const Sweep &, const std::function<bool(const ir::Assign &)> &isLoaded) const;

private:
  bool mayHold(const ir::Assign &) const;
  bool isFromForward(const ir::Assign &, const Sweep &) const;
  bool isFixed(const ir::Expr *) const;
  bool isSameAt(const ir::Assign &, size_t at, size_t other, const ir::Block &) const;

  const analysis::Recording &recording;
  const analysis::Variant &v;
  bool paired;
};

} // namespace costate::transform
