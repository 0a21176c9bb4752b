#include "transform/MovingPlaces.h"

#include "ir/Constants.h"
#include "ir/Rewrite.h"

#include "llvm/ADT/STLExtras.h"

namespace costate::transform {

using namespace ir;

namespace {

/// Directives of parallel loops, and marks that transforms leave, are not for people: they say of variables that they know
/// what is done to them.
bool hasDirective(const Stmt &s) {
  return llvm::any_of(s.comments, [](const std::string &x) { return x.find_first_of("$#@") == 0; });
}

bool isCounter(const Symbol *s) {
  auto *type = llvm::dyn_cast<IntegerType>(s->type->strip());
  return type && type->isSigned;
}

bool isNumber(const Type *type) { return type->isReal() || type->isComplex(); }

/// Of an array; a body of plain assignments allocates none.
bool asksForExtent(const Expr *e) {
  auto *call = llvm::dyn_cast<Intrinsic>(e);
  return call && (call->name == "size" || call->name == "lbound" || call->name == "ubound");
}

/// The counter, or a sum of it and others.
bool movesWith(const Expr *e, const For &loop, const LoopFacts &facts) {
  if (auto *v = llvm::dyn_cast_or_null<Variable>(e))
    return v->symbol == loop.variable;
  if (auto *wider = llvm::dyn_cast_or_null<Convert>(e))
    return wider->type->isInteger() && movesWith(wider->operand, loop, facts);
  auto *sum = llvm::dyn_cast_or_null<Binary>(e);
  if (!sum || (sum->op != BinaryOp::Add && sum->op != BinaryOp::Subtract))
    return false;
  return (movesWith(sum->left, loop, facts) && facts.isFixed(sum->right)) ||
         (sum->op == BinaryOp::Add && movesWith(sum->right, loop, facts) && facts.isFixed(sum->left));
}

} // namespace

LoopFacts::LoopFacts(const For &loop, const std::set<const Symbol *> &addressed) : loop(loop), addressed(addressed) {
  noteAssigned(loop.variable);
  isPlainLoop = !loop.concurrent && !hasDirective(loop) && isCounter(loop.variable) && step() != 0;
  read(loop.body);
  isPlainLoop = isPlainLoop && isFixed(loop.lower) && isFixed(loop.bound);
}

int64_t LoopFacts::step() const { return loop.step ? constantValue(loop.step).value_or(0) : 1; }

bool LoopFacts::isFixed(const Expr *e) const {
  bool isFixed = true;
  forEach(e, [&](const Expr *x) {
    if (!x->type) { // of a section
      isFixed = false;
      return;
    }
    const Type *type = x->type->strip();
    if (auto *v = llvm::dyn_cast<Variable>(x))
      isFixed &= !assigned.count(v->symbol) && !v->symbol->isVolatile && !v->symbol->overlay;
    else if (x != e && isNumber(type))
      isFixed = false;
    else if (assignsMemory && x->isPlace() && !type->isArray() && !isNumber(type))
      isFixed = false;
    else
      isFixed &= asksForExtent(x) || llvm::isa<IntegerConstant, Binary, Unary, Convert, Element, Dereference, Field, PointerAdd>(x);
  });
  return isFixed;
}

void LoopFacts::read(const Block &body) {
  for (const StmtPtr &s : body) {
    isPlainLoop = isPlainLoop && ++statements <= mostStatements && !hasDirective(*s);
    if (!isPlainLoop)
      return;
    if (auto *assign = llvm::dyn_cast<Assign>(s.get()))
      isPlainLoop = isPlain(*s) && noteAssigned(assign->place);
    else if (auto *inner = llvm::dyn_cast<For>(s.get()))
      noteAssigned(inner->variable);
    else if (!llvm::isa<If>(s.get()))
      isPlainLoop = false;
    for (const Block *inner : blocks(std::as_const(*s)))
      read(*inner);
  }
}

bool LoopFacts::noteAssigned(const Expr *place) {
  if (auto *v = llvm::dyn_cast<Variable>(place)) {
    noteAssigned(v->symbol);
    return true;
  }
  return isNumber(place->type->strip()); // not an integer in memory: a bound or a subscript, perhaps
}

void LoopFacts::noteAssigned(const Symbol *s) {
  assigned.insert(s);
  bool isOwn = s->storage == Storage::Local || s->storage == Storage::Argument;
  assignsMemory |= !isNumber(s->type->strip()) && (!isOwn || s->target || s->overlay || addressed.count(s));
}

std::optional<MovingPlace> movingPlace(Program &program, const Expr *place, const For &loop, const LoopFacts &facts) {
  if (auto *element = llvm::dyn_cast<Element>(place)) {
    std::vector<const Expr *> subscripts = element->subscripts;
    std::optional<int64_t> distance;
    for (const Expr *&subscript : subscripts) {
      if (!subscript || subscript->type->isArray())
        return std::nullopt;
      if (facts.isFixed(subscript))
        continue;
      auto [rest, number] = withoutConstant(subscript);
      if (distance || !movesWith(rest, loop, facts))
        return std::nullopt;
      distance = number;
      subscript = rest;
    }
    if (!distance || !facts.isFixed(element->base))
      return std::nullopt;
    return MovingPlace{program.exprs.make<Element>(element->type, element->base, subscripts, element->location), *distance};
  }
  auto *target = llvm::dyn_cast<Dereference>(place);
  if (!target || !target->offset || !facts.isFixed(target->pointer))
    return std::nullopt;
  auto [rest, number] = withoutConstant(target->offset);
  if (!movesWith(rest, loop, facts))
    return std::nullopt;
  return MovingPlace{program.exprs.make<Dereference>(target->type, target->pointer, rest, target->location), number};
}

const Expr *withCounter(Program &program, const Expr *place, const For &loop, const Expr *value) {
  const Type *type = loop.variable->type->strip();
  if (value->type->strip() != type)
    value = program.exprs.make<Convert>(type, value, false, value->location);
  std::function<const Expr *(const Expr *)> replace = [&](const Expr *e) -> const Expr * {
    auto *v = llvm::dyn_cast<Variable>(e);
    return v && v->symbol == loop.variable ? value : mapOperands(program.exprs, e, replace);
  };
  return replace(place);
}

const Expr *runs(Builder &b, const For &loop, Language language) {
  bool up = !loop.step || *constantValue(loop.step) > 0;
  BinaryOp op = up ? (loop.inclusive ? BinaryOp::LessEqual : BinaryOp::Less)
                   : (loop.inclusive ? BinaryOp::GreaterEqual : BinaryOp::Greater);
  return b.compare(op, loop.lower, loop.bound, language);
}

} // namespace costate::transform
