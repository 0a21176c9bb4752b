#include "frontend/fortran/Expressions.h"

#include "frontend/fortran/Formats.h"

#include <cstdlib>

namespace costate::frontend::fortran {

using ir::BinaryOp;
using ir::UnaryOp;

const SomeExpr *typedExpr(const parser::Expr &e) {
  return e.typedExpr && e.typedExpr->v ? &*e.typedExpr->v : nullptr;
}

namespace {

unsigned realKind(const ir::Type *t) {
  const ir::Type *s = t->strip();
  if (auto *r = llvm::dyn_cast<ir::RealType>(s))
    return r->realKind;
  if (auto *c = llvm::dyn_cast<ir::ComplexType>(s))
    return c->realKind;
  return 0;
}

} // namespace

bool sameElement(const ir::Type *a, const ir::Type *b) {
  a = a->scalar()->strip();
  b = b->scalar()->strip();
  if (a == b)
    return true;
  return a->isCharacter() && b->isCharacter();
}

const ir::Type *promoted(ir::TypeTable &types, const ir::Type *a, const ir::Type *b) {
  a = a->scalar()->strip();
  b = b->scalar()->strip();
  if (a == b || !a->isNumeric() || !b->isNumeric())
    return a;
  if (a->isComplex() || b->isComplex())
    return types.complex(std::max(realKind(a), realKind(b)));
  if (a->isReal() || b->isReal())
    return types.real(std::max(realKind(a), realKind(b)));
  return llvm::cast<ir::IntegerType>(a)->bytes >= llvm::cast<ir::IntegerType>(b)->bytes ? a : b;
}

ExpressionReader::ExpressionReader(Translation &t, ir::Procedure *procedure, ir::Block *sink)
    : t(t), procedure(procedure), sink(sink) {}

void ExpressionReader::emit(ir::StmtPtr statement) { sink->push_back(std::move(statement)); }

ir::Symbol *ExpressionReader::temporary(const std::string &base, const ir::Type *type,
                                        Location at) {
  const ir::Type *element = type->scalar();
  bool allocatable = type->isArray();
  if (auto *character = llvm::dyn_cast<ir::CharacterType>(element->strip()))
    if (!character->length || !character->length->isConstant()) {
      element = t.program.types.character(character->charKind, nullptr, true);
      allocatable = true;
    }
  ir::Symbol *s = t.makeTemporary(*procedure, base, t.arrayOf(element, type->rank()));
  s->allocatable = allocatable;
  s->location = at;
  return s;
}

const ir::Expr *ExpressionReader::saved(const ir::Expr *value, const std::string &base) {
  if (value->isConstant())
    return value;
  ir::Symbol *s = temporary(base, value->type, value->location);
  emit(t.build.assign(s, value, value->location));
  return t.build.variable(s, value->location);
}

const ir::Type *ExpressionReader::typeOf(const parser::Expr &e) {
  const SomeExpr *typed = typedExpr(e);
  auto type = typed ? typed->GetType() : std::nullopt;
  return type ? t.valueType(*type, typed->Rank(), t.locate(e.source))
              : t.program.types.voidType();
}

const ir::Expr *ExpressionReader::convert(const ir::Expr *e, const ir::Type *scalar,
                                          bool written) {
  scalar = scalar->scalar();
  if (!e->type || e->type->isVoid() || (!written && sameElement(e->type, scalar)))
    return e;
  bool convertible = (scalar->isNumeric() || scalar->isLogical()) &&
                     (e->type->scalar()->isNumeric() || e->type->scalar()->isLogical());
  if (!convertible)
    return e;
  return make<ir::Convert>(t.arrayOf(scalar->strip(), e->type->rank()), e, written, e->location);
}

// ---- Operations ---------------------------------------------------------------------------------

template <typename Node>
const ir::Expr *ExpressionReader::arithmetic(BinaryOp op, const Node &node,
                                             const parser::Expr &whole) {
  const ir::Expr *left = read(std::get<0>(node.t));
  const ir::Expr *right = read(std::get<1>(node.t));
  const ir::Type *scalar = promoted(t.program.types, left->type, right->type);
  unsigned rank = std::max(left->type->rank(), right->type->rank());
  return make<ir::Binary>(t.arrayOf(scalar, rank), op, convert(left, scalar),
                          convert(right, scalar), t.locate(whole.source));
}

// An integer exponent stays an integer: `x**2` is not `x**2.0`.
const ir::Expr *ExpressionReader::power(const parser::Expr::Power &node,
                                        const parser::Expr &whole) {
  const ir::Expr *left = read(std::get<0>(node.t));
  const ir::Expr *right = read(std::get<1>(node.t));
  const ir::Type *scalar = right->type->scalar()->isInteger() && !left->type->scalar()->isInteger()
                               ? left->type->scalar()
                               : promoted(t.program.types, left->type, right->type);
  if (!right->type->scalar()->isInteger())
    right = convert(right, scalar);
  unsigned rank = std::max(left->type->rank(), right->type->rank());
  return make<ir::Binary>(t.arrayOf(scalar->strip(), rank), BinaryOp::Power, convert(left, scalar),
                          right, t.locate(whole.source));
}

template <typename Node>
const ir::Expr *ExpressionReader::comparison(BinaryOp op, const Node &node,
                                             const parser::Expr &whole) {
  const ir::Expr *left = read(std::get<0>(node.t));
  const ir::Expr *right = read(std::get<1>(node.t));
  const ir::Type *scalar = promoted(t.program.types, left->type, right->type);
  unsigned rank = std::max(left->type->rank(), right->type->rank());
  return make<ir::Binary>(t.arrayOf(t.build.defaultLogical(), rank), op, convert(left, scalar),
                          convert(right, scalar), t.locate(whole.source));
}

template <typename Node>
const ir::Expr *ExpressionReader::logical(BinaryOp op, const Node &node,
                                          const parser::Expr &whole) {
  Location at = t.locate(whole.source);
  const ir::Expr *left = read(std::get<0>(node.t));
  ir::Block rightCalls;
  ir::Block *outer = sink;
  if (sink)
    sink = &rightCalls;
  const ir::Expr *right = read(std::get<1>(node.t));
  sink = outer;
  unsigned rank = std::max(left->type->rank(), right->type->rank());
  bool decides = op == BinaryOp::And || op == BinaryOp::Or;
  if (!rightCalls.empty() && decides && rank == 0)
    return shortCircuit(op, left, right, std::move(rightCalls), at);
  for (ir::StmtPtr &s : rightCalls)
    emit(std::move(s));
  const ir::Type *wide = left->type->scalar();
  if (auto *l = llvm::dyn_cast<ir::LogicalType>(wide->strip()))
    if (auto *r = llvm::dyn_cast<ir::LogicalType>(right->type->scalar()->strip()))
      wide = t.program.types.logical(std::max(l->bytes, r->bytes));
  return make<ir::Binary>(t.arrayOf(wide, rank), op, convert(left, wide), convert(right, wide), at);
}

// left .and. f(x):  t = left; if (t) then; t = f(x); end if.  A temporary that a call has just
// filled is used as it is, on either side.
const ir::Expr *ExpressionReader::shortCircuit(BinaryOp op, const ir::Expr *left,
                                               const ir::Expr *right, ir::Block rightCalls,
                                               Location at) {
  auto freshResult = [](const ir::Block &block, const ir::Expr *e) -> ir::Call * {
    auto *variable = llvm::dyn_cast<ir::Variable>(e);
    auto *call = block.empty() ? nullptr : llvm::dyn_cast<ir::Call>(block.back().get());
    return call && variable && call->result == e && variable->symbol->temporary ? call : nullptr;
  };
  auto isShortCircuit = [&](const ir::Expr *e) {
    auto *variable = llvm::dyn_cast<ir::Variable>(e);
    auto *branch = sink->empty() ? nullptr : llvm::dyn_cast<ir::If>(sink->back().get());
    if (!variable || !variable->symbol->temporary || !branch || branch->thenBlock.empty())
      return false;
    const ir::Stmt *last = branch->thenBlock.back().get();
    auto *assign = llvm::dyn_cast<ir::Assign>(last);
    auto *call = llvm::dyn_cast<ir::Call>(last);
    const ir::Expr *written = assign ? assign->place : call ? call->result : nullptr;
    auto *place = written ? llvm::dyn_cast<ir::Variable>(written) : nullptr;
    return place && place->symbol == variable->symbol;
  };
  const ir::Expr *flag = left;
  if (!freshResult(*sink, left) && !isShortCircuit(left)) {
    ir::Symbol *s = temporary("t", left->type, at);
    emit(t.build.assign(s, left, at));
    flag = t.build.variable(s, at);
  }
  if (ir::Call *call = freshResult(rightCalls, right); call && sameElement(flag->type, right->type)) {
    t.dropTemporary(*procedure, llvm::cast<ir::Variable>(right)->symbol);
    call->result = flag;
  } else {
    rightCalls.push_back(
        std::make_unique<ir::Assign>(flag, convert(right, flag->type->scalar()), at));
  }
  const ir::Expr *condition = op == BinaryOp::And ? flag : t.build.negate(flag);
  emit(std::make_unique<ir::If>(condition, std::move(rightCalls), ir::Block(), at));
  return flag;
}

// ---- User-defined operators ------------------------------------------------------------------

const ir::Expr *ExpressionReader::userOperator(const std::string &spelling,
                                               std::vector<const parser::Expr *> operands,
                                               const parser::Expr &whole) {
  Location at = t.locate(whole.source);
  const evaluate::ProcedureRef *ref = evaluate::UnwrapProcedureRef(*typedExpr(whole));
  Callee target = operatorCallee(*ref, "operator(" + spelling + ")",
                                 t.session.context().FindScope(whole.source), at);
  std::vector<ir::Argument> arguments;
  for (const parser::Expr *operand : operands)
    arguments.push_back({argument(*operand, nullptr), {}});
  return callValue(std::move(target), std::move(arguments), typeOf(whole), at);
}

namespace {

/// The operands and spelling of an operator node; no operands where it is none.
struct OperatorNode {
  std::string spelling;
  std::vector<const parser::Expr *> operands;
};

template <typename Node> OperatorNode binaryNode(const char *spelling, const Node &node) {
  return {spelling, {&std::get<0>(node.t).value(), &std::get<1>(node.t).value()}};
}

OperatorNode operatorNode(const parser::Expr &e) {
  using E = parser::Expr;
  return common::visit(
      common::visitors{
          [](const E::UnaryPlus &x) -> OperatorNode { return {"+", {&x.v.value()}}; },
          [](const E::Negate &x) -> OperatorNode { return {"-", {&x.v.value()}}; },
          [](const E::NOT &x) -> OperatorNode { return {".not.", {&x.v.value()}}; },
          [](const E::DefinedUnary &x) -> OperatorNode {
            return {std::get<parser::DefinedOpName>(x.t).v.ToString(), {&std::get<1>(x.t).value()}};
          },
          [](const E::DefinedBinary &x) -> OperatorNode {
            return {std::get<parser::DefinedOpName>(x.t).v.ToString(),
                    {&std::get<1>(x.t).value(), &std::get<2>(x.t).value()}};
          },
          [](const E::Power &x) { return binaryNode("**", x); },
          [](const E::Multiply &x) { return binaryNode("*", x); },
          [](const E::Divide &x) { return binaryNode("/", x); },
          [](const E::Add &x) { return binaryNode("+", x); },
          [](const E::Subtract &x) { return binaryNode("-", x); },
          [](const E::Concat &x) { return binaryNode("//", x); },
          [](const E::LT &x) { return binaryNode("<", x); },
          [](const E::LE &x) { return binaryNode("<=", x); },
          [](const E::EQ &x) { return binaryNode("==", x); },
          [](const E::NE &x) { return binaryNode("/=", x); },
          [](const E::GE &x) { return binaryNode(">=", x); },
          [](const E::GT &x) { return binaryNode(">", x); },
          [](const E::AND &x) { return binaryNode(".and.", x); },
          [](const E::OR &x) { return binaryNode(".or.", x); },
          [](const E::EQV &x) { return binaryNode(".eqv.", x); },
          [](const E::NEQV &x) { return binaryNode(".neqv.", x); },
          [](const auto &) -> OperatorNode { return {}; },
      },
      e.u);
}

} // namespace

const ir::Expr *ExpressionReader::userOperatorOf(const parser::Expr &e) {
  const SomeExpr *typed = typedExpr(e);
  if (!typed || !isUserProcedure(evaluate::UnwrapProcedureRef(*typed)))
    return nullptr;
  OperatorNode node = operatorNode(e);
  if (node.operands.empty())
    return nullptr;
  return userOperator(node.spelling, node.operands, e);
}

// ---- Dispatch -----------------------------------------------------------------------------------

const ir::Expr *ExpressionReader::read(const parser::Expr &e) {
  const ir::Expr *out = userOperatorOf(e);
  if (!out)
    out = readNode(e);
  return out ? out : t.build.constant(t.program.types.integer(4), 0, t.locate(e.source));
}

const ir::Expr *ExpressionReader::readNode(const parser::Expr &e) {
  using E = parser::Expr;
  Location at = t.locate(e.source);
  return common::visit(
      common::visitors{
          [&](const common::Indirection<parser::CharLiteralConstantSubstring> &x) {
            auto &[literal, range] = x.value().t;
            std::string text = decoded(literal.GetString());
            const ir::Expr *base = make<ir::StringConstant>(
                t.characterOfLength(1, text.size()), text, at);
            return substring(base, range, at);
          },
          [&](const parser::LiteralConstant &x) { return read(x, typeOf(e), at); },
          [&](const common::Indirection<parser::Designator> &x) { return designator(x.value()); },
          [&](const parser::ArrayConstructor &x) { return arrayConstructor(x, e); },
          [&](const parser::StructureConstructor &x) { return structureConstructor(x, at); },
          [&](const common::Indirection<parser::FunctionReference> &x) {
            return function(x.value(), typedExpr(e));
          },
          [&](const E::Parentheses &x) { return read(x.v); },
          [&](const E::UnaryPlus &x) { return read(x.v); },
          [&](const E::Negate &x) -> const ir::Expr * {
            // Flang types `-7_8` as a whole, and leaves the literal without a type.
            auto *literal = std::get_if<parser::LiteralConstant>(&x.v.value().u);
            const ir::Expr *operand =
                literal && !typedExpr(x.v.value()) ? read(*literal, typeOf(e), at) : read(x.v);
            return make<ir::Unary>(operand->type->scalar() == operand->type
                                       ? operand->type
                                       : t.arrayOf(operand->type->scalar(), operand->type->rank()),
                                   UnaryOp::Negate, operand, at);
          },
          [&](const E::NOT &x) -> const ir::Expr * {
            const ir::Expr *operand = read(x.v);
            return make<ir::Unary>(t.arrayOf(operand->type->scalar(), operand->type->rank()),
                                   UnaryOp::Not, operand, at);
          },
          [&](const E::PercentLoc &) -> const ir::Expr * {
            t.refuse(at, "%LOC is not supported");
            return nullptr;
          },
          [&](const E::DefinedUnary &) -> const ir::Expr * { return nullptr; },
          [&](const E::DefinedBinary &) -> const ir::Expr * { return nullptr; },
          [&](const E::Power &x) { return power(x, e); },
          [&](const E::Multiply &x) { return arithmetic(BinaryOp::Multiply, x, e); },
          [&](const E::Divide &x) { return arithmetic(BinaryOp::Divide, x, e); },
          [&](const E::Add &x) { return arithmetic(BinaryOp::Add, x, e); },
          [&](const E::Subtract &x) { return arithmetic(BinaryOp::Subtract, x, e); },
          [&](const E::Concat &x) -> const ir::Expr * {
            const ir::Expr *left = read(std::get<0>(x.t));
            const ir::Expr *right = read(std::get<1>(x.t));
            return make<ir::Binary>(typeOf(e), BinaryOp::Concatenate, left, right, at);
          },
          [&](const E::LT &x) { return comparison(BinaryOp::Less, x, e); },
          [&](const E::LE &x) { return comparison(BinaryOp::LessEqual, x, e); },
          [&](const E::EQ &x) { return comparison(BinaryOp::Equal, x, e); },
          [&](const E::NE &x) { return comparison(BinaryOp::NotEqual, x, e); },
          [&](const E::GE &x) { return comparison(BinaryOp::GreaterEqual, x, e); },
          [&](const E::GT &x) { return comparison(BinaryOp::Greater, x, e); },
          [&](const E::AND &x) { return logical(BinaryOp::And, x, e); },
          [&](const E::OR &x) { return logical(BinaryOp::Or, x, e); },
          [&](const E::EQV &x) { return logical(BinaryOp::Equivalent, x, e); },
          [&](const E::NEQV &x) { return logical(BinaryOp::NotEquivalent, x, e); },
          [&](const E::ComplexConstructor &x) -> const ir::Expr * {
            const ir::Type *type = typeOf(e);
            const ir::Type *part = t.program.types.real(realKind(type->scalar()));
            const ir::Expr *re = convert(read(std::get<0>(x.t)), part);
            const ir::Expr *im = convert(read(std::get<1>(x.t)), part);
            return make<ir::MakeComplex>(type, re, im, at);
          },
          [&](const common::Indirection<parser::SubstringInquiry> &) -> const ir::Expr * {
            t.refuse(at, "a type parameter inquiry on a substring is not supported");
            return nullptr;
          },
      },
      e.u);
}

} // namespace costate::frontend::fortran
