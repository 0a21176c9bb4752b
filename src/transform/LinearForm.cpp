#include "transform/LinearForm.h"

#include "analysis/Differentiable.h"
#include "ir/Rewrite.h"

namespace costate::transform {

using namespace ir;

namespace {

bool isNegated(const Expr *e) {
  auto *unary = e ? llvm::dyn_cast<Unary>(e) : nullptr;
  return unary && unary->op == UnaryOp::Negate;
}

/// Whether computing an array a second time costs more than storing it.
bool isWorthAnArray(const Expr *e) {
  bool slow = false;
  forEach(e, [&](const Expr *x) {
    auto *binary = llvm::dyn_cast<Binary>(x);
    slow |= llvm::isa<Intrinsic>(x) || (binary && (binary->op == BinaryOp::Divide ||
                                                   binary->op == BinaryOp::Power));
  });
  return slow;
}

/// Numbers and conditions; not what only chooses a part (a subscript, a dimension).
bool isWorthAName(const Type *type) {
  return analysis::isDifferentiableScalar(type) || (type->isLogical() && !type->isArray());
}

/// Arithmetic that no value can make fail, so that it may run where the program would not.
bool isHarmless(const Expr *e) {
  bool harmless = true;
  forEach(e, [&](const Expr *x) {
    auto *binary = llvm::dyn_cast<Binary>(x);
    bool arithmetic = binary && binary->op <= BinaryOp::Multiply;
    harmless &= arithmetic || x->isConstant() || llvm::isa<Variable>(x) ||
                llvm::isa<Unary>(x) || llvm::isa<Convert>(x);
  });
  return harmless;
}

} // namespace

std::optional<Choice> choiceOf(const Expr *e) {
  if (e->type->isArray())
    return std::nullopt;
  if (auto *x = llvm::dyn_cast<Conditional>(e))
    return Choice{x->condition, x->whenTrue, x->whenFalse};
  auto *merge = llvm::dyn_cast<Intrinsic>(e);
  if (!merge || merge->name != "merge" || merge->arguments.size() != 3 || merge->arguments[2]->type->isArray())
    return std::nullopt;
  for (const std::string &keyword : merge->keywords)
    if (!keyword.empty())
      return std::nullopt;
  return Choice{merge->arguments[2], merge->arguments[0], merge->arguments[1]};
}

bool Choice::isSign() const {
  auto opposite = [](const Expr *a, const Expr *b) { return isNegated(b) && equal(llvm::cast<Unary>(b)->operand, a); };
  return opposite(whenTrue, whenFalse) || opposite(whenFalse, whenTrue);
}

bool LinearForm::mentionsIndex(const Expr *e) const {
  bool found = false;
  forEach(e, [&](const Expr *x) {
    auto *v = llvm::dyn_cast<Variable>(x);
    found |= v && v->symbol == index;
  });
  return found;
}

// ---- What does not depend on the direction ------------------------------------------------------

const Expr *LinearForm::of(const Expr *e, Block &before) {
  bool scalar = analysis::isDifferentiableScalar(e->type) && !e->type->isArray();
  return scalar && mentionsIndex(e) ? linear(e, before) : inside(e, before);
}

/// A part that is the same in every direction, computed before the loop.
const Expr *LinearForm::invariant(const Expr *e, Block &before) {
  if (e->isConstant() || llvm::isa<Variable>(e) || !isWorthAName(e->type))
    return e;
  if (e->type->isArray() && (e->isPlace() || !isWorthAnArray(e)))
    return e;
  for (auto &[value, name] : kept)
    if (equal(value, e))
      return name;
  return kept.emplace_back(e, keep(e, before)).second;
}

/// The parts of an operation that is no sum or product: each by itself. Not the subscripts of
/// places, nor what only runs under a condition or has an index of its own.
const Expr *LinearForm::inside(const Expr *e, Block &before) {
  if (!mentionsIndex(e))
    return invariant(e, before);
  if (e->isPlace() || llvm::isa<ImpliedDo>(e))
    return e;
  if (auto *choice = llvm::dyn_cast<Conditional>(e)) {
    auto branch = [&](const Expr *x) {
      return !mentionsIndex(x) && isHarmless(x) ? invariant(x, before) : x;
    };
    return program.exprs.make<Conditional>(e->type, inside(choice->condition, before),
                                           branch(choice->whenTrue), branch(choice->whenFalse),
                                           e->location);
  }
  return mapOperands(program.exprs, e, [&](const Expr *x) { return of(x, before); });
}

// ---- Sums of products ---------------------------------------------------------------------------

/// The derivative as a sum of (factor times what varies), factors computed before the loop.
/// Derivatives are linear in the direction, so this is their natural form; it differs from the
/// original expression by rounding only.
const Expr *LinearForm::linear(const Expr *e, Block &before) {
  return rebuilt(sum(e, before), before);
}

LinearForm::Sum LinearForm::sum(const Expr *e, Block &before) {
  if (auto *unary = llvm::dyn_cast<Unary>(e)) {
    if (unary->op == UnaryOp::Negate)
      return negated(sum(unary->operand, before));
    if (unary->op == UnaryOp::Parentheses)
      return sum(unary->operand, before);
  }
  if (auto *x = llvm::dyn_cast<Binary>(e)) {
    bool left = mentionsIndex(x->left), right = mentionsIndex(x->right);
    if (left && right && (x->op == BinaryOp::Add || x->op == BinaryOp::Subtract)) {
      Sum all = sum(x->left, before);
      Sum more = sum(x->right, before);
      for (const Term &t : x->op == BinaryOp::Add ? more : negated(more))
        add(all, t);
      return all;
    }
    if (x->op == BinaryOp::Multiply && left != right)
      return scaled(sum(left ? x->left : x->right, before), left ? x->right : x->left, false);
    if (x->op == BinaryOp::Divide && left && !right)
      return scaled(sum(x->left, before), x->right, true);
  }
  std::optional<Choice> choice = choiceOf(e);
  if (choice && !mentionsIndex(choice->condition) && choice->isSign())
    return signedSum(*choice, e, before);
  return {{inside(e, before)}};
}

/// `c ? a : -a` as a with the factor `c ? 1 : -1`.
LinearForm::Sum LinearForm::signedSum(const Choice &choice, const Expr *e, Block &before) {
  bool first = isNegated(choice.whenTrue);
  const Expr *plus = one(e->type), *minus = program.exprs.make<Unary>(plus->type, UnaryOp::Negate, plus, e->location);
  const Expr *yes = first ? minus : plus, *no = first ? plus : minus, *factor = nullptr;
  if (llvm::isa<Conditional>(e))
    factor = program.exprs.make<Conditional>(e->type, choice.condition, yes, no, e->location);
  else
    factor = program.exprs.make<Intrinsic>(e->type->strip(), "merge", std::vector<const Expr *>{yes, no, choice.condition}, e->location);
  return scaled(sum(first ? choice.whenFalse : choice.whenTrue, before), factor, false);
}

LinearForm::Sum LinearForm::negated(Sum terms) {
  for (Term &t : terms)
    t.minus = !t.minus;
  return terms;
}

/// Terms that vary alike become one.
void LinearForm::add(Sum &all, Term term) {
  for (Term &t : all)
    if (equal(t.varying, term.varying)) {
      const Expr *unit = one(term.varying->type);
      t.factor = b.binary(t.minus == term.minus ? BinaryOp::Add : BinaryOp::Subtract,
                          t.factor ? t.factor : unit, term.factor ? term.factor : unit);
      return;
    }
  all.push_back(term);
}

/// A sum without factors of its own gets one for all: `s*(a - b)`, not `s*a - s*b`.
LinearForm::Sum LinearForm::scaled(Sum terms, const Expr *factor, bool divide) {
  bool plain = terms.size() > 1;
  for (const Term &t : terms)
    plain &= !t.factor;
  if (plain) {
    Block none;
    terms = {{rebuilt(terms, none)}};
  }
  bool minus = isNegated(factor);
  if (minus)
    factor = llvm::cast<Unary>(factor)->operand;
  for (Term &t : terms) {
    t.minus ^= minus;
    if (divide)
      t.factor = b.binary(BinaryOp::Divide, t.factor ? t.factor : one(factor->type), factor);
    else
      t.factor = t.factor ? b.binary(BinaryOp::Multiply, factor, t.factor) : factor;
  }
  return terms;
}

const Expr *LinearForm::one(const Type *type) {
  auto number = [&](const Type *real, const char *digits, double value) {
    return program.exprs.make<RealConstant>(real, digits, value);
  };
  auto *complex = llvm::dyn_cast<ComplexType>(type->strip());
  if (!complex)
    return number(type->strip(), "1.0", 1.0);
  const Type *part = program.types.real(complex->realKind);
  return program.exprs.make<MakeComplex>(complex, number(part, "1.0", 1.0),
                                         number(part, "0.0", 0.0));
}

const Expr *LinearForm::rebuilt(const Sum &terms, Block &before) {
  const Expr *all = nullptr;
  for (const Term &t : terms) {
    const Expr *product = t.varying;
    if (t.factor)
      product = b.binary(BinaryOp::Multiply, invariant(t.factor, before), product);
    if (all)
      all = b.binary(t.minus ? BinaryOp::Subtract : BinaryOp::Add, all, product);
    else
      all = t.minus ? program.exprs.make<Unary>(product->type, UnaryOp::Negate, product,
                                                product->location)
                    : product;
  }
  return all;
}

} // namespace costate::transform
