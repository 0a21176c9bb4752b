#include "emit/c/Expressions.h"

#include "emit/c/Literals.h"
#include "support/Diagnostics.h"

namespace costate::emit::c {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

struct Operator {
  const char *text;
  Precedence precedence;
};

Operator operatorOf(BinaryOp op) {
  switch (op) {
  case BinaryOp::Add:
    return {"+", Precedence::Additive};
  case BinaryOp::Subtract:
    return {"-", Precedence::Additive};
  case BinaryOp::Multiply:
    return {"*", Precedence::Multiplicative};
  case BinaryOp::Divide:
    return {"/", Precedence::Multiplicative};
  case BinaryOp::Remainder:
    return {"%", Precedence::Multiplicative};
  case BinaryOp::Equal:
  case BinaryOp::Equivalent:
    return {"==", Precedence::Equality};
  case BinaryOp::NotEqual:
  case BinaryOp::NotEquivalent:
    return {"!=", Precedence::Equality};
  case BinaryOp::Less:
    return {"<", Precedence::Relational};
  case BinaryOp::LessEqual:
    return {"<=", Precedence::Relational};
  case BinaryOp::Greater:
    return {">", Precedence::Relational};
  case BinaryOp::GreaterEqual:
    return {">=", Precedence::Relational};
  case BinaryOp::And:
    return {"&&", Precedence::And};
  case BinaryOp::Or:
    return {"||", Precedence::Or};
  case BinaryOp::BitAnd:
    return {"&", Precedence::BitAnd};
  case BinaryOp::BitOr:
    return {"|", Precedence::BitOr};
  case BinaryOp::BitXor:
    return {"^", Precedence::BitXor};
  case BinaryOp::ShiftLeft:
    return {"<<", Precedence::Shift};
  case BinaryOp::ShiftRight:
    return {">>", Precedence::Shift};
  case BinaryOp::Power:
  case BinaryOp::Concatenate:
    break;
  }
  internalError("an operator of Fortran in a C procedure");
}

bool isComparison(BinaryOp op) { return op >= BinaryOp::Equal && op <= BinaryOp::GreaterEqual; }

BinaryOp opposite(BinaryOp comparison) {
  switch (comparison) {
  case BinaryOp::Equal:
    return BinaryOp::NotEqual;
  case BinaryOp::NotEqual:
    return BinaryOp::Equal;
  case BinaryOp::Less:
    return BinaryOp::GreaterEqual;
  case BinaryOp::LessEqual:
    return BinaryOp::Greater;
  case BinaryOp::Greater:
    return BinaryOp::LessEqual;
  default:
    return BinaryOp::Less;
  }
}

/// What an operand must be at least as tight as, so that compilers do not ask for parentheses:
/// && in ||, arithmetic in shifts and bit operations, comparisons in comparisons.
Precedence leastOperand(Precedence op, bool isRight, const Printed &operand) {
  auto next = [](Precedence p) { return Precedence(int(p) + 1); };
  switch (op) {
  case Precedence::Or:
    return operand.precedence == op && !isRight ? op : next(Precedence::And);
  case Precedence::BitOr:
  case Precedence::BitXor:
  case Precedence::BitAnd:
    return operand.precedence == op && !isRight ? op : Precedence::Unary;
  case Precedence::Shift:
    return operand.precedence == op && !isRight ? op : next(Precedence::Additive);
  case Precedence::Equality:
  case Precedence::Relational:
    return Precedence::Shift;
  default:
    return isRight ? next(op) : op;
  }
}

bool startsWithNot(const Printed &p) { return !p.text.empty() && p.text.front() == '!'; }

} // namespace

std::string parenthesised(const Printed &p, Precedence least) {
  return p.precedence < least ? "(" + p.text + ")" : p.text;
}

std::string Expressions::operand(const Expr *e, Precedence least) {
  return parenthesised(print(e), least);
}

Printed Expressions::join(const Printed &left, const char *op, const Printed &right,
                          Precedence precedence) {
  std::string l = parenthesised(left, leastOperand(precedence, false, left));
  if (startsWithNot(left) && precedence >= Precedence::BitOr &&
      precedence <= Precedence::Relational)
    l = "(" + left.text + ")";
  return {l + " " + op + " " + parenthesised(right, leastOperand(precedence, true, right)),
          precedence};
}

Printed Expressions::print(const Expr *e) {
  switch (e->kind()) {
  case ExprKind::IntegerConstant:
    return constant(*cast<IntegerConstant>(e));
  case ExprKind::RealConstant:
    return {realLiteral(*cast<RealConstant>(e))};
  case ExprKind::LogicalConstant:
    return {cast<LogicalConstant>(e)->value ? "1" : "0"};
  case ExprKind::StringConstant:
    return {stringLiteral(*cast<StringConstant>(e))};
  case ExprKind::NullPointer:
    return {names.hasNull ? "NULL" : "0"};
  case ExprKind::Variable:
    return variable(*cast<Variable>(e));
  case ExprKind::Element: {
    auto *x = cast<Element>(e);
    return element(x->base, x->subscripts, x->subscripts.size());
  }
  case ExprKind::Dereference:
    return dereference(*cast<Dereference>(e));
  case ExprKind::Field:
    return field(*cast<Field>(e));
  case ExprKind::ComplexPart: {
    auto *x = cast<ComplexPart>(e);
    return {(x->imaginary ? "__imag__ " : "__real__ ") + operand(x->base, Precedence::Unary),
            Precedence::Unary};
  }
  case ExprKind::Unary:
    return unary(*cast<Unary>(e));
  case ExprKind::Binary:
    return binary(*cast<Binary>(e));
  case ExprKind::Convert:
    return convert(*cast<Convert>(e));
  case ExprKind::Conditional:
    return conditional(*cast<Conditional>(e));
  case ExprKind::Intrinsic:
    return intrinsic(*cast<Intrinsic>(e));
  case ExprKind::MakeComplex:
    return makeComplex(*cast<MakeComplex>(e));
  case ExprKind::AddressOf:
    return addressOf(*cast<AddressOf>(e));
  case ExprKind::PointerAdd:
    return pointerAdd(*cast<PointerAdd>(e));
  case ExprKind::PointerDifference: {
    auto *x = cast<PointerDifference>(e);
    return join(print(x->left), "-", print(x->right), Precedence::Additive);
  }
  case ExprKind::SizeOf:
    return {"sizeof(" + declarators.typeName(cast<SizeOf>(e)->of) + ")", Precedence::Unary};
  case ExprKind::ProcedureReference:
    return {names.of(cast<ProcedureReference>(e)->symbol)};
  case ExprKind::ArrayConstructor:
  case ExprKind::RecordConstructor:
    return aggregate(e);
  case ExprKind::Text:
    return {cast<Text>(e)->text};
  case ExprKind::Substring:
  case ExprKind::Range:
  case ExprKind::ImpliedDo:
    break;
  }
  internalError("an expression of Fortran in a C procedure");
}

/// Without silent conversions, where C makes them by itself.
Printed Expressions::bare(const Expr *e, bool isBare) {
  if (!isBare)
    return print(e);
  Peeled p = peel(e);
  if (!p.asInt)
    return print(p.expr);
  int64_t value = cast<IntegerConstant>(p.expr)->value;
  return {std::to_string(value), value < 0 ? Precedence::Unary : Precedence::Primary};
}

Printed Expressions::constant(const IntegerConstant &c) {
  std::string text = integerLiteral(c);
  bool negative = text.front() == '-';
  return {std::move(text), negative ? Precedence::Unary : Precedence::Primary};
}

Printed Expressions::variable(const Variable &v) {
  if (const Folded *f = unhoisted && at ? unhoisted->replacement(v.symbol, at) : nullptr)
    return folded(*f);
  return {names.of(v.symbol)};
}

// ---- Places -------------------------------------------------------------------------------------

Printed Expressions::element(const Expr *base, const std::vector<const Expr *> &subscripts,
                             size_t count) {
  if (count == 0)
    return print(base);
  std::string text = operand(base, Precedence::Postfix);
  for (size_t i = 0; i < count; ++i)
    text += "[" + assigned(subscripts[i]) + "]";
  return {std::move(text), Precedence::Postfix};
}

Printed Expressions::dereference(const Dereference &d) {
  if (d.offset)
    return {operand(d.pointer, Precedence::Postfix) + "[" + assigned(d.offset) + "]",
            Precedence::Postfix};
  return {"*" + operand(d.pointer, Precedence::Unary), Precedence::Unary};
}

Printed Expressions::field(const Field &f) {
  auto *through = dyn_cast<Dereference>(f.base);
  if (through && !through->offset)
    return {operand(through->pointer, Precedence::Postfix) + "->" + f.name(), Precedence::Postfix};
  return {operand(f.base, Precedence::Postfix) + "." + f.name(), Precedence::Postfix};
}

/// A decayed array prints as itself: `a`, or `a[i]` where what it points to has fewer dimensions.
Printed Expressions::addressOf(const AddressOf &a) {
  if (!a.decayed)
    return {"&" + operand(a.place, Precedence::Unary), Precedence::Unary};
  auto *first = dyn_cast<Element>(a.place);
  if (!first)
    return print(a.place);
  auto *pointer = dyn_cast<PointerType>(a.type->strip());
  unsigned pointeeRank = pointer ? pointer->pointee->rank() : 0;
  unsigned used = 1 + pointeeRank, rank = first->base->type->rank();
  size_t count = rank > used ? rank - used : 0;
  return element(first->base, first->subscripts, std::min(count, first->subscripts.size()));
}

Printed Expressions::pointerAdd(const PointerAdd &p) {
  return join(print(p.pointer), p.negative ? "-" : "+", bare(p.offset, true), Precedence::Additive);
}

// ---- Operations ---------------------------------------------------------------------------------

Printed Expressions::unary(const Unary &u) {
  if (u.op == UnaryOp::Parentheses)
    return print(u.operand);
  if (u.op == UnaryOp::Not)
    return {"!" + parenthesised(conditionText(u.operand), Precedence::Unary), Precedence::Unary};
  bool isBare = promoted(bareType(u.operand)) == arithmetic(u.type);
  std::string text = parenthesised(bare(u.operand, isBare), Precedence::Unary);
  const char *op = u.op == UnaryOp::Negate ? "-" : "~";
  if (text.front() == *op && *op == '-')
    text = "(" + text + ")";
  return {op + text, Precedence::Unary};
}

Printed Expressions::binary(const Binary &b) {
  if (b.op == BinaryOp::And || b.op == BinaryOp::Or)
    return logical(b);
  if (b.op == BinaryOp::ShiftLeft || b.op == BinaryOp::ShiftRight)
    return shift(b);
  Operator op = operatorOf(b.op);
  if (!arithmetic(b.left->type)) // pointers: C compares them whatever their qualifiers
    return join(bare(b.left, true), op.text, bare(b.right, true), op.precedence);
  Arithmetic wanted = isComparison(b.op) ? arithmetic(b.left->type) : arithmetic(b.type);
  Bare isBare = bareOperands(b.left, b.right, wanted);
  if (isComparison(b.op)) {
    isBare.left = isBare.left && !losesSign(b.left, bareType(b.right));
    isBare.right = isBare.right && !losesSign(b.right, bareType(b.left));
  }
  return join(bare(b.left, isBare.left), op.text, bare(b.right, isBare.right), op.precedence);
}

Printed Expressions::logical(const Binary &b) {
  Operator op = operatorOf(b.op);
  return join(conditionText(b.left), op.text, conditionText(b.right), op.precedence);
}

Printed Expressions::shift(const Binary &b) {
  Operator op = operatorOf(b.op);
  bool isBare = promoted(bareType(b.left)) == arithmetic(b.type);
  return join(bare(b.left, isBare), op.text, bare(b.right, true), op.precedence);
}

Printed Expressions::castTo(const Type *type, const Expr *e) {
  return {"(" + declarators.typeName(type) + ")" + operand(e, Precedence::Unary),
          Precedence::Unary};
}

namespace {

/// A cast that only takes away the const of a local. The local itself is declared without it (it is
/// assigned after its declaration), so the cast says nothing any more.
bool onlyDropsConst(const Convert &c) {
  auto *to = dyn_cast<PointerType>(c.type->strip());
  auto *from = dyn_cast<PointerType>(c.operand->type->strip());
  auto *address = dyn_cast<AddressOf>(c.operand);
  const Symbol *root = address ? rootVariable(address->place) : nullptr;
  return to && from && root && root->storage == Storage::Local && !isa<QualifiedType>(root->type) &&
         !isa<QualifiedType>(to->pointee) && to->pointee->strip() == from->pointee->strip();
}

} // namespace

Printed Expressions::convert(const Convert &c) {
  if (c.written)
    return onlyDropsConst(c) ? print(c.operand) : castTo(c.type, c.operand);
  if (c.type->isLogical()) {
    if (isTruth(c.operand))
      return print(c.operand);
    return join(print(c.operand), "!=", {"0"}, Precedence::Equality);
  }
  Arithmetic own = arithmetic(c.type);
  bool same = own ? textType(c.operand) == own
                  : c.type->strip() == c.operand->type->strip() && !c.type->isRecord();
  return same ? print(c.operand) : castTo(c.type, c.operand);
}

Printed Expressions::conditional(const Conditional &c) {
  Bare isBare{true, true};
  if (Arithmetic wanted = arithmetic(c.type))
    isBare = bareOperands(c.whenTrue, c.whenFalse, wanted);
  return {parenthesised(conditionText(c.condition), Precedence::Or) + " ? " +
              bare(c.whenTrue, isBare.left).text + " : " +
              parenthesised(bare(c.whenFalse, isBare.right), Precedence::Ternary),
          Precedence::Ternary};
}

Printed Expressions::intrinsic(const Intrinsic &i) {
  std::string text = functionName(i) + "(";
  for (const Expr *a : i.arguments)
    text += (text.back() == '(' ? "" : ", ") + assigned(a);
  return {text + ")", Precedence::Postfix};
}

/// The imaginary unit and other imaginary literals keep their looks. (CMPLX would need a compiler
/// for which the library's header defines it.)
Printed Expressions::makeComplex(const MakeComplex &m) {
  auto *re = dyn_cast<RealConstant>(m.re), *im = dyn_cast<RealConstant>(m.im);
  if (re && im && re->value == 0.0) {
    bool isFloat = arithmetic(m.im->type).rank == 4;
    if (names.hasComplex && isFloat && im->value == 1.0)
      return {"I"};
    return {realLiteral(*im) + "i"};
  }
  return {"__builtin_complex(" + value(m.re) + ", " + value(m.im) + ")", Precedence::Postfix};
}

// ---- Contexts -----------------------------------------------------------------------------------

Printed Expressions::conditionText(const Expr *e) {
  while (auto *c = dyn_cast<Convert>(e)) {
    if (c->written || !(c->type->isLogical() || keepsTruth(*c)))
      break;
    e = c->operand;
  }
  auto *v = dyn_cast<Variable>(e);
  if (const Folded *f = v && unhoisted && at ? unhoisted->replacement(v->symbol, at) : nullptr)
    return foldedCondition(*f);
  return print(e);
}

std::string Expressions::negated(const Expr *condition) {
  if (auto *u = dyn_cast<Unary>(condition); u && u->op == UnaryOp::Not)
    return conditionText(u->operand).text;
  if (auto *b = dyn_cast<Binary>(condition); b && isComparison(b->op)) {
    // An order of reals is not turned round: with a NaN both ways are false.
    bool ordered = b->left->type->isInteger() || b->left->type->isPointer();
    if (ordered || b->op == BinaryOp::Equal || b->op == BinaryOp::NotEqual)
      return binary(Binary(b->type, opposite(b->op), b->left, b->right)).text;
  }
  return "!" + parenthesised(conditionText(condition), Precedence::Unary);
}

std::string Expressions::assigned(const Expr *e) { return bare(e, true).text; }

std::string Expressions::variadicArgument(const Expr *e) {
  if (isa<NullPointer>(e))
    return names.hasNull ? "(void *)NULL" : "(void *)0";
  if (!arithmetic(e->type))
    return value(e);
  return bare(e, defaultPromoted(bareType(e)) == arithmetic(e->type)).text;
}

std::string Expressions::call(const Call &c) {
  std::string text = c.callee ? names.of(c.callee) : operand(c.pointer, Precedence::Postfix);
  const ProcedureType *type = nullptr;
  const Type *t = c.callee ? c.callee->type : c.pointer->type;
  if (t && t->isPointer())
    t = cast<PointerType>(t->strip())->pointee;
  if (t)
    type = dyn_cast<ProcedureType>(t->strip());
  text += "(";
  for (size_t i = 0; i < c.arguments.size(); ++i) {
    bool typed = !type || i < type->parameters.size();
    text += i == 0 ? "" : ", ";
    text += typed ? assigned(c.arguments[i].value) : variadicArgument(c.arguments[i].value);
  }
  return text + ")";
}

// ---- Aggregates ---------------------------------------------------------------------------------

std::string Expressions::initialiser(const Expr *e) {
  return isa<ArrayConstructor, RecordConstructor>(e) ? items(e) : assigned(e);
}

Printed Expressions::aggregate(const Expr *e) {
  return {"(" + declarators.typeName(e->type) + ")" + items(e), Precedence::Postfix};
}

/// Components after one that keeps its zero are named.
std::string Expressions::items(const Expr *e) {
  std::string out;
  auto add = [&](const std::string &item) { out += (out.empty() ? "" : ", ") + item; };
  if (auto *array = dyn_cast<ArrayConstructor>(e)) {
    for (size_t i = 0; i < array->items.size(); ++i) {
      int64_t times = i < array->repeat.size() && array->repeat[i] > 1 ? array->repeat[i] : 1;
      for (int64_t n = 0; n < times; ++n)
        add(initialiser(array->items[i]));
    }
  } else {
    auto *values = &cast<RecordConstructor>(e)->values;
    auto *record = cast<RecordType>(e->type->strip());
    bool gap = false;
    for (size_t i = 0; i < values->size(); ++i) {
      const Expr *item = (*values)[i];
      if (item)
        add((gap ? "." + record->components[i].name + " = " : "") + initialiser(item));
      gap |= !item;
    }
  }
  return "{" + (out.empty() ? "0" : out) + "}";
}

// ---- Compound assignment ------------------------------------------------------------------------

namespace {

const Expr *withoutSilentConvert(const Expr *e) {
  auto *c = dyn_cast<Convert>(e);
  return c && !c->written ? c->operand : e;
}

bool isOne(const Expr *e) {
  auto *c = dyn_cast<IntegerConstant>(withoutSilentConvert(e));
  return c && c->value == 1 && c->spelling.find_first_not_of("1uUlL") == std::string::npos;
}

bool hasCompound(BinaryOp op) {
  return (op >= BinaryOp::Add && op <= BinaryOp::Remainder) || op >= BinaryOp::BitAnd;
}

} // namespace

std::optional<Expressions::Compound> Expressions::compound(const Expr *place, const Expr *value) {
  if (auto *p = dyn_cast<PointerAdd>(value)) {
    if (!equal(p->pointer, place))
      return std::nullopt;
    if (isOne(p->offset))
      return Compound{p->negative ? "--" : "++", ""};
    return Compound{p->negative ? "-=" : "+=", assigned(p->offset)};
  }
  auto *b = dyn_cast<Binary>(withoutSilentConvert(value));
  if (!b || !hasCompound(b->op) || !equal(withoutSilentConvert(b->left), place))
    return std::nullopt;
  Arithmetic wanted = arithmetic(b->type), own = arithmetic(place->type);
  if (!own)
    return std::nullopt;
  if (b->op == BinaryOp::ShiftLeft || b->op == BinaryOp::ShiftRight) {
    if (promoted(own) != wanted)
      return std::nullopt;
    return Compound{operatorOf(b->op).text + std::string("="), assigned(b->right)};
  }
  bool isBare = usual(own, bareType(b->right)) == wanted;
  if (!isBare && usual(own, textType(b->right)) != wanted)
    return std::nullopt;
  bool counts = b->op == BinaryOp::Add || b->op == BinaryOp::Subtract;
  if (counts && place->type->isInteger() && isOne(b->right))
    return Compound{b->op == BinaryOp::Add ? "++" : "--", ""};
  return Compound{operatorOf(b->op).text + std::string("="), bare(b->right, isBare).text};
}

// ---- Folded temporaries -------------------------------------------------------------------------

namespace {

/// Prints inside another statement for a while.
class Inside {
public:
  Inside(const Stmt *&at, const Stmt *there) : at(at), saved(at) { at = there; }
  ~Inside() { at = saved; }

private:
  const Stmt *&at;
  const Stmt *saved;
};

} // namespace

Printed Expressions::folded(const Folded &f) {
  switch (f.kind) {
  case Folded::Kind::Value: {
    Inside inside(at, f.at);
    return print(f.value);
  }
  case Folded::Kind::Call: {
    Inside inside(at, f.at);
    return {call(*f.call), Precedence::Postfix};
  }
  case Folded::Kind::And:
    return join(foldedCondition(*f.left), "&&", foldedCondition(*f.right), Precedence::And);
  case Folded::Kind::Or:
    return join(foldedCondition(*f.left), "||", foldedCondition(*f.right), Precedence::Or);
  case Folded::Kind::Conditional:
    return foldedConditional(f);
  }
  return {};
}

Printed Expressions::foldedConditional(const Folded &f) {
  auto expression = [](const Folded &branch) {
    return branch.kind == Folded::Kind::Value  ? branch.value
           : branch.kind == Folded::Kind::Call ? branch.call->result
                                               : nullptr;
  };
  const Expr *left = expression(*f.left), *right = expression(*f.right);
  Bare isBare;
  if (left && right)
    isBare = arithmetic(left->type) ? bareOperands(left, right, arithmetic(left->type))
                                    : Bare{true, true};
  auto branch = [&](const Folded &part, bool partIsBare) {
    if (part.kind != Folded::Kind::Value)
      return folded(part);
    Inside inside(at, part.at);
    return bare(part.value, partIsBare);
  };
  return {parenthesised(foldedCondition(*f.condition), Precedence::Or) + " ? " +
              branch(*f.left, isBare.left).text + " : " +
              parenthesised(branch(*f.right, isBare.right), Precedence::Ternary),
          Precedence::Ternary};
}

Printed Expressions::foldedCondition(const Folded &f) {
  if (f.kind != Folded::Kind::Value)
    return folded(f);
  Inside inside(at, f.at);
  return conditionText(f.value);
}

} // namespace costate::emit::c
