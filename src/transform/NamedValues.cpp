#include "transform/NamedValues.h"

#include "analysis/Differentiable.h"
#include "analysis/SlowFunctions.h"
#include "ir/Builder.h"
#include "ir/Constants.h"
#include "ir/Rewrite.h"
#include "rules/Rules.h"

namespace costate::transform {

using namespace ir;
using analysis::Varied;
using analysis::Variant;
using rules::Operation;
using rules::Treatment;

namespace {

/// At most so many elements are as soon summed up again.
constexpr int64_t few = 8;

/// The number of elements of a place, where it is a constant.
std::optional<int64_t> constantSize(const Expr *place) {
  auto *element = llvm::dyn_cast<Element>(place);
  auto *array = llvm::dyn_cast<ArrayType>((element ? element->base : place)->type->strip());
  if (!array)
    return std::nullopt;
  auto extent = [&](const Expr *lower, const Expr *upper) -> std::optional<int64_t> {
    auto from = lower ? constantValue(lower) : 1, to = upper ? constantValue(upper) : std::nullopt;
    return from && to ? std::optional(std::max<int64_t>(*to - *from + 1, 0)) : std::nullopt;
  };
  int64_t size = 1;
  for (size_t i = 0; i < array->dimensions.size(); ++i) {
    const Dimension &d = array->dimensions[i];
    const Expr *lower = d.lower, *upper = d.upper;
    if (element && i < element->subscripts.size()) {
      auto *range = llvm::dyn_cast<Range>(element->subscripts[i]);
      if (!range && !element->subscripts[i]->type->isArray())
        continue;
      if (!range || range->stride)
        return std::nullopt;
      lower = range->lower ? range->lower : lower;
      upper = range->upper ? range->upper : upper;
    }
    auto here = extent(lower, upper);
    if (!here || *here > few)
      return std::nullopt;
    size *= *here;
  }
  return size;
}

/// A function that makes one number of many.
bool isLongSum(const Expr *e) {
  auto *function = llvm::dyn_cast<Intrinsic>(e);
  if (!function || e->type->isArray() ||
      (function->name != "dot_product" && function->name != "sum" && function->name != "norm2"))
    return false;
  bool isShort = false;
  for (const Expr *argument : function->arguments)
    forEach(argument, [&](const Expr *x) {
      if (x->isPlace() && x->type->isArray())
        if (auto size = constantSize(x))
          isShort |= *size <= few;
    });
  return !isShort;
}

class Search {
public:
  Search(const Varied &varied, const Variant &v, bool inLoop) : varied(varied), v(v), inLoop(inLoop) {}
  std::vector<const Expr *> found;

  /// As AdjointTerms takes an expression apart; choices are left alone.
  void visit(const Expr *e, bool hasResult = false) {
    if (!varies(e) || !analysis::carriesDerivative(e->type) || e->isPlace() || llvm::isa<Conditional>(e) ||
        !Operation::isOperation(e) || !analysis::isDifferentiableScalar(e->type))
      return;
    if (auto *function = llvm::dyn_cast<Intrinsic>(e); function && function->name == "merge")
      return;
    Operation operation(e, v.procedure->language);
    auto &arguments = operation.arguments();
    std::vector<bool> reads(arguments.size());
    bool readsResult = false;
    for (unsigned i = 0; i < arguments.size(); ++i) {
      if (!varies(arguments[i]) || operation.treatment(i) == Treatment::Zero)
        continue;
      rules::Reads needs = operation.reads(i);
      for (unsigned j = 0; j < needs.arguments.size() && j < arguments.size(); ++j)
        reads[j] = reads[j] || needs.arguments[j];
      readsResult |= needs.result;
      visit(arguments[i]);
      if (e->type->isArray() && !arguments[i]->type->isArray() && !arguments[i]->isPlace())
        add(arguments[i]);
    }
    for (unsigned i = 0; i < arguments.size(); ++i)
      if (reads[i] && arguments[i])
        note(arguments[i]);
    if (readsResult && !hasResult)
      note(e);
  }

private:
  bool varies(const Expr *e) const { return e && e->type && varied.varies(v, e); }

  void note(const Expr *e) {
    if (takesLong(e))
      add(e);
  }

  void add(const Expr *e) {
    const Type *type = e->type ? e->type->strip() : nullptr;
    if (type && (type->isReal() || type->isComplex()) && !e->isPlace() && !llvm::is_contained(found, e))
      found.push_back(e);
  }

  /// But for what has a name in it.
  bool takesLong(const Expr *e) const {
    if (llvm::is_contained(found, e))
      return false;
    if (isLongSum(e) || (inLoop && analysis::isSlowFunction(e)))
      return true;
    return !e->isPlace() && llvm::any_of(operands(e), [&](const Expr *x) { return x && takesLong(x); });
  }

  const Varied &varied;
  const Variant &v;
  bool inLoop;
};

class Naming {
public:
  Naming(Program &program, Procedure &procedure, const ValuesToName &values)
      : b(program), procedure(procedure), values(values) {}

  void block(Block &statements) {
    Block out;
    for (StmtPtr &s : statements) {
      for (Block *inner : blocks(*s))
        block(*inner);
      if (auto found = values.find(s.get()); found != values.end())
        name(llvm::cast<Assign>(*s), found->second, out);
      out.push_back(std::move(s));
    }
    statements = std::move(out);
  }

private:
  void name(Assign &s, const std::vector<const Expr *> &all, Block &out) {
    names.clear();
    for (const Expr *e : all) {
      Symbol *variable = procedure.makeTemporary("value", e->type->strip());
      variable->temporary = false;
      out.push_back(b.assign(variable, inside(e), s.location));
      names[e] = b.variable(variable, e->location);
    }
    s.value = named(s.value);
  }

  /// With the names of what is in it.
  const Expr *named(const Expr *e) {
    auto found = names.find(e);
    return found != names.end() ? found->second : inside(e);
  }
  const Expr *inside(const Expr *e) {
    return e->isPlace() || e->isConstant()
               ? e
               : mapOperands(b.program.exprs, e, [&](const Expr *x) { return x ? named(x) : x; });
  }

  Builder b;
  Procedure &procedure;
  const ValuesToName &values;
  std::map<const Expr *, const Expr *> names; ///< of the statement at hand
};

} // namespace

std::vector<const Expr *> valuesToName(const Varied &varied, const Variant &v, const Assign &s, bool fromResult,
                                       bool inLoop) {
  if (s.mask || s.place->type->isPointer() ||
      !varied.varies(v, s.place))
    return {};
  // A variable is its value's name already.
  bool isNamed = llvm::isa<Variable>(s.place) && !s.place->type->isArray();
  Search search(varied, v, inLoop);
  search.visit(s.value, fromResult || isNamed);
  return std::move(search.found);
}

void nameValues(Program &program, Procedure &procedure, const ValuesToName &values) {
  Naming(program, procedure, values).block(procedure.body);
}

} // namespace costate::transform
