// Expressions as C text: exactly the tree, few parentheses, no cast that C makes by itself.
#pragma once

#include "emit/Unhoist.h"
#include "emit/c/Conversions.h"
#include "emit/c/Declarators.h"

#include <optional>

namespace costate::emit::c {

/// C's operators by how tightly they bind.
enum class Precedence {
  Comma,
  Assignment,
  Ternary,
  Or,
  And,
  BitOr,
  BitXor,
  BitAnd,
  Equality,
  Relational,
  Shift,
  Additive,
  Multiplicative,
  Unary,
  Postfix,
  Primary,
};

struct Printed {
  std::string text;
  Precedence precedence = Precedence::Primary;
};

/// In parentheses where it binds less tightly than it must.
std::string parenthesised(const Printed &, Precedence least);

class Expressions {
public:
  explicit Expressions(const Names &names)
      : names(names), declarators(names, [this](const ir::Expr *e) { return value(e); }) {}

  /// Prints temporaries of this procedure in place from now on; null: prints them as they are.
  void use(const Unhoisted *folded) { unhoisted = folded; }
  /// The statement whose expressions are printed next.
  void enter(const ir::Stmt *statement) { at = statement; }

  std::string value(const ir::Expr *e) { return print(e).text; }
  /// Where C tests against zero by itself.
  std::string condition(const ir::Expr *e) { return conditionText(e).text; }
  std::string negated(const ir::Expr *condition);
  /// Where C converts to the expression's type by itself: the right side of an assignment, an
  /// argument of a function with a prototype.
  std::string assigned(const ir::Expr *e);
  /// As an argument C has no type for.
  std::string variadicArgument(const ir::Expr *e);
  /// As one side of a comparison.
  std::string comparand(const ir::Expr *e, bool isBare = true) {
    return parenthesised(bare(e, isBare), Precedence::Shift);
  }
  std::string call(const ir::Call &);
  /// `{1, 2}` for an aggregate, the value otherwise.
  std::string initialiser(const ir::Expr *e);

  /// `+=` and its right side, where `place = value` is `place op= right` exactly.
  struct Compound {
    std::string op; ///< `+=`, or `++` and `--` with an empty right side
    std::string right;
  };
  std::optional<Compound> compound(const ir::Expr *place, const ir::Expr *value);

  const Declarators &types() const { return declarators; }

private:
  Printed print(const ir::Expr *);
  Printed conditionText(const ir::Expr *);
  Printed bare(const ir::Expr *, bool isBare);
  std::string operand(const ir::Expr *, Precedence least);

  Printed constant(const ir::IntegerConstant &);
  Printed variable(const ir::Variable &);
  Printed element(const ir::Expr *base, const std::vector<const ir::Expr *> &subscripts,
                  size_t count);
  Printed dereference(const ir::Dereference &);
  Printed field(const ir::Field &);
  Printed unary(const ir::Unary &);
  Printed binary(const ir::Binary &);
  Printed logical(const ir::Binary &);
  Printed shift(const ir::Binary &);
  Printed convert(const ir::Convert &);
  Printed castTo(const ir::Type *, const ir::Expr *);
  Printed conditional(const ir::Conditional &);
  Printed makeComplex(const ir::MakeComplex &);
  Printed intrinsic(const ir::Intrinsic &);
  Printed addressOf(const ir::AddressOf &);
  Printed pointerAdd(const ir::PointerAdd &);
  Printed aggregate(const ir::Expr *);
  std::string items(const ir::Expr *);

  Printed folded(const Folded &);
  Printed foldedConditional(const Folded &);
  Printed foldedCondition(const Folded &);
  Printed join(const Printed &left, const char *op, const Printed &right, Precedence);

  const Names &names;
  Declarators declarators;
  const Unhoisted *unhoisted = nullptr;
  const ir::Stmt *at = nullptr;
};

} // namespace costate::emit::c
