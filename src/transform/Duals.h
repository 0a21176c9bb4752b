// The value of an expression together with its derivative, sharing what both compute.
//
// Costly parts that the derivative needs again (an exp, a quotient) are computed once, into a
// temporary before the statement. Not so under a condition or a mask, where computing a part that
// the program would not have computed could fault.
#pragma once

#include "analysis/Varied.h"
#include "rules/Rules.h"
#include "support/Diagnostics.h"
#include "transform/ArrayTemporaries.h"
#include "transform/LibraryHelpers.h"
#include "transform/Shadows.h"
#include "transform/SparsityRules.h"

namespace costate::transform {

class SeparableTerms;
class SparseLibrary;
class TangentObserver;

/// Whether computing an expression a second time costs more than keeping it: a function, a division
/// or a power, or more than a few operations.
bool isCostly(const ir::Expr *);

struct Dual {
  const ir::Expr *value;      ///< in the derivative procedure's symbols
  const ir::Expr *derivative; ///< null: zero
};

class Duals {
public:
  struct Context {
    ir::Program &program;
    const analysis::Varied &varied;
    const analysis::Variant &variant;
    ir::Procedure &procedure; ///< the derivative
    ir::Renaming &renaming;
    Shadows &shadows;
    ShadowTypes &types;
    const Directions &directions;
    LibraryHelpers &helpers;
    Diagnostics &diagnostics;
    TangentObserver *observer = nullptr;
    const SeparableTerms *terms = nullptr; ///< of a head that is a sum, with the library that counts them
    SparseLibrary *library = nullptr;
  };

  explicit Duals(const Context &context)
      : temporaryArrays(context.program, context.procedure), c(context),
        sets(context.program, context.procedure.language, context.diagnostics) {}

  ArrayTemporaries temporaryArrays;

  /// Temporaries are assigned at the end of `before`; none are made where `before` is null.
  Dual of(const ir::Expr *, ir::Block *before);

  /// The shadow of a place or pointer that varies. Where it has none (memory of another type, cast)
  /// that is an error; of a null pointer it is null.
  const ir::Expr *shadow(const ir::Expr *);
  /// The same with all directions.
  const ir::Expr *wholeShadow(const ir::Expr *);

  /// Whether a variable was made to hold a value of this statement.
  bool isTemporary(const ir::Symbol *) const;

  /// What temporaries hold may change from here on.
  void beginStatement() { held.clear(); }

  /// Zero in a type: a constant, or a constructor of zeros for a record.
  const ir::Expr *zero(const ir::Type *, Location);

  /// A new variable that holds the value, assigned at the end of `before`.
  const ir::Expr *temporary(const ir::Expr *value, ir::Block &before, const char *name = "temp");

  /// The arrays among those; their bounds start at 1, like those of the expressions they hold.
  const std::set<const ir::Symbol *> &arrays() const { return arrayTemporaries; }
  void addArray(const ir::Symbol *s) { arrayTemporaries.insert(s); }

  /// The derivative of an array value as an array, where it is one number for all elements.
  const ir::Expr *conformed(const ir::Expr *derivative, const ir::Expr *value);

private:
  Dual part(const ir::Expr *, ir::Block *before);
  Dual operation(const ir::Expr *, ir::Block *before);
  Dual setOperation(const ir::Expr *);
  const ir::Expr *orRefused(const ir::Expr *shadow, const ir::Expr *original);
  const ir::Expr *reused(const ir::Expr *) const;
  bool isElementwise(const ir::Expr *) const;
  Dual aggregate(const ir::Expr *);
  void refuse(const ir::Expr *, const rules::Operation &);

  Context c;
  SparsityRules sets;
  std::set<const ir::Symbol *> arrayTemporaries;
  /// Values of this statement that are in a temporary, and the temporary.
  std::vector<std::pair<const ir::Expr *, const ir::Expr *>> held;
};

} // namespace costate::transform
