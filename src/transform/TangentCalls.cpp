// Calls in the bodies of tangent procedures.
#include "transform/TangentBody.h"

#include "analysis/Differentiable.h"
#include "transform/ArrayResults.h"
#include "transform/ExternalCalls.h"
#include "transform/ProcedureValues.h"

#include <algorithm>

namespace costate::transform {

using namespace ir;
using analysis::Variant;

namespace {

/// Memory of the procedure that only arguments let others see.
bool isPrivate(const Symbol *memoryClass) {
  return memoryClass->owner && memoryClass->storage != Storage::Common && memoryClass->storage != Storage::Saved;
}

} // namespace

void TangentBody::call(const Call &s, Block &out) {
  auto &targets = c.varied.memory().targets(s);
  if (targets.empty())
    return callUnknown(s, out);
  if (const Symbol *unknown = c.varied.memory().unknownTarget(s))
    refuseUnknown(s, unknown->name);
  if (callees.mayRunOthers() && touches(s))
    refuseUnknownPassed(s, targets, c.diagnostics);
  if (Symbol *shadow = targets.size() > 1 && s.callee ? c.shadows.of(s.callee) : nullptr)
    return callTangent(s, *c.variant.calls.at({&s, targets[0]}), shadow, out);
  if (targets.size() > 1 || (s.pointer && (c.procedure.language == Language::C || callees.mayRunOthers())))
    return callByPointer(s, out);
  const Variant &variant = *c.variant.calls.at({&s, targets[0]});
  if (Symbol *tangent = callees.tangentOf(variant))
    return callTangent(s, variant, tangent, out);
  callOriginal(s, out);
}

/// A call that leaves no derivative: its result has derivative zero.
void TangentBody::callOriginal(const Call &s, Block &out) {
  if (s.result && shadowPlace(s.result))
    clear(s.result, s.location, out);
  out.push_back(copy(s));
}

/// The shadow that goes with an argument: of a place or pointer its shadow; of a value its
/// derivative; of something passive a zero.
const Expr *TangentBody::shadowArgument(const Expr *argument, const Symbol *parameter,
                                        Block &out) {
  if (!argument)
    return nullptr;
  if (argument->type->isPointer() || (argument->isPlace() && c.varied.varies(c.variant, argument)))
    return passed(duals.wholeShadow(argument), argument, parameter);
  Dual dual = llvm::isa<RecordConstructor>(argument) && c.directions.sets ? Dual{c.renaming(argument), nullptr}
                                                                          : duals.of(argument, &out);
  if (several() || (llvm::isa<RecordConstructor>(argument) && c.directions.sets))
    return shadowOfValue(argument, dual, out);
  if (dual.derivative) {
    const Expr *derivative = duals.conformed(dual.derivative, argument);
    // `(x)` is a value, and so is its derivative: the callee may change x.
    bool isVariable = derivative->isPlace() && c.procedure.language == Language::Fortran;
    return isVariable ? c.program.exprs.make<Unary>(derivative->type, UnaryOp::Parentheses, derivative,
                                                    argument->location)
                      : derivative;
  }
  if (parameter->byValue)
    return duals.zero(argument->type, argument->location);
  // By reference: the callee may write it.
  if (argument->type->isArray())
    return zeros(argument, *parameter, out);
  Symbol *t = c.procedure.makeTemporary("zero", c.types.of(argument->type->strip()));
  t->temporary = false;
  out.push_back(b.assign(t, duals.zero(argument->type, argument->location), argument->location));
  return b.variable(t, argument->location);
}

/// A new array of zeros in the shape of a passive one.
const Expr *TangentBody::zeros(const Expr *argument, const Symbol &parameter, Block &out) {
  auto *whole = llvm::dyn_cast<ArrayType>(argument->type->strip());
  bool sized = analysis::isDifferentiableScalar(argument->type) && whole && !whole->rowMajor &&
               whole->dimensions.back().form != Dimension::Form::Star;
  if (!sized) {
    c.diagnostics.error(argument->location,
                        "cannot pass a passive array where '" + parameter.name +
                            "' carries derivatives",
                        "pass a variable of known shape");
    return nullptr;
  }
  auto &arrays = duals.temporaryArrays;
  const Expr *place = arrays.shaped(arrays.extents(c.renaming(argument)),
                                    c.types.of(argument->type->scalar()->strip()), "zero", out);
  out.push_back(std::make_unique<Assign>(place, duals.zero(argument->type, argument->location),
                                         argument->location));
  return place;
}

void TangentBody::callTangent(const Call &s, const Variant &variant, Symbol *tangent, Block &out) {
  Procedure &target = *variant.procedure;
  if (target.language != c.procedure.language) {
    bool other = c.directions.haveTypes();
    Symbol *view = other ? nullptr : callees.foreignTangent(s, variant, c.procedure);
    if (other)
      c.diagnostics.error(s.location,
                          who() + " cannot call '" +
                              target.name + "', which is written in another language",
                          several() ? "differentiate with one direction at a time"
                                    : "write both in one language");
    else if (!view)
      c.diagnostics.error(s.location,
                          "cannot carry derivatives into '" + target.name +
                              "', which is written in another language",
                          "declare it by an interface with bind(c), or differentiate it by itself, "
                          "and declare it here with --external");
    tangent = view ? view : tangent;
  }
  if (c.directions.several() && takesArrays(s, target))
    return callElements(s, variant, tangent, out);
  std::vector<Argument> arguments;
  bool fortran = c.procedure.language == Language::Fortran; // may leave out the last ones
  size_t count = fortran ? std::max(s.arguments.size(), target.parameters.size())
                         : s.arguments.size();
  for (size_t i = 0; i < count; ++i) {
    const Expr *argument = i < s.arguments.size() ? s.arguments[i].value : nullptr;
    if (i >= target.parameters.size() || !callees.isDropped(variant, i))
      arguments.push_back({c.renaming(argument), {}});
    auto *procedure = argument ? llvm::dyn_cast<ProcedureReference>(argument) : nullptr;
    if (procedure && i < target.parameters.size() && callees.hasShadow(variant, i))
      arguments.push_back({procedureShadow(*procedure), {}});
    else if (i < target.parameters.size() && callees.hasShadow(variant, i) && target.parameters[i]->isDummyProcedure())
      c.diagnostics.error(argument ? argument->location : s.location,
                          "cannot pass the tangent of what this procedure pointer holds: '" +
                              target.parameters[i]->name + "' may stand for several procedures",
                          "pass a procedure by its name");
    else if (i < target.parameters.size() && callees.hasShadow(variant, i) && passesDirections(s, i, target))
      arguments.push_back({shadowOfValue(argument, duals.of(argument, &out), out), {}});
    else if (i < target.parameters.size() && callees.hasShadow(variant, i))
      arguments.push_back({shadowArgument(argument, target.parameters[i], out), {}});
  }
  Block after;
  const Expr *result = c.renaming(s.result);
  if (target.result && callees.hasShadow(variant, -1) && c.directions.several()) {
    passResult(s, target, arguments, out, after);
    result = nullptr;
  } else if (target.result && callees.hasShadow(variant, -1)) {
    const Expr *value = result;
    if (!s.result || !isOwn(s) || mayAllocateResult(s))
      value = resultVariable("result", target, s);
    if (s.result && value != result)
      after.push_back(std::make_unique<Assign>(result, value, s.location));
    allocateResult(target, s, value, out);
    if (c.procedure.language == Language::C)
      value = c.program.exprs.make<AddressOf>(c.program.types.pointer(value->type), value);
    arguments.push_back({value, {}});
    const Expr *shadow = s.result ? shadowPlace(s.result) : nullptr;
    if (!shadow && s.result) {
      shadow = resultVariable("ignored", target, s);
      llvm::cast<Variable>(shadow)->symbol->type = c.types.of(shadow->type);
      shadow = b.variable(llvm::cast<Variable>(shadow)->symbol, s.location);
      allocateResult(target, s, shadow, out);
    }
    result = shadow;
  } else if (s.result && shadowPlace(s.result)) {
    clear(s.result, s.location, after); // a constant, though derivatives go through the call
  }
  passNumber(arguments);
  out.push_back(std::make_unique<Call>(tangent, std::move(arguments), result, s.location));
  for (StmtPtr &x : after)
    out.push_back(std::move(x));
}

/// A variable for what a function returns; that of an array function is allocated before the call.
const Expr *TangentBody::resultVariable(const char *name, const Procedure &target, const Call &s) {
  const Type *type = target.result->type->strip();
  unsigned rank = takesArrays(s, target) && s.result ? s.result->type->rank() : type->rank();
  if (rank > 0) {
    std::vector<Dimension> shape(rank);
    for (Dimension &d : shape)
      d.form = Dimension::Form::Deferred;
    type = c.program.types.array(type->scalar(), shape, false);
  }
  Symbol *t = c.procedure.makeTemporary(name, type);
  t->temporary = false;
  t->allocatable = rank > 0 && c.procedure.language == Language::Fortran;
  return b.variable(t, s.location);
}

/// A value that is passed is no longer the variable's: `q[1] = f(q[1], q)`, where `f` writes q[1] before it reads its
/// argument. Several directions are an array, which is passed by reference: it needs memory of its own where the called
/// procedure may write that of the variable.
bool TangentBody::passesDirections(const Call &s, size_t argument, const Procedure &target) {
  const Expr *value = s.arguments[argument].value;
  if (!c.directions.several() || !target.parameters[argument]->byValue || !value || !value->isPlace() ||
      !hasDirections(value->type) || value->type->isArray())
    return false;
  auto &memory = c.varied.memory();
  std::vector<const Symbol *> mine = memory.reached(value);
  auto isMine = [&](const Symbol *x) { return std::find(mine.begin(), mine.end(), x) != mine.end(); };
  if (!std::all_of(mine.begin(), mine.end(), isPrivate))
    return true;
  for (size_t i = 0; i < s.arguments.size(); ++i) {
    const Expr *other = s.arguments[i].value;
    const Symbol *parameter = i < target.parameters.size() ? target.parameters[i] : nullptr;
    if (!other || (parameter && (!c.varied.mayWrite()(target, parameter) ||
                                 (parameter->byValue && analysis::isDifferentiableScalar(parameter->type)))))
      continue;
    std::vector<const Symbol *> reached = memory.reached(other);
    if (std::any_of(reached.begin(), reached.end(), isMine))
      return true;
  }
  return false;
}

/// Whether the called procedure cannot reach what its result is stored to. The tangent of a function
/// writes the value through an argument while it still reads the others: `a(i) = dot(n, a(i), b)`.
bool TangentBody::isOwn(const Call &s) {
  auto &memory = c.varied.memory();
  std::vector<const Symbol *> mine = memory.reached(s.result);
  auto isMine = [&](const Symbol *x) { return std::find(mine.begin(), mine.end(), x) != mine.end(); };
  bool own = std::all_of(mine.begin(), mine.end(), isPrivate);
  for (const Argument &a : s.arguments)
    forEach(a.value, [&](const Expr *e) {
      if (e->isPlace())
        for (const Symbol *x : memory.reached(e))
          own &= !isMine(x);
    });
  return own;
}

/// The value of an array function leaves its tangent through an argument, so a variable that
/// assignment would have allocated is allocated before the call.
void TangentBody::allocateResult(const Procedure &target, const Call &s, const Expr *result,
                                 Block &out) {
  auto *variable = llvm::dyn_cast<Variable>(result);
  if (!variable || !variable->symbol->allocatable || target.result->allocatable)
    return;
  std::vector<const Expr *> extents = resultExtents(target, s);
  if (extents.empty())
    return;
  duals.temporaryArrays.allocate(result, extents, out);
  if (Symbol *original = rootVariable(s.result); original && original->temporary)
    for (const Symbol *made : {original, variable->symbol}) // allocated nowhere else
      duals.addArray(made);
  if (const Expr *shadow = c.directions.several() ? wholePlace(s.result) : nullptr) {
    extents.insert(extents.begin(), c.directions.count);
    duals.temporaryArrays.allocate(shadow, extents, out);
  }
}

/// The extents of what a function returns to this call.
std::vector<const Expr *> TangentBody::resultExtents(const Procedure &target, const Call &s) {
  if (target.elemental) {
    for (const Argument &a : s.arguments)
      if (a.value && a.value->type->isArray())
        return duals.temporaryArrays.extents(c.renaming(a.value));
    return {};
  }
  auto *array = llvm::dyn_cast<ArrayType>(target.result->type->strip());
  std::vector<const Expr *> extents;
  for (size_t k = 0; array && k < array->dimensions.size(); ++k) {
    const Dimension &d = array->dimensions[k];
    const Expr *extent = duals.temporaryArrays.length(d.lower, d.upper);
    extents.push_back(c.renaming(atCall(c.program.exprs, extent, target, s)));
  }
  return extents;
}

namespace {

/// Declared by a header, as functions of libraries are.
bool isLibraryFunction(const Symbol &callee) {
  return callee.fromHeader && callee.unit && callee.unit->language() == Language::C;
}

} // namespace

/// A call without source is fine as long as nothing differentiable goes through it.
void TangentBody::callUnknown(const Call &s, Block &out) {
  if (auto effect = analysis::libraryEffect(s); effect != analysis::LibraryEffect::Unknown)
    return callLibrary(s, effect, out);
  if (s.callee && s.callee->isIntrinsicProcedure)
    return callIntrinsic(s, out);
  const analysis::ExternalUse &use = c.varied.memory().external(s);
  if (use && !c.directions.sets)
    return ExternalCalls(c, duals).tangent(s, use, out);
  refuseUnknown(s, s.callee ? s.callee->name : "a procedure pointer");
  out.push_back(copy(s));
}

/// Whether derivatives may go into a call or come out of it.
bool TangentBody::touches(const Call &s) {
  bool found = s.result && shadowPlace(s.result);
  for (const Argument &a : s.arguments)
    found |= a.value && !llvm::isa<ProcedureReference>(a.value) && c.varied.varies(c.variant, a.value);
  return found;
}

void TangentBody::refuseUnknown(const Call &s, const std::string &name) {
  if (touches(s))
    c.diagnostics.error(s.location,
                        "cannot " + std::string(c.directions.sets ? "follow index sets" : "differentiate") +
                            " through a call to '" + name + "': its source is not given",
                        c.directions.sets ? "add its file to the command line"
                        : s.callee && isLibraryFunction(*s.callee)
                            ? "write it out in the program, or declare it with --external"
                            : "add its file to the command line, or declare it with --external");
}

/// The tangent that goes with a procedure passed to a dummy that may stand for several.
const Expr *TangentBody::procedureShadow(const ProcedureReference &procedure) {
  Symbol *shadow = c.shadows.of(procedure.symbol);
  if (!shadow && procedure.symbol->procedure)
    if (const Variant *variant = c.varied.passed(procedure.symbol->procedure))
      shadow = callees.tangentOf(*variant);
  if (!shadow) {
    c.diagnostics.error(procedure.location,
                        "cannot differentiate '" + procedure.symbol->name +
                            "', which is passed on to be called: its source is not given",
                        "add its file to the command line");
    return &procedure;
  }
  return c.program.exprs.make<ProcedureReference>(shadow->type, shadow, procedure.location);
}

/// Intrinsic subroutines: MOVE_ALLOC moves shadows too; the clock and random numbers are constants.
void TangentBody::callIntrinsic(const Call &s, Block &out) {
  const std::string &name = s.callee->name;
  std::vector<Argument> shadows;
  for (const Argument &a : s.arguments)
    if (const Expr *shadow = a.value && a.value->isPlace() ? wholePlace(a.value) : nullptr)
      shadows.push_back({shadow, a.keyword});
  bool moves = analysis::movesAllocation(s), both = shadows.size() > 1;
  if (moves && both)
    out.push_back(std::make_unique<Call>(s.callee, shadows, nullptr, s.location));
  out.push_back(copy(s));
  if (moves && shadows.size() == 1 && c.directions.sets)
    c.diagnostics.error(s.location, "a pattern cannot move an allocation that has no index sets to one that has",
                        "assign it instead");
  else if (moves && shadows.size() == 1)
    moveConstants(shadows[0].value, c.renaming(s.arguments[1].value), s.location, out);
  if (shadows.empty() || moves)
    return;
  if (name != "random_number" && name != "cpu_time")
    c.diagnostics.error(s.location, "cannot differentiate through the intrinsic subroutine '" +
                                        name + "'",
                        "write it out with operations that have derivatives");
  for (const Argument &a : s.arguments)
    if (a.value && a.value->isPlace() && shadowPlace(a.value))
      clear(a.value, s.location, out);
}

/// What MOVE_ALLOC brings has no derivative: that of where it goes is zero, in the new shape.
void TangentBody::moveConstants(const Expr *shadow, const Expr *place, Location at, Block &out) {
  auto isAllocated = [&](const Expr *e) {
    return c.program.exprs.make<Intrinsic>(b.defaultLogical(), "allocated", std::vector<const Expr *>{e}, at);
  };
  Block drop, zeros;
  drop.push_back(std::make_unique<Free>(std::vector{shadow}, at));
  out.push_back(std::make_unique<If>(isAllocated(shadow), std::move(drop), Block{}, at));
  auto allocate = std::make_unique<Allocate>(Allocate::How::Fortran,
                                             std::vector{Allocation{shadow, {}, nullptr}}, at);
  allocate->mold = place;
  zeros.push_back(std::move(allocate));
  zeros.push_back(std::make_unique<Assign>(shadow, duals.zero(place->type, at), at));
  out.push_back(std::make_unique<If>(isAllocated(place), std::move(zeros), Block{}, at));
}

/// A call through a pointer compares the pointer with each function it may hold. The last one needs
/// no comparison where no function from outside can come in; where one can, it stops the program.
void TangentBody::callByPointer(const Call &s, Block &out) {
  auto &targets = c.varied.memory().targets(s);
  bool any = s.pointer && callees.mayRunOthers() && touches(s);
  for (Procedure *target : targets)
    any |= callees.tangentOf(*c.variant.calls.at({&s, target})) != nullptr;
  if (!any)
    return callOriginal(s, out);
  if (!s.pointer)
    internalError("a dummy procedure with several targets has no tangent");
  Block chain;
  if (callees.mayRunOthers())
    chain.push_back(stopUndifferentiated(c.procedure.language, s.location));
  for (size_t i = targets.size(); i-- > 0;) {
    Block then, branch;
    duals.beginStatement(); // what one branch computes is not there in another
    const Variant &variant = *c.variant.calls.at({&s, targets[i]});
    if (Symbol *tangent = callees.tangentOf(variant))
      callTangent(s, variant, tangent, then);
    else
      callOriginal(s, then);
    if (chain.empty()) {
      chain = std::move(then);
      continue;
    }
    const Expr *test = pointsTo(c.program, s, c.renaming(s.pointer), *targets[i], c.procedure.language, c.diagnostics);
    branch.push_back(std::make_unique<If>(test, std::move(then), std::move(chain), s.location));
    chain = std::move(branch);
  }
  for (StmtPtr &x : chain)
    out.push_back(std::move(x));
}

} // namespace costate::transform
