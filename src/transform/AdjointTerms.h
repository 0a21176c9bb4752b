// What one statement adds to the adjoints of what it reads.
//
// An expression is taken apart from its result to its operands: the adjoint of the result times the
// partial derivative (from the table) is what an operand gets. Costly parts that several terms need
// are computed once, into a temporary before them. A branch of a conditional expression is only
// entered where the original entered it: 0 times an infinite derivative would not be 0.
#pragma once

#include "analysis/Flattening.h"
#include "transform/ArrayElements.h"
#include "transform/Duals.h"

#include "llvm/ADT/DenseMap.h"

namespace costate::transform {

/// Costs nothing to name twice: a place, a constant, the opposite of one.
bool isSimple(const ir::Expr *);

class AdjointTerms {
public:
  explicit AdjointTerms(const Duals::Context &context)
      : arrays(context.program, context.procedure), c(context), b(context.program) {}

  ArrayTemporaries arrays;

  /// Appends what adds `seed`, the adjoint of the value of an expression of the original, to the
  /// adjoints of all the expression reads. Seeds of records and constructors are places. Under a mask
  /// (WHERE) only elements where it holds are added.
  void accumulate(const ir::Expr *, const ir::Expr *seed, const ir::Expr *mask, ir::Block &out);

  /// Appends `adjoint = 0`, by element or component where the language has no shorter way.
  void clear(const ir::Expr *adjoint, ir::Block &out, const ir::Expr *mask = nullptr);

  /// A new variable that holds the value of a scalar or array.
  const ir::Expr *temporary(const ir::Expr *value, ir::Block &out, const char *name);

  /// What temporaries hold may change from here on.
  void beginStatement(const ir::Stmt &s) {
    held.clear();
    current = &s;
  }
  /// A place that holds a value where the statement's adjoint runs.
  void hold(const ir::Expr *value, const ir::Expr *place) { held.push_back({value, place}); }

  /// The adjoint of a place or pointer of the original; an error where it has none.
  const ir::Expr *shadow(const ir::Expr *);

  /// What an adjoint place is the adjoint of, and the assignment that reads or writes that; nothing where it is not known.
  std::optional<analysis::PlaceUse> origin(const ir::Expr *adjoint) const {
    auto known = origins.find(adjoint);
    return known == origins.end() ? std::nullopt : std::optional(known->second);
  }

  /// The shadow of a pointer as another type: C's adjoints are written, whatever is const in the
  /// original.
  const ir::Expr *pointerAs(const ir::Type *, const ir::Expr *pointer);

  /// Appends `adjoint += seed` of two places of one type, by element or component where needed.
  void addParts(const ir::Expr *adjoint, const ir::Expr *seed, ir::Block &out);

  const ir::Expr *zero(const ir::Type *, Location);

  /// Loops over the elements of an array place (C), `body` gets one.
  void forEachElement(const ir::Expr *array, ir::Block &out,
                      const std::function<void(const ir::Expr *, ir::Block &)> &body);
  /// The same for two places of one shape.
  void forEachElement(const ir::Expr *array, const ir::Expr *other, ir::Block &out,
                      const std::function<void(const ir::Expr *, const ir::Expr *, ir::Block &)> &);

private:
  void operation(const ir::Expr *, const ir::Expr *seed, const ir::Expr *mask, ir::Block &out);
  /// Of what is moved about without a rule (AdjointMoves.cpp).
  void moved(const rules::Operation &, const ir::Intrinsic &, const ir::Expr *seed, ir::Block &out);
  ir::StmtPtr gathered(const ir::Expr *adjoint, const ir::Expr *number, bool negative,
                       const ir::Expr *seed);
  void branches(const ir::Expr *condition, const ir::Expr *whenTrue, const ir::Expr *whenFalse,
                const ir::Expr *seed, ir::Block &out);
  void select(const ir::Intrinsic &merge, const ir::Expr *seed, const ir::Expr *mask,
              ir::Block &out);
  void aggregate(const ir::Expr *, const ir::Expr *seed, const ir::Expr *mask, ir::Block &out);
  /// A null counter: the seed is a scalar, the adjoint of every item.
  void items(const std::vector<const ir::Expr *> &, const ir::Expr *seed, ir::Symbol *counter,
             ir::Block &out);
  void increment(const ir::Expr *adjoint, const ir::Expr *seed, const ir::Expr *mask,
                 ir::Block &out);
  bool outerProduct(const ir::Expr *adjoint, const ir::Expr *seed, ir::Block &out);
  void whereMasked(std::vector<const ir::Expr *> arrays, const ir::Expr *mask, ir::Block &out,
                   const ArrayElements::Body &);
  void scatter(const ir::Expr *adjoint, const ir::Expr *seed, const ir::Expr *mask, ir::Block &out);
  const ir::Expr *summed(const ir::Expr *, const ir::Expr *mask);
  const ir::Expr *masked(const ir::Expr *sum, const ir::Expr *mask);
  const ir::Expr *chosen(const ir::Expr *seed, const ir::Expr *, const ir::Expr *mask);
  const ir::Expr *value(const ir::Expr *) const;
  const ir::Expr *reused(const ir::Expr *) const;
  bool isActive(const ir::Expr *) const;
  const ir::Expr *twice(const ir::Expr *);
  void holdResults(const ir::Expr *, ir::Block &out);
  bool quotient(const rules::Operation &, const ir::Expr *seed, const rules::Values &, ir::Block &out);
  bool readsResultTwice(rules::Operation &, const ir::Expr *result, const std::vector<unsigned> &active,
                        const ir::Expr *seed, rules::Values known);
  bool isElementwise(const ir::Expr *) const;
  const ir::Expr *conformed(const ir::Expr *seed, const ir::Expr *);
  const ir::Expr *writable(const ir::Expr *);
  void refuse(const ir::Expr *, const std::string &reason);

  Duals::Context c;
  ir::Builder b;
  /// Values of this statement that are in a temporary, and the temporary.
  std::vector<std::pair<const ir::Expr *, const ir::Expr *>> held;
  const ir::Stmt *current = nullptr;
  llvm::DenseMap<const ir::Expr *, analysis::PlaceUse> origins;
};

/// `a(list)`, `r(list)%x`: elements in the order of an array of subscripts.
bool hasVectorSubscript(const ir::Expr *place);

} // namespace costate::transform
