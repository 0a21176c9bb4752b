// A line of the table, parsed.
#pragma once

#include "ir/Program.h"
#include "rules/Formula.h"
#include "rules/Table.h"

namespace costate::rules {

/// What type an argument or result may have.
enum class ValueType { Floating, Real, Complex, Integer, Logical };

struct RuleArgument {
  std::string name;
  ValueType field = ValueType::Floating;
  static constexpr int anyRank = -1, anyArray = -2;
  int rank = anyRank;
};

struct Derivative {
  enum class Form { None, Partial, Pair, Moved };
  Form form = Form::None;
  FormulaRef tangent; ///< the partial itself, or an expression in `d`; null of Moved
  FormulaRef adjoint; ///< of a Pair; of Moved, null where loops must do it
};

struct Rule {
  std::string name;
  std::vector<RuleArgument> arguments;
  std::vector<Derivative> derivatives; ///< one for each argument
  bool variadic = false;
  bool array = false; ///< works on whole arrays, not elementwise
  bool steps = false;
  std::optional<ValueType> result; ///< where it is not the arguments' own
  FormulaRef definition;           ///< what it computes, where that is a formula
  FormulaRef kink;
  std::vector<std::string> fortran, c, cComplex; ///< spellings
  std::string helper; ///< file of a helper's source; empty: the language has the function
};

/// The rules of one name in the table, in its order.
const std::vector<const Rule *> &rulesNamed(const std::string &name);
/// The rules a language spells so.
const std::vector<const Rule *> &rulesSpelled(const std::string &spelling, ir::Language);
/// All rules, in the order of the tables: functions, steps, helpers, array functions.
const std::vector<Rule> &allRules();

/// Whether an expression of this type fits.
bool fits(const ir::Type *, const RuleArgument &);

/// The arguments in the rule's order where they fit it, a null for none; empty where they do not.
std::optional<std::vector<const ir::Expr *>> matched(const Rule &, const ir::Type *result,
                                                     const std::vector<const ir::Expr *> &arguments,
                                                     const std::vector<std::string> &keywords = {});

} // namespace costate::rules
