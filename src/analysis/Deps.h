// DEPS(e) of the paper: the sources a value depends on, and how.
//
// (L1) A source is the value of a cell on entry to the procedure, or any value the procedure gave the cell
//      later on. Sources are what varies; all else is constant.
// (L2) How is a Shape (rules/Rules.h), whose order refines the lattice of Fig. 6: none (top), polynomials by
//      degree, of which the first is linear, rational, other (bottom); beside the polynomials lie values that
//      only jump. `meet` is the paper's: how a value depends that is one of two.
// (L3) Linear means that the derivative by the source is a constant: it changes with no source, as long as the
//      program makes the same choices. So a product of two values that vary is linear in neither (Fig. 7), while
//      3*x, x/3 and x*p, where nothing in p varies, are linear in x. The degree is the total degree of the terms in
//      which the source occurs. What a choice depends on, it depends on nonlinearly: so where a value is linear in
//      a source, that source makes no choices, and its second differences vanish.
#pragma once

#include "analysis/Memory.h"
#include "rules/Rules.h"

#include <memory>

namespace costate::analysis {

using rules::Shape;

struct Source {
  CellId cell;
  bool entry; ///< the value on entry; else one that it got since
  bool operator==(const Source &) const = default;
  auto operator<=>(const Source &) const = default;
};

class Deps;
/// Shared, as values are copied far more often than made. Null: a constant.
using DepsRef = std::shared_ptr<const Deps>;

class Deps {
public:
  struct Entry {
    Source source;
    Shape shape;
    bool operator==(const Entry &) const = default;
  };

  static DepsRef of(Source, Shape);

  llvm::ArrayRef<Entry> entries() const { return list; }
  /// How the value depends on all sources together.
  Shape all() const;
  bool operator==(const Deps &other) const { return entries() == other.entries(); }

  /// In any order; none of shape none.
  void add(Source, Shape);
  DepsRef done() &&;
  static DepsRef merged(const DepsRef &, const DepsRef &);

private:
  llvm::SmallVector<Entry, 4> list; ///< once done: by source, each once
};

bool equal(const DepsRef &, const DepsRef &);

/// Either of the two, or both in a sum.
DepsRef meet(const DepsRef &, const DepsRef &);

/// Nothing is known but that it depends: what a branch, a subscript or an unknown procedure makes of it.
DepsRef nonlinear(const DepsRef &);

/// Fig. 7 for an operation: by the derivative table, not by syntax.
DepsRef through(const rules::Operation &, llvm::ArrayRef<DepsRef> arguments);

/// A value that depends on sources, `outer`, which are given values that depend on others.
DepsRef composed(const Deps &outer, const std::function<DepsRef(Source)> &inner);

/// Of a loop that goes on raising degrees, no degree is known.
DepsRef widened(const DepsRef &before, const DepsRef &after);

} // namespace costate::analysis
