#include "analysis/Updates.h"

#include "ir/Constants.h"
#include "ir/Symbol.h"

#include "llvm/Support/Casting.h"

#include <algorithm>
#include <map>

namespace costate::analysis {

using namespace ir;

namespace {

const Expr *withoutParentheses(const Expr *e) {
  for (;;) {
    auto *unary = llvm::dyn_cast<Unary>(e);
    if (!unary || unary->op != UnaryOp::Parentheses)
      return e;
    e = unary->operand;
  }
}

bool isPlace(const Expr *e, const Expr *place) { return equal(withoutParentheses(e), place); }

unsigned mentions(const Expr *e, const Expr *place) {
  unsigned count = 0;
  forEach(e, [&](const Expr *x) { count += equal(x, place); });
  return count;
}

bool isConjunction(const Expr *e) {
  auto *both = llvm::dyn_cast<Binary>(withoutParentheses(e));
  return both && both->op == BinaryOp::And;
}

/// The operation of a chain of one operation that the place is the last or the first operand of:
/// `v + a + b`, `a*v`, `max(v, a)`.
std::string chainOperation(const Expr *value, const Expr *place) {
  value = withoutParentheses(value);
  if (auto *call = llvm::dyn_cast<Intrinsic>(value)) {
    static const std::map<std::string, std::string> names{
        {"max", "max"}, {"min", "min"}, {"fmax", "max"}, {"fmin", "min"}};
    auto found = names.find(call->name);
    if (found != names.end())
      for (const Expr *argument : call->arguments)
        if (isPlace(argument, place))
          return found->second;
    return {};
  }
  auto *e = llvm::dyn_cast<Binary>(value);
  if (!e)
    return {};
  std::string operation = e->op == BinaryOp::Add || e->op == BinaryOp::Subtract ? "+"
                          : e->op == BinaryOp::Multiply                         ? "*"
                          : e->op == BinaryOp::And                              ? "and"
                          : e->op == BinaryOp::Or                               ? "or"
                                                                                : "";
  if (operation.empty())
    return {};
  if (isPlace(e->left, place))
    return operation;
  if (e->op != BinaryOp::Subtract && isPlace(e->right, place))
    return operation;
  // v + a - b is (v + a) - b.
  return chainOperation(e->left, place) == operation ? operation : std::string();
}

/// What choosing `e` over the place where `e > v` makes of it: "max"; the comparison may be written either way
/// round, and other conditions may have to hold, too. Empty: something else.
std::string extremeOperation(const Expr *condition, const Expr *e, const Expr *place) {
  auto *test = llvm::dyn_cast<Binary>(withoutParentheses(condition));
  while (test && test->op == BinaryOp::And) {
    bool first = mentions(test->left, place) > 0;
    test = first && mentions(test->right, place)
               ? nullptr
               : llvm::dyn_cast<Binary>(withoutParentheses(first ? test->left : test->right));
  }
  if (!test || mentions(e, place))
    return {};
  auto same = [&](const Expr *x) { return equal(withoutParentheses(x), withoutParentheses(e)); };
  bool left = isPlace(test->left, place) && same(test->right);
  bool right = isPlace(test->right, place) && same(test->left);
  bool less = test->op == BinaryOp::Less || test->op == BinaryOp::LessEqual;
  bool greater = test->op == BinaryOp::Greater || test->op == BinaryOp::GreaterEqual;
  if ((!left && !right) || (!less && !greater))
    return {};
  return less == left ? "max" : "min";
}

/// `v = e > v ? e : v`: a maximum. The other way round, `v = v > e ? v : e`, it is one of integers only: of reals,
/// a NaN takes the place of v, and whatever comes next takes the NaN's, so that what is before it is forgotten,
/// which no reduction does.
std::string choiceOperation(const Conditional &choice, const Expr *place) {
  if (isPlace(choice.whenFalse, place))
    return extremeOperation(choice.condition, choice.whenTrue, place);
  if (!isPlace(choice.whenTrue, place) || !place->type->isInteger() || isConjunction(choice.condition))
    return {};
  std::string turned = extremeOperation(choice.condition, choice.whenFalse, place);
  return turned == "max" ? "min" : turned == "min" ? "max" : "";
}

} // namespace

std::optional<Update> updateOf(const Stmt &s) {
  auto *branch = llvm::dyn_cast<If>(&s);
  if (branch && (!branch->elseBlock.empty() || branch->thenBlock.size() != 1))
    return std::nullopt;
  auto *assign = llvm::dyn_cast<Assign>(branch ? branch->thenBlock[0].get() : &s);
  if (!assign || assign->mask)
    return std::nullopt;
  Update out{assign->place, "", 2};
  if (branch) {
    out.operation = extremeOperation(branch->condition, assign->value, out.place);
  } else if (auto *choice = llvm::dyn_cast<Conditional>(withoutParentheses(assign->value))) {
    out.operation = choiceOperation(*choice, out.place);
    out.mentions = 3;
  } else if (mentions(assign->value, out.place) == 1) {
    out.operation = chainOperation(assign->value, out.place);
  }
  return out.operation.empty() ? std::nullopt : std::optional(out);
}

std::optional<std::pair<const Symbol *, int64_t>> fixedElement(const Expr *place) {
  const Expr *base = nullptr, *offset = nullptr;
  if (auto *target = llvm::dyn_cast<Dereference>(place)) {
    auto *pointer = llvm::dyn_cast<PointerType>(target->pointer->type->strip());
    base = pointer && !pointer->fortran ? target->pointer : nullptr;
    offset = target->offset;
  } else if (auto *element = llvm::dyn_cast<Element>(place)) {
    auto *array = llvm::dyn_cast<ArrayType>(element->base->type->strip());
    base = array && array->rowMajor && element->subscripts.size() == 1 ? element->base : nullptr;
    offset = element->subscripts[0];
  }
  auto *variable = llvm::dyn_cast_or_null<Variable>(base);
  auto number = offset ? constantValue(offset) : 0;
  if (!variable || !number || place->type->isArray())
    return std::nullopt;
  const Symbol *s = variable->symbol;
  bool own = s->storage == Storage::Local || s->storage == Storage::Argument;
  return own || s->type->isArray() ? std::optional(std::pair(s, *number)) : std::nullopt;
}

namespace {

unsigned mentions(const For &loop, const Symbol *s) {
  unsigned count = 0;
  forEachStmt(loop.body, [&](const Stmt &inside) {
    auto *inner = llvm::dyn_cast<For>(&inside);
    count += inner && inner->variable == s;
    for (const Expr *e : expressions(inside))
      forEach(e, [&](const Expr *x) {
        auto *variable = llvm::dyn_cast<Variable>(x);
        count += variable && variable->symbol == s;
      });
  });
  return count + (loop.variable == s);
}

} // namespace

std::vector<Update> fixedUpdates(const For &loop) {
  std::vector<Update> out;
  for (const StmtPtr &s : loop.body) {
    auto update = updateOf(*s);
    if (!update || !fixedElement(update->place) || !isReducible(update->place->type, update->operation))
      continue;
    auto same = std::find_if(out.begin(), out.end(), [&](const Update &known) {
      return known.operation == update->operation && equal(known.place, update->place);
    });
    if (same == out.end())
      out.push_back(*update);
    else
      same->mentions += update->mentions;
  }
  std::erase_if(out, [&](const Update &update) {
    return mentions(loop, fixedElement(update.place)->first) != update.mentions;
  });
  return out;
}

bool isReducible(const Type *type, const std::string &operation) {
  return operation == "and" || operation == "or" ? type->isLogical()
         : operation == "+" || operation == "*"  ? type->isNumeric()
                                                 : type->isReal() || type->isInteger();
}

} // namespace costate::analysis
