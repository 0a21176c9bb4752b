// Every statement as it was, after the statement that moves the derivatives. Derivatives come first
// because they read what the statement is about to overwrite.

#include "transform/TangentBody.h"

#include "analysis/Differentiable.h"
#include "transform/ReadBack.h"
#include "transform/ExternalCalls.h"
#include "transform/SplitWhere.h"
#include "transform/Tangent.h"

#include <algorithm>

namespace costate::transform {

using namespace ir;
using analysis::carriesDerivative;
using analysis::Variant;

Block TangentBody::transform(const Block &block, bool isHead) {
  Block out;
  duals.temporaryArrays.beginBlock(isHead);
  size_t where = 0, whereEnd = 0; // of the tangent's last WHERE with single assignments
  for (size_t i = 0; i < block.size(); ++i) {
    const StmtPtr &s = block[i];
    size_t first = out.size();
    if (!s->comments.empty()) // they open a paragraph
      loops.fence(out);
    if (c.observer)
      observeBefore(*s, out);
    statement(*s, out);
    if (c.observer)
      observeAfter(*s, out);
    if (first < out.size())
      out[first]->comments = s->comments;
    if (size_t count = singleWhere(block, i); count && !c.directions.several())
      where = first, whereEnd = i + count;
    if (i == whereEnd && i > 0)
      splitWhere(out, where, c.procedure, c.program);
  }
  duals.temporaryArrays.endBlock(out);
  return out;
}

void TangentBody::observeBefore(const Stmt &s, Block &out) {
  TangentObserver::Varying varying{{}, [this](const Expr *e) { return c.renaming(e); }};
  for (const Expr *e : expressions(s))
    forEach(e, [&](const Expr *x) {
      if (!rules::Operation::isOperation(x))
        return;
      for (const Expr *operand : operands(x))
        if (operand->type && c.varied.varies(c.variant, operand)) {
          varying.operations.push_back(x);
          return;
        }
    });
  c.observer->before(s, varying, c.procedure, out);
}

namespace {

/// A place that a call may have written and that can be read whole; null for others.
const Expr *readable(const Expr *argument) {
  auto *address = llvm::dyn_cast_or_null<AddressOf>(argument);
  const Expr *place = address && !address->decayed ? address->place : argument;
  if (!place || !place->isPlace() || !analysis::isDifferentiableScalar(place->type))
    return nullptr;
  auto *variable = llvm::dyn_cast<Variable>(place);
  if (variable && (variable->symbol->optional || variable->symbol->allocatable))
    return nullptr;
  auto *array = llvm::dyn_cast<ArrayType>(place->type->strip());
  bool known = !array || (variable && array->dimensions.back().form != Dimension::Form::Star);
  return known ? place : nullptr;
}

} // namespace

void TangentBody::observeAfter(const Stmt &s, Block &out) {
  std::vector<const Expr *> places;
  if (auto *assign = llvm::dyn_cast<Assign>(&s))
    places.push_back(assign->place);
  if (auto *call = llvm::dyn_cast<Call>(&s)) {
    for (const Argument &argument : call->arguments)
      places.push_back(readable(argument.value));
    places.push_back(readable(call->result));
  }
  for (const Expr *place : places)
    if (const Expr *shadow = place ? shadowPlace(place) : nullptr)
      c.observer->after(s, place, c.renaming(place), shadow, c.procedure, out);
}

StmtPtr TangentBody::copy(const Stmt &s) {
  Block one;
  one.push_back(clone(s));
  c.renaming.apply(one);
  one.front()->comments.clear();
  return std::move(one.front());
}

void TangentBody::statement(const Stmt &s, Block &out) {
  duals.beginStatement();
  switch (s.kind()) {
  case StmtKind::Assign:
    return assign(llvm::cast<Assign>(s), out);
  case StmtKind::Call:
    return call(llvm::cast<Call>(s), out);
  case StmtKind::If: {
    auto &x = llvm::cast<If>(s);
    auto branch = std::make_unique<If>(c.renaming(x.condition), transform(x.thenBlock),
                                       transform(x.elseBlock), s.location);
    branch->thenReturned = x.thenReturned;
    out.push_back(std::move(branch));
    return;
  }
  case StmtKind::For: {
    auto &x = llvm::cast<For>(s);
    auto loop = std::make_unique<For>(c.renaming.of(x.variable), c.renaming(x.lower),
                                      c.renaming(x.bound), c.renaming(x.step), transform(x.body),
                                      s.location);
    loop->inclusive = x.inclusive;
    loop->direction = x.direction;
    loop->concurrent = x.concurrent;
    // The shadow of a pointer that counts moves with it.
    if (Symbol *shadow = c.shadows.of(x.variable); shadow && x.variable->type->isPointer())
      return walkShadow(x, shadow, std::move(loop), out);
    out.push_back(std::move(loop));
    return;
  }
  case StmtKind::While: {
    auto &x = llvm::cast<While>(s);
    out.push_back(std::make_unique<While>(transform(x.head, true), c.renaming(x.condition),
                                          transform(x.body), s.location));
    return;
  }
  case StmtKind::Allocate:
    return allocate(llvm::cast<Allocate>(s), out);
  case StmtKind::Free:
    return free(llvm::cast<Free>(s), out);
  case StmtKind::Opaque:
    return opaque(llvm::cast<Opaque>(s), out);
  default:
    internalError("a raw statement reached the tangent");
  }
}

/// `for (p = a; p < end; p++)`: the shadow starts at the shadow of `a` and takes the same steps.
void TangentBody::walkShadow(const For &x, Symbol *shadow, std::unique_ptr<For> loop, Block &out) {
  const Expr *place = b.variable(shadow, x.location);
  if (const Expr *start = c.shadows.of(x.lower))
    out.push_back(std::make_unique<Assign>(place, start, x.location));
  const Expr *step = x.step ? c.renaming(x.step)
                            : b.constant(b.integer(c.procedure.language), 1, x.location);
  const Expr *next =
      c.program.exprs.make<PointerAdd>(shadow->type, place, step, false, x.location);
  loop->body.push_back(std::make_unique<Assign>(place, next, x.location));
  out.push_back(std::move(loop));
}

const Expr *TangentBody::shadowPlace(const Expr *place) {
  return c.varied.varies(c.variant, place) ? duals.shadow(place) : nullptr;
}

const Expr *TangentBody::wholePlace(const Expr *place) {
  return shadowPlace(place) ? c.shadows.whole(place) : nullptr;
}

void TangentBody::assign(const Assign &s, Block &out) {
  const Expr *shadow = shadowPlace(s.place);
  if (!shadow) {
    out.push_back(copy(s));
    return;
  }
  Location at = s.location;
  if (s.place->type->isPointer()) {
    out.push_back(std::make_unique<Assign>(shadow, duals.shadow(s.value), at));
    out.push_back(copy(s));
    return;
  }
  if (auto *record = llvm::dyn_cast<RecordConstructor>(s.value); record && c.directions.several()) {
    assignRecord(s.place, *record, out);
    out.push_back(copy(s));
    return;
  }
  const Expr *mask = c.renaming(s.mask);
  Dual dual = duals.of(s.value, s.mask ? nullptr : &out);
  if (c.directions.several() && isWholeAllocatable(s.place) && dual.value->type->isArray())
    return assignAllocatableVector(s, dual, out);
  if (isWholeAllocatable(s.place) && !c.directions.several())
    return assignAllocatable(s, shadow, dual, out);
  if (valueFirst(s, shadow, dual, out))
    return;
  if (!dual.derivative)
    clear(s.place, at, out, mask);
  else if (copiesArray(s))
    out.push_back(std::make_unique<Assign>(c.shadows.whole(s.place), c.shadows.whole(s.value), at));
  else if (!equal(shadow, dual.derivative)) // `x = x + 1`
    move(shadow, dual.derivative, at, out, mask);
  out.push_back(std::make_unique<Assign>(c.renaming(s.place), dual.value, at, mask));
}

/// `y = exp(x); yd = y*xd`: where the derivative reads the value but not what the statement
/// overwrites, the variable itself holds the value for it, and no temporary is needed.
bool TangentBody::valueFirst(const Assign &s, const Expr *shadow, Dual dual, Block &out) {
  auto *computed = out.empty() ? nullptr : llvm::dyn_cast<Assign>(out.back().get());
  auto *held = llvm::dyn_cast<Variable>(dual.value);
  const Expr *place = c.renaming(s.place);
  Symbol *root = rootVariable(place);
  if (!held || !computed || !equal(computed->place, held) || s.mask || !dual.derivative ||
      c.directions.several() || !root || root->target || root->overlay || root->isVolatile ||
      place->type->rank() != held->type->rank() ||
      place->type->scalar()->strip() != held->type->scalar()->strip() ||
      !duals.isTemporary(held->symbol))
    return false;
  bool overwritten = false;
  forEach(dual.derivative, [&](const Expr *x) {
    auto *v = llvm::dyn_cast<Variable>(x);
    overwritten |= (v && v->symbol == root) || llvm::isa<Dereference>(x);
  });
  for (const Expr *e : operands(place)) // subscripts
    forEach(e, [&](const Expr *x) {
      auto *v = llvm::dyn_cast<Variable>(x);
      overwritten |= e->type && e->type->isInteger() && v && v->symbol == root;
    });
  if (overwritten)
    return false;
  computed->place = place;
  auto instead = [&](auto &self, const Expr *e) -> const Expr * {
    if (equal(e, held))
      return place;
    return mapOperands(c.program.exprs, e, [&](const Expr *x) { return self(self, x); });
  };
  move(shadow, instead(instead, dual.derivative), s.location, out);
  return true;
}

/// Assignment gives an allocatable the shape of the value, so its shadow needs that shape too: from
/// the derivative where that is an array, else from the value.
void TangentBody::assignAllocatable(const Assign &s, const Expr *shadow, Dual dual, Block &out) {
  Location at = s.location;
  if (dual.derivative && dual.derivative->type->isArray()) {
    out.push_back(std::make_unique<Assign>(shadow, dual.derivative, at));
  } else if (dual.value->type->isArray()) {
    out.push_back(std::make_unique<Assign>(shadow, dual.value, at));
    const Expr *scalar = dual.derivative ? dual.derivative : duals.zero(s.place->type, at);
    out.push_back(std::make_unique<Assign>(shadow, scalar, at));
  } else {
    const Expr *scalar = dual.derivative ? dual.derivative : duals.zero(s.place->type, at);
    out.push_back(std::make_unique<Assign>(shadow, scalar, at));
  }
  out.push_back(std::make_unique<Assign>(c.renaming(s.place), dual.value, at));
}

// ---- Calls ------------------------------------------------------------------------------------

void TangentBody::call(const Call &s, Block &out) {
  auto &targets = c.varied.memory().targets(s);
  if (targets.empty())
    return callUnknown(s, out);
  if (const Symbol *unknown = c.varied.memory().unknownTarget(s))
    refuseUnknown(s, unknown->name);
  if (Symbol *shadow = targets.size() > 1 && s.callee ? c.shadows.of(s.callee) : nullptr)
    return callTangent(s, *c.variant.calls.at({&s, targets[0]}), shadow, out);
  if (targets.size() > 1 || (s.pointer && c.procedure.language == Language::C))
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
  Dual dual = duals.of(argument, &out);
  if (c.directions.several())
    return shadowOfValue(argument, dual, out);
  if (dual.derivative)
    return dual.derivative;
  if (parameter->byValue)
    return duals.zero(argument->type, argument->location);
  // By reference: the callee may write it.
  if (argument->type->isArray())
    return zeros(argument, *parameter, out);
  Symbol *t = c.procedure.makeTemporary("zero", argument->type->strip());
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
                                    argument->type->scalar()->strip(), "zero", out);
  out.push_back(std::make_unique<Assign>(place, duals.zero(argument->type, argument->location),
                                         argument->location));
  return place;
}

void TangentBody::callTangent(const Call &s, const Variant &variant, Symbol *tangent, Block &out) {
  Procedure &target = *variant.procedure;
  if (target.language != c.procedure.language)
    c.diagnostics.error(s.location,
                        "cannot carry derivatives into '" + target.name +
                            "', which is written in another language",
                        "differentiate it by itself, and declare it here with --external");
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
    if (!s.result || !isOwn(s))
      value = resultVariable("result", target, s.location);
    if (s.result && value != result)
      after.push_back(std::make_unique<Assign>(result, value, s.location));
    allocateResult(target, s, value, out);
    if (c.procedure.language == Language::C)
      value = c.program.exprs.make<AddressOf>(c.program.types.pointer(value->type), value);
    arguments.push_back({value, {}});
    const Expr *shadow = s.result ? shadowPlace(s.result) : nullptr;
    if (!shadow && s.result) {
      shadow = resultVariable("ignored", target, s.location);
      allocateResult(target, s, shadow, out);
    }
    result = shadow;
  }
  passNumber(arguments);
  out.push_back(std::make_unique<Call>(tangent, std::move(arguments), result, s.location));
  for (StmtPtr &x : after)
    out.push_back(std::move(x));
}

/// A variable for what a function returns; that of an array function is allocated before the call.
const Expr *TangentBody::resultVariable(const char *name, const Procedure &target, Location at) {
  const Type *type = target.result->type->strip();
  if (type->isArray()) {
    std::vector<Dimension> shape(type->rank());
    for (Dimension &d : shape)
      d.form = Dimension::Form::Deferred;
    type = c.program.types.array(type->scalar(), shape, false);
  }
  Symbol *t = c.procedure.makeTemporary(name, type);
  t->temporary = false;
  t->allocatable = type->isArray();
  return b.variable(t, at);
}

/// Whether the called procedure cannot reach what its result is stored to. The tangent of a function
/// writes the value through an argument while it still reads the others: `a(i) = dot(n, a(i), b)`.
bool TangentBody::isOwn(const Call &s) {
  auto &memory = c.varied.memory();
  std::vector<const Symbol *> mine = memory.reached(s.result);
  auto isMine = [&](const Symbol *x) { return std::find(mine.begin(), mine.end(), x) != mine.end(); };
  bool own = std::all_of(mine.begin(), mine.end(), [](const Symbol *x) {
    return x->owner && x->storage != Storage::Common && x->storage != Storage::Saved;
  });
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
    extents.push_back(c.renaming(inCaller(extent, target, s)));
  }
  return extents;
}

/// An expression over a procedure's parameters, as it is where the procedure is called.
const Expr *TangentBody::inCaller(const Expr *e, const Procedure &target, const Call &s) {
  if (auto *variable = llvm::dyn_cast<Variable>(e))
    for (size_t i = 0; i < target.parameters.size() && i < s.arguments.size(); ++i)
      if (target.parameters[i] == variable->symbol && s.arguments[i].value)
        return s.arguments[i].value;
  return mapOperands(c.program.exprs, e,
                     [&](const Expr *operand) { return inCaller(operand, target, s); });
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
  if (const analysis::ExternalUse &use = c.varied.memory().external(s))
    return ExternalCalls(c, duals).tangent(s, use, out);
  refuseUnknown(s, s.callee ? s.callee->name : "a procedure pointer");
  out.push_back(copy(s));
}

void TangentBody::refuseUnknown(const Call &s, const std::string &name) {
  bool touches = s.result && shadowPlace(s.result);
  for (const Argument &a : s.arguments)
    touches |= a.value && !llvm::isa<ProcedureReference>(a.value) &&
               c.varied.varies(c.variant, a.value);
  if (touches)
    c.diagnostics.error(s.location,
                        "cannot differentiate through a call to '" + name +
                            "': its source is not given",
                        s.callee && isLibraryFunction(*s.callee)
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
  if (!shadows.empty() && analysis::movesAllocation(s))
    out.push_back(std::make_unique<Call>(s.callee, shadows, nullptr, s.location));
  out.push_back(copy(s));
  if (shadows.empty() || analysis::movesAllocation(s))
    return;
  if (name != "random_number" && name != "cpu_time")
    c.diagnostics.error(s.location, "cannot differentiate through the intrinsic subroutine '" +
                                        name + "'",
                        "write it out with operations that have derivatives");
  for (const Argument &a : s.arguments)
    if (a.value && a.value->isPlace() && shadowPlace(a.value))
      clear(a.value, s.location, out);
}

/// A call through a pointer compares the pointer with each function it may hold. The last one needs
/// no comparison where no function from outside can come in; where one can, it stops the program.
void TangentBody::callByPointer(const Call &s, Block &out) {
  auto &targets = c.varied.memory().targets(s);
  bool any = false;
  for (Procedure *target : targets)
    any |= callees.tangentOf(*c.variant.calls.at({&s, target})) != nullptr;
  if (!any)
    return callOriginal(s, out);
  if (!s.pointer)
    internalError("a dummy procedure with several targets has no tangent");
  Block chain;
  if (c.procedure.language == Language::C && callees.mayRunOthers())
    chain.push_back(stop(s.location));
  for (size_t i = targets.size(); i-- > 0;) {
    Block then, branch;
    const Variant &variant = *c.variant.calls.at({&s, targets[i]});
    if (Symbol *tangent = callees.tangentOf(variant))
      callTangent(s, variant, tangent, then);
    else
      callOriginal(s, then);
    if (chain.empty()) {
      chain = std::move(then);
      continue;
    }
    branch.push_back(std::make_unique<If>(isTarget(s, *targets[i]), std::move(then), std::move(chain),
                                          s.location));
    chain = std::move(branch);
  }
  for (StmtPtr &x : chain)
    out.push_back(std::move(x));
}

/// Whether a procedure pointer points to a procedure.
const Expr *TangentBody::isTarget(const Call &s, const Procedure &target) {
  const Expr *name =
      c.program.exprs.make<ProcedureReference>(s.pointer->type, target.symbol, s.location);
  if (c.procedure.language == Language::C) {
    auto *pointer = llvm::dyn_cast<PointerType>(s.pointer->type->strip());
    if (!pointer || pointer->pointee->strip() != target.symbol->type->strip())
      name = c.program.exprs.make<Convert>(s.pointer->type, name, true, s.location);
    return b.compare(BinaryOp::Equal, c.renaming(s.pointer), name, Language::C);
  }
  if (target.host || target.isPrivate)
    c.diagnostics.error(s.location,
                        "cannot tell whether this pointer points to '" + target.name +
                            "', which its program unit hides",
                        "make it a public module procedure");
  std::vector<const Expr *> arguments{c.renaming(s.pointer), name};
  return c.program.exprs.make<Intrinsic>(b.defaultLogical(), "associated", arguments, s.location);
}

/// A function nobody differentiated.
StmtPtr TangentBody::stop(Location at) {
  auto stop = std::make_unique<Opaque>(
      std::vector<OpaquePiece>{{"abort()", nullptr, OpaquePiece::Effect::None}}, at);
  stop->noReturn = true;
  stop->comments = {"A function that was not differentiated."};
  return stop;
}

// ---- Memory and the outside world ---------------------------------------------------------------

void TangentBody::allocate(const Allocate &s, Block &out) {
  std::vector<Allocation> objects;
  for (const Allocation &a : s.objects)
    if (const Expr *shadow = wholePlace(a.place)) {
      Allocation with = a;
      with.place = shadow;
      for (Dimension &d : with.shape) {
        d.lower = c.renaming(d.lower);
        d.upper = c.renaming(d.upper);
      }
      addDirections(with, a.place, s);
      objects.push_back(with);
    }
  if (!objects.empty())
    out.push_back(allocateShadows(s, objects));
  out.push_back(copy(s));
  if (s.how != Allocate::How::Fortran)
    return;
  for (size_t i = 0; i < s.objects.size(); ++i)
    if (wholePlace(s.objects[i].place))
      initialise(s, s.objects[i].place, out);
}

/// Shadows are born zero, or as the derivative of the source.
void TangentBody::initialise(const Allocate &s, const Expr *place, Block &out) {
  const Expr *object = place;
  if (auto *pointer = llvm::dyn_cast<PointerType>(place->type->strip()))
    object = c.program.exprs.make<Dereference>(pointer->pointee, place, nullptr, s.location);
  if (!analysis::isDifferentiableScalar(object->type)) {
    if (c.directions.several() && (s.source || s.mold))
      c.diagnostics.error(s.location, "a vector tangent cannot allocate records like others",
                          "give the shape, and assign the values afterwards");
    return;
  }
  if (!s.source)
    return clear(object, s.location, out);
  if (!c.directions.several())
    return; // ALLOCATE itself did it
  Dual dual = duals.of(s.source, nullptr);
  if (!dual.derivative)
    return clear(object, s.location, out);
  move(c.shadows.of(object), dual.derivative, s.location, out);
}

StmtPtr TangentBody::allocateShadows(const Allocate &s, std::vector<Allocation> objects) {
  auto shadow = std::make_unique<Allocate>(s.how, std::move(objects), s.location);
  shadow->count = c.renaming(s.count);
  shadow->size = s.size ? bytes(s.size, s.objects.front().place) : nullptr;
  if (c.directions.several() && s.how == Allocate::How::Fortran)
    return shadow; // it has its shape, and its values later
  shadow->mold = c.renaming(s.mold);
  if (s.source) {
    Dual dual = duals.of(s.source, nullptr);
    shadow->source = dual.derivative ? dual.derivative : duals.zero(s.source->type, s.location);
  }
  if (s.old)
    shadow->old = c.shadows.of(s.old);
  if (s.how == Allocate::How::Malloc) { // shadows are born zero
    shadow->how = Allocate::How::Calloc;
    shadow->count = b.constant(s.size->type, 1, s.location);
  }
  return shadow;
}

void TangentBody::free(const Free &s, Block &out) {
  std::vector<const Expr *> places;
  for (const Expr *place : s.places)
    if (carriesDerivative(place->type) && c.varied.varies(c.variant, place))
      if (const Expr *shadow = c.shadows.whole(place))
        places.push_back(shadow);
  if (!places.empty())
    out.push_back(std::make_unique<Free>(places, s.location));
  out.push_back(copy(s));
}

/// What is read from outside is a constant; a user who wrote it there before loses its derivative.
void TangentBody::opaque(const Opaque &s, Block &out) {
  out.push_back(copy(s));
  for (const OpaquePiece &piece : s.pieces) {
    bool writes = piece.effect == OpaquePiece::Effect::Writes ||
                  piece.effect == OpaquePiece::Effect::ReadsAndWrites;
    if (!piece.value || !writes || !piece.value->isPlace() || !shadowPlace(piece.value))
      continue;
    warnOfInput(s.location, c.diagnostics);
    clear(piece.value, s.location, out);
  }
}

} // namespace costate::transform
