#include "transform/Duals.h"

#include "analysis/Differentiable.h"
#include "rules/Marks.h"
#include "transform/ZeroValues.h"

namespace costate::transform {

using namespace ir;
using rules::Operation;
using rules::Treatment;

namespace {

/// The first argument that is the same as this one: both share what is computed of it.
unsigned twinOf(const std::vector<const Expr *> &arguments, unsigned i) {
  for (unsigned j = 0; j < i; ++j)
    if (arguments[i] && arguments[j] && equal(arguments[i], arguments[j]))
      return j;
  return i;
}

} // namespace

bool isCostly(const Expr *e) {
  unsigned operations = 0;
  forEach(e, [&](const Expr *x) {
    auto *binary = llvm::dyn_cast<Binary>(x);
    bool slow = (llvm::isa<Intrinsic>(x) && !rules::isMark(x)) ||
                (binary && (binary->op == BinaryOp::Divide || binary->op == BinaryOp::Power));
    operations += slow ? 4 : binary ? 1 : 0;
  });
  return operations >= 4;
}

Dual Duals::of(const Expr *e, Block *before) {
  Dual dual = part(e, before);
  if (dual.derivative && !held.empty())
    dual.derivative = reused(dual.derivative);
  return dual;
}

bool Duals::isTemporary(const Symbol *s) const {
  for (auto &[value, place] : held)
    if (rootVariable(place) == s)
      return true;
  return false;
}

/// What a temporary holds already is read from there: the derivative of sin(x)*cos(x) needs both.
const Expr *Duals::reused(const Expr *e) const {
  if (!e->isPlace() && !e->isConstant())
    for (auto &[value, place] : held)
      if (equal(value, e))
        return place;
  return mapOperands(c.program.exprs, e, [&](const Expr *operand) { return reused(operand); });
}

Dual Duals::part(const Expr *e, Block *before) {
  if (!c.varied.varies(c.variant, e))
    return {c.renaming(e), nullptr};
  if (e->isPlace() && !llvm::isa<ComplexPart>(e))
    return {c.renaming(e), shadow(e)};
  if (llvm::isa<ComplexPart>(e) && llvm::cast<ComplexPart>(e)->base->isPlace())
    return {c.renaming(e), shadow(e)};
  if (Operation::isOperation(e) && analysis::isDifferentiableScalar(e->type))
    return c.directions.sets ? setOperation(e) : operation(e, before);
  return aggregate(e);
}

const Expr *Duals::shadow(const Expr *e) { return orRefused(c.shadows.of(e), e); }

const Expr *Duals::wholeShadow(const Expr *e) { return orRefused(c.shadows.whole(e), e); }

const Expr *Duals::orRefused(const Expr *shadow, const Expr *e) {
  if (shadow)
    return shadow;
  c.diagnostics.error(e->location.known() ? e->location : c.procedure.location,
                      "cannot follow derivatives here: this memory is used as another type elsewhere",
                      "use it as real numbers only");
  return c.renaming(e);
}

Dual Duals::operation(const Expr *e, Block *before) {
  Operation operation(e, c.procedure.language);
  auto &arguments = operation.arguments();
  bool conditional = llvm::isa<Conditional>(e);
  std::vector<Dual> own; // of the arguments, whatever the operation does with them
  std::vector<const Expr *> values, derivatives;
  std::map<const Expr *, const Expr *> valueOf;
  bool readsResult = false;
  std::vector<bool> readAgain(arguments.size());
  for (unsigned i = 0; i < arguments.size(); ++i) {
    Dual dual{nullptr, nullptr};
    unsigned twin = twinOf(arguments, i);
    if (twin < i)
      dual = own[twin];
    else if (arguments[i])
      dual = part(arguments[i], conditional ? nullptr : before);
    own.push_back(dual);
    Treatment treatment = operation.treatment(i);
    if (dual.derivative && (treatment == Treatment::Refused || treatment == Treatment::Loops)) {
      refuse(e, operation);
      dual.derivative = nullptr;
    }
    if (treatment == Treatment::Zero)
      dual.derivative = nullptr;
    if (dual.derivative) {
      rules::Reads reads = operation.reads(i);
      readsResult |= reads.result;
      for (unsigned j = 0; j < reads.arguments.size() && j < readAgain.size(); ++j)
        readAgain[j] = readAgain[j] || reads.arguments[j];
    }
    values.push_back(dual.value);
    derivatives.push_back(isElementwise(e) ? dual.derivative : conformed(dual.derivative, arguments[i]));
  }
  for (unsigned i = 0; i < values.size(); ++i) {
    unsigned twin = twinOf(arguments, i);
    if (twin < i)
      values[i] = values[twin];
    else if (values[i] && readAgain[i] && before && !conditional && isCostly(values[i]))
      values[i] = temporary(values[i], *before);
    if (arguments[i])
      valueOf[arguments[i]] = values[i];
    // With several directions a derivative has no single variable to be kept in.
    if (derivatives[i] && before && !conditional && !c.directions.several() &&
        !derivatives[i]->isPlace() && !derivatives[i]->type->isArray() &&
        operation.readsDerivativeTwice(i))
      derivatives[i] = temporary(derivatives[i], *before, "tempd");
  }
  const Expr *value = mapOperands(c.program.exprs, e, [&](const Expr *operand) {
    auto found = valueOf.find(operand);
    return found != valueOf.end() ? found->second : c.renaming(operand);
  });
  rules::Values known{values, nullptr};
  if (readsResult && before) {
    value = temporary(value, *before);
    known.result = value;
  }
  return {value, operation.tangent(c.program, derivatives, known)};
}

/// Index sets need no values but in conditions, so nothing is kept for them.
Dual Duals::setOperation(const Expr *e) {
  Operation operation(e, c.procedure.language);
  auto &arguments = operation.arguments();
  std::vector<const Expr *> values, own;
  for (unsigned i = 0; i < arguments.size(); ++i) {
    values.push_back(arguments[i] ? c.renaming(arguments[i]) : nullptr);
    const Expr *set = arguments[i] ? part(arguments[i], nullptr).derivative : nullptr;
    Treatment treatment = operation.treatment(i);
    if (set && (treatment == Treatment::Refused || treatment == Treatment::Loops))
      refuse(e, operation);
    bool counts = treatment == Treatment::Formula;
    own.push_back(!counts ? nullptr : isElementwise(e) ? set : conformed(set, arguments[i]));
  }
  return {c.renaming(e), sets.result(operation, own, {values, nullptr})};
}

/// Whether the operation takes scalars and arrays alike.
bool Duals::isElementwise(const Expr *e) const {
  auto *function = llvm::dyn_cast<Intrinsic>(e);
  return !function || rules::isElemental(*function, c.procedure.language);
}

/// The derivative of `s + w` is `sd` where w has none; where an array is wanted, it has to be one.
const Expr *Duals::conformed(const Expr *derivative, const Expr *e) {
  if (!derivative || !e->type->isArray() || derivative->type->isArray() ||
      c.procedure.language != Language::Fortran)
    return derivative;
  return temporaryArrays.spread(derivative, c.renaming(e));
}

namespace {

/// The derivative of a constructor that leaves components to their defaults, which are no derivatives.
const Expr *withoutDefaults(const RecordConstructor &derivative, Program &program) {
  auto *record = llvm::cast<RecordType>(derivative.type->strip());
  std::vector<const Expr *> values = derivative.values;
  values.resize(record->components.size());
  for (size_t i = 0; i < values.size(); ++i) {
    const Component &component = record->components[i];
    bool isBorn = component.initial || isBornNonzero(component.type);
    if (!values[i] && isBorn && !component.allocatable && !component.type->isPointer() &&
        analysis::carriesDerivative(component.type))
      values[i] = zeroOf(program, component.type, derivative.location);
  }
  return program.exprs.make<RecordConstructor>(derivative.type, values, derivative.location);
}

} // namespace

/// Constructors, and operations on records, which only move them: the same of derivatives.
Dual Duals::aggregate(const Expr *e) {
  if (auto *call = llvm::dyn_cast<Intrinsic>(e); call && call->name == "transfer")
    refuse(e, Operation(e, c.procedure.language));
  const Expr *value = c.renaming(e);
  const Expr *derivative = mapOperands(c.program.exprs, e, [&](const Expr *operand) {
    if (!operand->type || !analysis::carriesDerivative(operand->type))
      return c.renaming(operand);
    const Expr *d = part(operand, nullptr).derivative;
    if (!d)
      d = zero(operand->type, operand->location);
    return llvm::isa<ArrayConstructor, ImpliedDo>(e) ? conformed(d, operand) : d;
  });
  if (auto *list = llvm::dyn_cast<ArrayConstructor>(derivative); list && c.directions.sets)
    derivative = c.program.exprs.make<ArrayConstructor>(c.types.of(e->type), list->items, list->location,
                                                        list->repeat);
  if (llvm::isa<RecordConstructor>(derivative) && c.directions.sets)
    c.diagnostics.error(e->location, "a pattern cannot construct records inside an expression",
                        "assign the components one by one");
  if (auto *record = llvm::dyn_cast<RecordConstructor>(derivative);
      record && !c.directions.sets && c.procedure.language == Language::Fortran)
    derivative = withoutDefaults(*record, c.program);
  if (auto *loop = llvm::dyn_cast<ImpliedDo>(derivative))
    derivative = c.program.exprs.make<ImpliedDo>(c.types.of(loop->type), loop->items,
                                                 c.renaming.of(loop->variable), loop->lower,
                                                 loop->upper, loop->step, loop->location);
  return {value, derivative};
}

const Expr *Duals::temporary(const Expr *value, Block &before, const char *name) {
  bool keep = !c.directions.several(); // loops over directions come when the value may be another
  for (auto &[known, place] : held)
    if (keep && equal(known, value))
      return place;
  if (value->type->isArray()) {
    const Expr *place = temporaryArrays.holding(value, before);
    arrayTemporaries.insert(rootVariable(place));
    if (keep)
      held.push_back({value, place});
    return place;
  }
  Symbol *t = c.procedure.makeTemporary(name, value->type->strip());
  t->temporary = false;
  const Expr *place = c.program.exprs.make<Variable>(t, value->location);
  before.push_back(std::make_unique<Assign>(place, value, value->location));
  if (keep)
    held.push_back({value, place});
  return place;
}

const Expr *Duals::zero(const Type *type, Location at) {
  const Type *scalar = type->scalar()->strip();
  if (c.directions.sets && hasDirections(scalar))
    return sets.empty(at);
  return zeroOf(c.program, scalar->isRecord() ? c.types.of(scalar) : scalar, at);
}

void Duals::refuse(const Expr *e, const Operation &operation) {
  auto *function = llvm::dyn_cast<Intrinsic>(e);
  std::string what = function ? "'" + function->name + "'" : "this operation";
  c.diagnostics.error(e->location, "cannot differentiate " + what + ": " + operation.reason(),
                      "write it out with operations that have derivatives");
}

} // namespace costate::transform
