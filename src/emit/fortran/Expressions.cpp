#include "emit/fortran/Expressions.h"

#include "emit/fortran/Layout.h"
#include "support/Diagnostics.h"

#include <algorithm>

namespace costate::emit::fortran {

using namespace ir;

namespace {

struct Operator {
  const char *text;
  Level level, left, right;
  bool spaced;
};

/// The levels of both operands decide where parentheses are needed; see the standard's R1004-R1022.
Operator operatorOf(BinaryOp op) {
  switch (op) {
  case BinaryOp::Add:
    return {"+", Level::Sum, Level::Sum, Level::Product, true};
  case BinaryOp::Subtract:
    return {"-", Level::Sum, Level::Sum, Level::Product, true};
  case BinaryOp::Multiply:
    return {"*", Level::Product, Level::Product, Level::Power, false};
  case BinaryOp::Divide:
    return {"/", Level::Product, Level::Product, Level::Power, false};
  case BinaryOp::Power:
    return {"**", Level::Power, Level::Primary, Level::Power, false};
  case BinaryOp::Concatenate:
    return {"//", Level::Concatenation, Level::Concatenation, Level::Sum, true};
  case BinaryOp::Equal:
    return {"==", Level::Relation, Level::Concatenation, Level::Concatenation, true};
  case BinaryOp::NotEqual:
    return {"/=", Level::Relation, Level::Concatenation, Level::Concatenation, true};
  case BinaryOp::Less:
    return {"<", Level::Relation, Level::Concatenation, Level::Concatenation, true};
  case BinaryOp::LessEqual:
    return {"<=", Level::Relation, Level::Concatenation, Level::Concatenation, true};
  case BinaryOp::Greater:
    return {">", Level::Relation, Level::Concatenation, Level::Concatenation, true};
  case BinaryOp::GreaterEqual:
    return {">=", Level::Relation, Level::Concatenation, Level::Concatenation, true};
  case BinaryOp::And:
    return {".and.", Level::And, Level::And, Level::Not, true};
  case BinaryOp::Or:
    return {".or.", Level::Or, Level::Or, Level::And, true};
  case BinaryOp::Equivalent:
    return {".eqv.", Level::Equivalence, Level::Equivalence, Level::Or, true};
  case BinaryOp::NotEquivalent:
    return {".neqv.", Level::Equivalence, Level::Equivalence, Level::Or, true};
  default:
    return {nullptr, Level::Primary, Level::Defined, Level::Defined, false};
  }
}

/// Operators of C alone are intrinsic functions here.
const char *functionOf(BinaryOp op) {
  switch (op) {
  case BinaryOp::Remainder:
    return "mod";
  case BinaryOp::BitAnd:
    return "iand";
  case BinaryOp::BitOr:
    return "ior";
  case BinaryOp::BitXor:
    return "ieor";
  case BinaryOp::ShiftLeft:
    return "shiftl";
  case BinaryOp::ShiftRight:
    return "shifta";
  default:
    return nullptr;
  }
}

bool isArithmetic(BinaryOp op) { return op <= BinaryOp::Power; }
bool isComparison(BinaryOp op) { return op >= BinaryOp::Equal && op <= BinaryOp::GreaterEqual; }

std::string spaced(const std::string &left, const std::string &op, const std::string &right,
                   bool blanks) {
  return blanks ? left + " " + op + " " + right : left + op + right;
}

bool isRealLiteral(const Expr *e) {
  if (auto *negated = llvm::dyn_cast<Unary>(e); negated && negated->op == UnaryOp::Negate)
    e = negated->operand;
  return llvm::isa<RealConstant>(e);
}

/// Whether a conversion may lose digits, of something that is not a literal: compilers warn of such
/// unless it is written out.
bool narrows(const Convert &c) {
  const Type *from = c.operand->type->scalar()->strip(), *to = c.type->scalar()->strip();
  auto *longer = llvm::dyn_cast<RealType>(from), *shorter = llvm::dyn_cast<RealType>(to);
  if (isRealLiteral(c.operand))
    return false;
  return (longer && shorter && shorter->realKind < longer->realKind) ||
         (longer && to->isInteger());
}

} // namespace

const Expr *withoutImplied(const Expr *e) {
  auto *c = llvm::dyn_cast<Convert>(e);
  if (!c || c->written || !c->operand->type->scalar()->isNumeric() ||
      !c->type->scalar()->isNumeric() || narrows(*c))
    return e;
  return c->operand;
}

std::string Expressions::print(const Expr *e, Level least) {
  Printed p = node(e);
  return p.level < least ? "(" + p.text + ")" : p.text;
}

std::string Expressions::list(const std::vector<const Expr *> &items) {
  std::vector<std::string> texts;
  for (const Expr *e : items)
    texts.push_back(print(e));
  return joined(texts);
}

std::string Expressions::assigned(const Expr *value, const Type *place) {
  const Expr *inner = withoutImplied(value);
  if (inner != value && numeric(value->type) == numeric(place))
    return print(inner);
  return print(value);
}

Expressions::Printed Expressions::node(const Expr *e) {
  auto primary = [](std::string text) { return Printed{std::move(text), Level::Primary}; };
  switch (e->kind()) {
  case ExprKind::IntegerConstant:
  case ExprKind::RealConstant:
  case ExprKind::LogicalConstant:
  case ExprKind::StringConstant:
    return constant(e);
  case ExprKind::NullPointer:
    return primary("null()");
  case ExprKind::Variable:
    return variable(llvm::cast<Variable>(e));
  case ExprKind::Element:
    return primary(element(llvm::cast<Element>(e)));
  case ExprKind::Dereference:
    return node(llvm::cast<Dereference>(e)->pointer);
  case ExprKind::Field: {
    auto *field = llvm::cast<Field>(e);
    return primary(print(field->base, Level::Primary) + "%" + field->name());
  }
  case ExprKind::Substring:
    return primary(substring(llvm::cast<Substring>(e)));
  case ExprKind::ComplexPart: {
    auto *part = llvm::cast<ComplexPart>(e);
    if (partsAsFunctions)
      return primary((part->imaginary ? "aimag(" : "real(") + print(part->base) + ")");
    return primary(print(part->base, Level::Primary) + (part->imaginary ? "%im" : "%re"));
  }
  case ExprKind::Unary:
    return unary(llvm::cast<Unary>(e));
  case ExprKind::Binary:
    return binary(llvm::cast<Binary>(e));
  case ExprKind::Convert:
    return convert(llvm::cast<Convert>(e));
  case ExprKind::Conditional: {
    auto *c = llvm::cast<Conditional>(e);
    return primary("merge(" + list({c->whenTrue, c->whenFalse, c->condition}) + ")");
  }
  case ExprKind::Intrinsic:
    return primary(intrinsic(llvm::cast<Intrinsic>(e)));
  case ExprKind::MakeComplex:
    return primary(makeComplex(llvm::cast<MakeComplex>(e)));
  case ExprKind::AddressOf:
    return node(llvm::cast<AddressOf>(e)->place);
  case ExprKind::ProcedureReference:
    return primary(names.of(llvm::cast<ProcedureReference>(e)->symbol));
  case ExprKind::Range:
    return primary(range(llvm::cast<Range>(e)));
  case ExprKind::ArrayConstructor:
    return primary(arrayConstructor(llvm::cast<ArrayConstructor>(e)));
  case ExprKind::ImpliedDo:
    return primary(impliedDo(llvm::cast<ImpliedDo>(e)));
  case ExprKind::RecordConstructor:
    return primary(recordConstructor(llvm::cast<RecordConstructor>(e)));
  case ExprKind::Text:
    return primary(llvm::cast<Text>(e)->text);
  case ExprKind::PointerAdd:
  case ExprKind::PointerDifference:
  case ExprKind::SizeOf:
    break;
  }
  internalError("pointer arithmetic in a Fortran procedure");
}

// ---- Primaries --------------------------------------------------------------------------------

Expressions::Printed Expressions::constant(const Expr *e) {
  if (auto *i = llvm::dyn_cast<IntegerConstant>(e))
    return {kinds.literal(*i), i->value < 0 ? Level::Sum : Level::Primary};
  if (auto *r = llvm::dyn_cast<RealConstant>(e))
    return {kinds.literal(*r), Level::Primary};
  if (auto *l = llvm::dyn_cast<LogicalConstant>(e))
    return {kinds.literal(*l), Level::Primary};
  std::string text = kinds.literal(*llvm::cast<StringConstant>(e));
  bool pieces = text.find(" // achar(") != std::string::npos ||
                text.compare(0, 6, "achar(") == 0;
  return {text, pieces ? Level::Concatenation : Level::Primary};
}

Expressions::Printed Expressions::variable(const Variable *v) {
  if (unhoisted && at)
    if (const Folded *f = unhoisted->replacement(v->symbol, at))
      return folded(*f);
  return {names.of(v->symbol), Level::Primary};
}

Expressions::Printed Expressions::folded(const Folded &f) {
  const Stmt *outer = at;
  Printed out;
  auto operand = [&](const Folded &inner, Level least) {
    Printed p = folded(inner);
    return p.level < least ? "(" + p.text + ")" : p.text;
  };
  switch (f.kind) {
  case Folded::Kind::Value:
    at = f.at;
    out = node(f.value);
    break;
  case Folded::Kind::Call:
    at = f.at;
    out = callPrinted(*f.call);
    break;
  case Folded::Kind::And:
    out = {operand(*f.left, Level::And) + " .and. " + operand(*f.right, Level::Not), Level::And};
    break;
  case Folded::Kind::Or:
    out = {operand(*f.left, Level::Or) + " .or. " + operand(*f.right, Level::And), Level::Or};
    break;
  case Folded::Kind::Conditional:
    out = {"merge(" + operand(*f.left, Level::Defined) + ", " +
               operand(*f.right, Level::Defined) + ", " + operand(*f.condition, Level::Defined) +
               ")",
           Level::Primary};
    break;
  }
  at = outer;
  return out;
}

std::string Expressions::element(const Element *e) {
  std::string base = print(e->base, Level::Primary);
  bool outer = compact;
  compact = true;
  std::string text = base + "(" + list(e->subscripts) + ")";
  compact = outer;
  return text;
}

std::string Expressions::range(const Range *r) {
  std::string text;
  if (r->lower)
    text += print(r->lower);
  text += ":";
  if (r->upper)
    text += print(r->upper);
  if (r->stride)
    text += ":" + print(r->stride);
  return text;
}

std::string Expressions::substring(const Substring *s) {
  bool outer = compact;
  std::string base = print(s->base, Level::Primary);
  compact = true;
  std::string text = base + "(" + (s->lower ? print(s->lower) : "") + ":" +
                     (s->upper ? print(s->upper) : "") + ")";
  compact = outer;
  return text;
}

std::string Expressions::intrinsic(const Intrinsic *i) {
  std::vector<std::string> texts;
  bool named = false;
  for (size_t k = 0; k < i->arguments.size(); ++k) {
    if (!i->arguments[k]) {
      continue;
    }
    std::string keyword = k < i->keywords.size() ? i->keywords[k] : "";
    named = named || !keyword.empty();
    texts.push_back((keyword.empty() ? "" : keyword + "=") + print(i->arguments[k]));
  }
  return (i->specific.empty() ? i->name : i->specific) + "(" + joined(texts) + ")";
}

std::string Expressions::makeComplex(const MakeComplex *m) {
  Numeric part{TypeKind::Real, kindOf(m->type)};
  bool literal = isRealLiteral(m->re) && isRealLiteral(m->im) && numeric(m->re->type) == part &&
                 numeric(m->im->type) == part;
  if (literal)
    return "(" + print(m->re) + ", " + print(m->im) + ")";
  // CMPLX converts its arguments itself.
  auto argument = [&](const Expr *e) {
    const Expr *inner = withoutImplied(e);
    return print(inner->type->scalar()->isComplex() ? e : inner);
  };
  std::string parts = argument(m->re) + ", " + argument(m->im);
  if (kinds.isDefault(m->type))
    return "cmplx(" + parts + ")";
  return "cmplx(" + parts + ", kind=" + std::to_string(part.number) + ")";
}

std::string Expressions::impliedDo(const ImpliedDo *d) {
  std::string control = names.of(d->variable) + " = " + print(d->lower) + ", " + print(d->upper);
  if (d->step)
    control += ", " + print(d->step);
  return "(" + list(d->items) + ", " + control + ")";
}

// ---- Operations -------------------------------------------------------------------------------

Expressions::Printed Expressions::unary(const Unary *u) {
  switch (u->op) {
  case UnaryOp::Negate:
    return {"-" + print(u->operand, Level::Product), Level::Sum};
  case UnaryOp::Not:
    return {".not. " + print(u->operand, Level::Primary), Level::Not};
  case UnaryOp::BitNot:
    return {"not(" + print(u->operand) + ")", Level::Primary};
  case UnaryOp::Parentheses:
    return {"(" + print(u->operand) + ")", Level::Primary};
  }
  return {};
}

Expressions::Printed Expressions::binary(const Binary *b) {
  if (const char *function = functionOf(b->op))
    return {std::string(function) + "(" + print(b->left) + ", " + print(b->right) + ")",
            Level::Primary};
  if (isArithmetic(b->op) || isComparison(b->op))
    return arithmetic(b);
  return logical(b);
}

/// Logical operands of different kinds are converted to the larger one without being asked.
Expressions::Printed Expressions::logical(const Binary *b) {
  Operator op = operatorOf(b->op);
  auto stripped = [](const Expr *e) {
    auto *c = llvm::dyn_cast<Convert>(e);
    bool implied = c && !c->written && c->operand->type->scalar()->isLogical();
    return implied ? c->operand : e;
  };
  const Expr *left = stripped(b->left), *right = stripped(b->right);
  if (std::max(kindOf(left->type), kindOf(right->type)) != kindOf(b->type)) {
    left = b->left;
    right = b->right;
  }
  return {spaced(print(left, op.left), op.text, print(right, op.right), true), op.level};
}

/// Leaves out the conversions that mixed arithmetic makes by itself (rule 2): both, or either one.
Expressions::Printed Expressions::arithmetic(const Binary *b) {
  BinaryOp kind = b->op;
  if (b->left->type->scalar()->isLogical() && isComparison(kind))
    kind = kind == BinaryOp::Equal ? BinaryOp::Equivalent : BinaryOp::NotEquivalent;
  Operator op = operatorOf(kind);
  const Expr *left = b->left, *right = b->right;
  if (left->type->scalar()->isNumeric() && right->type->scalar()->isNumeric()) {
    // The exponent keeps its own type, and an integer exponent leaves the base as it is.
    bool power = b->op == BinaryOp::Power;
    Numeric wanted = numeric(left->type);
    auto implied = [&](const Expr *x, const Expr *y) {
      bool integerPower = power && y->type->scalar()->isInteger();
      return (integerPower ? numeric(x->type) : promoted(numeric(x->type), numeric(y->type))) ==
             wanted;
    };
    const Expr *l = withoutImplied(left), *r = withoutImplied(right);
    if (power && r->type->scalar()->isInteger())
      r = right;
    if (implied(l, r)) {
      left = l;
      right = r;
    } else if (implied(l, right)) {
      left = l;
    } else if (implied(left, r)) {
      right = r;
    }
  }
  return {spaced(print(left, op.left), op.text, print(right, op.right), op.spaced && !compact),
          op.level};
}

Expressions::Printed Expressions::convert(const Convert *c) {
  const Type *from = c->operand->type->scalar()->strip(), *to = c->type->scalar()->strip();
  if (from->isCharacter() || to->isRecord() || to->isPointer() ||
      (!c->written && numeric(from) == numeric(to) && !narrows(*c)))
    return node(c->operand);
  return {kinds.conversion(to, from, print(c->operand)), Level::Primary};
}

// ---- Calls ------------------------------------------------------------------------------------

std::string Expressions::reference(const Call &c) { return callPrinted(c).text; }

Expressions::Printed Expressions::callPrinted(const Call &c) {
  if (c.written.compare(0, 9, "operator(") == 0)
    return definedOperation(c, c.written.substr(9, c.written.size() - 10));
  if (!c.written.empty() && c.written[0] == '%' && !c.arguments.empty())
    return {print(c.arguments[0].value, Level::Primary) + c.written + arguments(c, 1),
            Level::Primary};
  std::string name = c.pointer           ? print(c.pointer, Level::Primary)
                     : c.generic         ? names.of(c.generic)
                     : c.written.empty() ? names.of(c.callee)
                                         : c.written;
  return {name + arguments(c, 0), Level::Primary};
}

Expressions::Printed Expressions::definedOperation(const Call &c, const std::string &op) {
  if (c.arguments.size() == 1)
    return {op + " " + print(c.arguments[0].value, Level::Primary), Level::Defined};
  return {print(c.arguments[0].value, Level::Primary) + " " + op + " " +
              print(c.arguments[1].value, Level::Primary),
          Level::Defined};
}

/// The argument that a call through a procedure pointer component does not write.
static std::optional<unsigned> passedObject(const Call &c) {
  auto *field = llvm::dyn_cast_or_null<Field>(c.pointer);
  return field ? field->record->components[field->component].passedObject : std::nullopt;
}

std::string Expressions::arguments(const Call &c, size_t from) {
  std::vector<std::string> texts;
  const Procedure *callee = c.callee ? c.callee->procedure : nullptr;
  bool named = false;
  bool outer = compact;
  compact = false;
  std::optional<unsigned> object = passedObject(c);
  for (size_t i = from; i < c.arguments.size(); ++i) {
    const Argument &a = c.arguments[i];
    if (i == object) // in front of the `%` already
      continue;
    named = named || !a.value || !a.keyword.empty();
    if (!a.value)
      continue;
    std::string keyword = a.keyword;
    if (keyword.empty() && named && callee && i < callee->parameters.size())
      keyword = callee->parameters[i]->name;
    texts.push_back((named && !keyword.empty() ? keyword + "=" : "") + print(a.value));
  }
  compact = outer;
  return "(" + joined(texts) + ")";
}

} // namespace costate::emit::fortran
