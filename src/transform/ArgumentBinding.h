// One call as the body of what it calls: how arguments are bound (FlattenCalls.h says why that is the same).
#pragma once

#include "ir/Builder.h"
#include "ir/Rewrite.h"
#include "transform/PointerTargets.h"

namespace costate::transform {

/// Data that is never written: a table of constants.
bool isConstantData(const ir::Symbol &, const ir::Procedure &owner);

/// Of a procedure whose calls are replaced, as it was before the first of them was.
struct CallerFacts {
  std::set<const ir::Symbol *> addressed; ///< some pointer may lead to them
  std::set<const ir::Symbol *> settled;   ///< arguments that say the extents of arrays, and keep their values
};
CallerFacts callerFacts(const ir::Procedure &);

class ArgumentBinding {
public:
  ArgumentBinding(ir::Program &, ir::Procedure &caller, const ir::Procedure &callee, const ir::Call &,
                  const CallerFacts &);

  /// Appends the statements; says why not where that cannot be done.
  std::string flatten(ir::Block &out);

  /// Only the arguments, for calls that stay: appends what has to be evaluated before; says why not.
  std::string bindArguments(ir::Block &out);
  /// What a place of an argument is in the caller; null where it has no name there.
  const ir::Expr *inCaller(const ir::Expr *);

private:
  /// What stands for an array of Fortran: the actual argument, and how subscripts go over.
  struct Array {
    const ir::Expr *whole = nullptr; ///< null: a part that has no name
    const ir::Expr *base = nullptr;
    struct Axis {
      const ir::Expr *fixed = nullptr; ///< a subscript of the actual argument
      int64_t dummyLower = 1;
      const ir::Expr *lower = nullptr; ///< where the dummy's first element lies
      const ir::Expr *stride = nullptr;
      const ir::Dimension *within = nullptr; ///< where each subscript has to be looked at
    };
    std::vector<Axis> axes; ///< of the base
  };

  bool bind(const ir::Symbol *dummy, const ir::Expr *actual, ir::Block &out);
  bool bindArray(const ir::Symbol *dummy, const ir::Expr *actual, ir::Block &out);
  bool bindWhole(const ir::Symbol *dummy, const ir::Expr *actual, Array &);
  bool bindSection(const ir::Symbol *dummy, const ir::Element &actual, Array &);
  bool bindFrom(const ir::Symbol *dummy, const ir::Element &actual, Array &);
  bool endsWithin(const ir::Dimension &mine, const ir::Dimension &column, const ir::Expr *first);
  bool isWithin(const ir::Dimension &column, const ir::Expr *subscript) const;
  bool hasSameExtents(const ir::ArrayType &, const ir::ArrayType &, bool butLast) const;
  const ir::Expr *frozen(const ir::Expr *place, ir::Block &out);
  const ir::Expr *frozenValue(const ir::Expr *value, ir::Block &out);
  const ir::Expr *frozenPointer(const ir::Expr *, ir::Block &out);
  void copyIn(const ir::Symbol *dummy, const ir::Expr *value, ir::Block &out);
  bool standsForItself(const ir::Expr *actual) const;
  bool isOutOfReach(const ir::Symbol *) const;
  ir::Symbol *own(const ir::Symbol &, const std::string &name);
  void declareLocals();
  void bindResult();
  const ir::Expr *rewritten(const ir::Expr *);
  const ir::Expr *element(const Array &, const ir::Element &);
  bool fail(std::string why) {
    if (problem.empty())
      problem = std::move(why);
    return false;
  }

  ir::Program &program;
  ir::Procedure &caller;
  const ir::Procedure &callee;
  const ir::Call &call;
  const CallerFacts &facts;
  ir::Builder b;
  Ranges ranges; ///< of the variables of loops of the body
  ir::Renaming renaming; ///< of variables that the body has for itself
  std::map<const ir::Symbol *, const ir::Expr *> values; ///< of dummies that stand for something else
  std::map<const ir::Symbol *, Array> arrays;
  bool storesResult = false;
  std::string problem;
};

} // namespace costate::transform
