// Calls in the two sweeps: `foo` becomes `foo_fwd`, which keeps what it overwrites, and `foo_bwd`,
// which takes it back.
#include "transform/AdjointBody.h"

#include "analysis/Differentiable.h"
#include "ir/Constants.h"
#include "rules/Instantiate.h"
#include "transform/AdjointInterfaces.h"
#include "transform/ArrayElements.h"
#include "transform/ProcedureValues.h"
#include "transform/ReadBack.h"

#include <algorithm>

namespace costate::transform {

using namespace ir;
using analysis::carriesDerivative;
using analysis::isWholeAllocatable;
using analysis::LibraryEffect;
using analysis::pointedTo;
using analysis::Variant;

void AdjointBody::call(const Call &s, Sweeps &out) {
  if (!runs(s) && !recording.isReversed(c.variant, s))
    return;
  auto &targets = c.varied.memory().targets(s);
  if (targets.empty())
    return callUnknown(s, out);
  if (const Symbol *unknown = c.varied.memory().unknownTarget(s))
    refuseUnknown(s, unknown->name);
  if (callees.mayRunOthers() && touches(s))
    refuseUnknownPassed(s, targets, c.diagnostics);
  if (targets.size() > 1 || (s.pointer && (c.procedure.language == Language::C || callees.mayRunOthers())))
    return callByPointer(s, out);
  const Variant &variant = *c.variant.calls.at({&s, targets[0]});
  if (recording.isJoined(variant))
    return callJoined(s, variant, out);
  if (auto pair = callees.pairOf(variant))
    return callPair(s, variant, *pair, out);
  callOriginal(s, out);
}

/// The adjoint of an allocatable result has the shape of the result, in both sweeps.
void AdjointBody::reshape(const Call &s, Block &forward, Block &backward) {
  const Expr *shadow = s.result && isWholeAllocatable(s.result) ? shadowPlace(s.result) : nullptr;
  if (!shadow)
    return;
  shapeLike(shadow, c.renaming(s.result), forward);
  shapeLike(shadow, c.renaming(s.result), backward);
}

/// A call that only reads: its result is a constant.
void AdjointBody::callOriginal(const Call &s, Sweeps &out) {
  if (s.result)
    record(s, s.result, out);
  if (runs(s))
    out.forward.push_back(copy(s));
  if (const Expr *shadow = shadowPlace(s.result); shadow && !isWholeAllocatable(s.result))
    terms.clear(shadow, out.backward);
  reshape(s, out.forward, out.backward);
}

// ---- Arguments --------------------------------------------------------------------------------------

/// In the forward sweep shadows only move with their pointers: the adjoints themselves are not
/// touched.
const Expr *AdjointBody::forwardShadow(const Expr *argument, const Symbol &parameter) {
  bool varies = argument && c.varied.varies(c.variant, argument);
  if (argument && argument->type->isPointer())
    return varies ? terms.pointerAs(withoutConst(parameter.type, c.program), terms.shadow(argument))
                  : c.program.exprs.make<NullPointer>(parameter.type, argument->location);
  const Expr *shadow = argument && argument->isPlace() && varies ? terms.shadow(argument) : nullptr;
  if (!shadow || c.procedure.language != Language::C)
    return shadow;
  // Of a record by value: where it is.
  return c.program.exprs.make<AddressOf>(c.program.types.pointer(shadow->type), shadow, false,
                                         argument->location);
}

/// A new variable, zero, for the adjoint of an argument that has none of its own.
const Expr *AdjointBody::zeroLike(const Expr *argument, const Symbol &parameter, Block &out) {
  Location at = argument->location;
  const Type *type = argument->type->strip();
  if (!type->isArray()) {
    Symbol *t = variable((parameter.name + "b").c_str(), type);
    terms.clear(b.variable(t, at), out);
    return b.variable(t, at);
  }
  auto *array = llvm::cast<ArrayType>(type);
  if (array->rowMajor || array->dimensions.back().form == Dimension::Form::Star) {
    c.diagnostics.error(at,
                        "cannot pass a passive array where '" + parameter.name +
                            "' carries derivatives",
                        "pass a variable of known shape");
    return argument;
  }
  const Expr *place = terms.arrays.shaped(terms.arrays.extents(c.renaming(argument)),
                                          type->scalar()->strip(), parameter.name + "b", out);
  terms.clear(place, out);
  return place;
}

const Expr *AdjointBody::backwardShadow(const Expr *argument, const Symbol &parameter,
                                        Block &before, Block &after) {
  if (!argument)
    return nullptr;
  bool varies = c.varied.varies(c.variant, argument);
  auto passed = [&](const Expr *adjoint) -> const Expr * {
    bool byAddress = c.procedure.language == Language::C && !argument->type->isPointer();
    return byAddress ? c.program.exprs.make<AddressOf>(c.program.types.pointer(adjoint->type),
                                                       adjoint, false, argument->location)
                     : adjoint;
  };
  if (argument->type->isPointer())
    return varies ? terms.pointerAs(withoutConst(parameter.type, c.program), terms.shadow(argument))
                  : c.program.exprs.make<NullPointer>(parameter.type, argument->location);
  if (argument->isPlace() && varies && !llvm::isa<ComplexPart>(argument))
    return passed(terms.shadow(argument));
  const Expr *own = zeroLike(argument, parameter, before);
  if (varies)
    terms.accumulate(argument, own, nullptr, after);
  return passed(own);
}

namespace {

bool isOpen(const Type *type) {
  auto *array = llvm::dyn_cast<ArrayType>(type->strip());
  return array && array->dimensions.back().form == Dimension::Form::Star;
}

} // namespace

const Expr *AdjointBody::ownAdjoint(const Expr *argument, const Symbol &parameter, Block &before, Block &after) {
  auto *element = isSequence(argument, parameter) ? llvm::cast<Element>(argument) : nullptr;
  const Expr *whole = element ? element->base : argument;
  bool isKnown = !isOpen(whole->type) && !parameter.allocatable && !analysis::holdsPointer(whole->type);
  if (!isKnown) {
    c.diagnostics.error(argument->location,
                        "cannot run this call backwards: the callee reads what it gets as '" + parameter.name +
                            "' by its own name, too, and its adjoint cannot be made twice",
                        isOpen(whole->type) ? "declare the extent of the array, or pass a copy" : "pass a copy");
    return argument;
  }
  if (element)
    return ownSequence(*element, parameter, before, after);
  const Expr *own = zeroLike(argument, parameter, before);
  terms.accumulate(argument, own, nullptr, after);
  return own;
}

/// Of all elements from one on: an array like the whole, from the same element on.
const Expr *AdjointBody::ownSequence(const Element &first, const Symbol &parameter, Block &before, Block &after) {
  const Expr *whole = zeroLike(first.base, parameter, before);
  terms.accumulate(first.base, whole, nullptr, after);
  auto *array = llvm::cast<ArrayType>(first.base->type->strip());
  std::vector<const Expr *> subscripts;
  for (size_t k = 0; k < first.subscripts.size(); ++k) {
    const Expr *at = c.renaming(first.subscripts[k]), *lower = array->dimensions[k].lower;
    const Type *integer = b.integer(Language::Fortran);
    if (array->dimensions[k].form == Dimension::Form::Deferred)
      lower = inquiry("lbound", c.renaming(first.base), integer, b.constant(integer, k + 1, first.location));
    else
      lower = c.renaming(lower);
    auto begins = lower ? constantValue(lower) : 1;
    if (begins != 1) // its own begins with 1
      at = b.binary(BinaryOp::Add, b.binary(BinaryOp::Subtract, at, lower), b.constant(integer, 1, first.location));
    subscripts.push_back(at);
  }
  return c.program.exprs.make<Element>(first.type, whole, subscripts, first.location);
}

/// The adjoint of the result, given to the backward procedure: by value in C, to be consumed in
/// Fortran. It is taken from its place first, because the arguments' adjoints may be there too.
const Expr *AdjointBody::seedOf(const Call &s, const Procedure &target, bool hasShadow,
                                Block &before) {
  if (!target.result || !hasShadow || target.result->type->isPointer())
    return nullptr;
  Location at = s.location;
  const Type *type = target.result->type->strip();
  const Expr *adjoint = shadowPlace(s.result);
  if (type->isArray() || (adjoint && type->isRecord())) {
    if (!adjoint)
      internalError("an array result that varies has no place");
    const Expr *kept = terms.temporary(adjoint, before, "resultb");
    terms.clear(adjoint, before);
    return kept;
  }
  Symbol *seed = variable("resultb", type);
  const Expr *value = b.variable(seed, at);
  if (!adjoint) {
    terms.clear(value, before);
    return value;
  }
  const Expr *from = adjoint;
  if (adjoint->type->strip() != type)
    from = rules::converted(adjoint, type, c.program, c.procedure.language);
  before.push_back(b.assign(seed, from, at));
  terms.clear(adjoint, before);
  return value;
}

/// Says why a call cannot be run backwards.
bool AdjointBody::mayCall(const Call &s, const Variant &variant) {
  Procedure &target = *variant.procedure;
  auto refuse = [&](Location at, const std::string &message, const char *hint) {
    c.diagnostics.error(at, message, hint);
    return false;
  };
  if (target.language != c.procedure.language)
    return refuse(s.location,
                  "cannot carry derivatives into '" + target.name +
                      "', which is written in another language",
                  "differentiate it by itself");
  bool withArrays = target.elemental && s.result && s.result->type->isArray();
  for (const Argument &a : s.arguments)
    withArrays |= target.elemental && a.value && a.value->type && a.value->type->isArray();
  if (withArrays)
    return refuse(s.location,
                  "cannot run a call of the elemental procedure '" + target.name +
                      "' with arrays backwards",
                  "call it in a loop over the elements");
  if (target.result && callees.hasShadow(variant, -1) && analysis::holdsPointer(target.result->type))
    return refuse(s.location,
                  "cannot differentiate a call of '" + target.name +
                      "', whose result holds pointers to memory that carries derivatives",
                  "return the pointer through an argument");
  if (target.result && callees.hasShadow(variant, -1) && holdsAllocatable(target.result->type))
    return refuse(s.location,
                  "cannot differentiate a call of '" + target.name +
                      "', whose result has allocatable components with derivatives",
                  "return it through an argument");
  for (size_t i = 0; i < s.arguments.size() && i < target.parameters.size(); ++i) {
    const Expr *argument = s.arguments[i].value;
    if (argument && callees.hasShadow(variant, i) && !argument->isPlace() &&
        !argument->type->isPointer() && (analysis::holdsPointer(argument->type) || holdsAllocatable(argument->type)))
      return refuse(argument->location,
                    "cannot pass a value that holds pointers to memory with derivatives, or allocatables",
                    "put it into a variable, and pass that");
    const Symbol *dummy = target.parameters[i];
    bool isAnother = argument && argument->isPlace() && c.procedure.language == Language::Fortran &&
                     argument->type->scalar()->strip() != dummy->type->scalar()->strip();
    if (isAnother && callees.hasShadow(variant, i) && callees.shared().mayOverlap(dummy))
      return refuse(argument->location, // its adjoint is a target, which needs an interface that says its type
                    "cannot pass memory of another type twice: '" + dummy->name + "' of '" + target.name +
                        "' may overlap another argument",
                    "pass an array of the type that it declares");
  }
  return true;
}

/// The arguments in both sweeps, each followed by its adjoint, the seed of the result last.
AdjointBody::CallArguments AdjointBody::arguments(const Call &s, const Variant &variant) {
  Procedure &target = *variant.procedure;
  CallArguments out;
  bool fortran = c.procedure.language == Language::Fortran; // may leave out the last ones
  size_t count = fortran ? std::max(s.arguments.size(), target.parameters.size())
                         : s.arguments.size();
  std::set<size_t> own = callees.shared().ofTheirOwn(c.variant.procedure, s, target, [&](size_t i) {
    const Expr *argument = s.arguments[i].value;
    return callees.hasShadow(variant, i) && c.varied.varies(c.variant, argument);
  });
  for (size_t i = 0; i < count; ++i) {
    const Expr *argument = i < s.arguments.size() ? s.arguments[i].value : nullptr;
    out.forward.push_back({c.renaming(argument), {}});
    out.backward.push_back({c.renaming(argument), {}});
    if (i >= target.parameters.size() || !callees.hasShadow(variant, i))
      continue;
    Symbol &parameter = *target.parameters[i];
    out.backward.push_back({own.count(i) ? ownAdjoint(argument, parameter, out.before, out.after)
                                         : backwardShadow(argument, parameter, out.before, out.after), {}});
    if (movesShadow(parameter))
      out.forward.push_back({forwardShadow(argument, parameter), {}});
  }
  bool hasResultShadow = target.result && callees.hasShadow(variant, -1);
  if (const Expr *seed = seedOf(s, target, hasResultShadow, out.before))
    out.backward.push_back({seed, {}});
  else if (const Expr *shadow = shadowPlace(s.result))
    terms.clear(shadow, out.before);
  return out;
}

void AdjointBody::callPair(const Call &s, const Variant &variant, AdjointPair pair, Sweeps &out) {
  if (!mayCall(s, variant))
    return;
  CallArguments passed = arguments(s, variant);
  if (s.result)
    record(s, s.result, out);
  if (runs(s))
    out.forward.push_back(std::make_unique<Call>(pair.forward, std::move(passed.forward),
                                                 c.renaming(s.result), s.location));
  Block backward = std::move(passed.before);
  backward.push_back(
      std::make_unique<Call>(pair.backward, std::move(passed.backward), nullptr, s.location));
  bool isPutBack = !out.backward.empty();
  append(backward, std::move(out.backward)); // the result is put back where it was
  reshape(s, out.forward, isPutBack ? backward : out.backward);
  append(backward, std::move(passed.after));
  out.backward = std::move(backward);
}

/// The forward sweep runs the original. The backward sweep runs both sweeps of the callee, from the state
/// before the call (Recording.h says what of it is kept and when it is put back).
void AdjointBody::callJoined(const Call &s, const Variant &variant, Sweeps &out) {
  Symbol *adjoint = recording.isReversed(c.variant, s) ? callees.joinedOf(variant) : nullptr;
  if (adjoint && !mayCall(s, variant))
    return;
  // Last in, first out: what is put back last is kept first.
  std::vector<analysis::SnapshotPlace> places = recording.snapshot(c.variant, s);
  std::stable_sort(places.begin(), places.end(), [](auto &x, auto &y) {
    auto order = [](const analysis::SnapshotPlace &p) { return !p.before ? 0 : p.after ? 1 : 2; };
    return order(x) < order(y);
  });
  Block backward, again, ends;
  for (const analysis::SnapshotPlace &place : places) {
    if (isFresh(place.place))
      continue;
    Stored kept = store(c.renaming(place.place));
    append(out.forward, std::move(kept.save));
    auto first = [](Block &to, Block from) {
      append(from, std::move(to));
      to = std::move(from);
    };
    if (place.before && place.after) {
      first(backward, clone(kept.restore));
      append(again, std::move(kept.again));
      first(ends, std::move(kept.restore));
    } else {
      first(place.before ? backward : ends, std::move(kept.restore));
    }
  }
  append(backward, std::move(again));
  if (runs(s))
    out.forward.push_back(copy(s));
  if (adjoint) {
    CallArguments passed = arguments(s, variant);
    append(backward, std::move(passed.before));
    backward.push_back(
        std::make_unique<Call>(adjoint, std::move(passed.backward), nullptr, s.location));
    append(backward, std::move(ends));
    append(backward, std::move(passed.after));
  } else {
    if (const Expr *shadow = shadowPlace(s.result))
      terms.clear(shadow, backward);
    append(backward, std::move(ends));
  }
  out.backward = std::move(backward);
}

// ---- Calls through pointers -------------------------------------------------------------------------

/// Whether derivatives may go into a call or come out of it.
bool AdjointBody::touches(const Call &s) {
  bool found = shadowPlace(s.result) != nullptr;
  for (const Argument &a : s.arguments)
    found |= a.value && !llvm::isa<ProcedureReference>(a.value) && c.varied.varies(c.variant, a.value);
  return found;
}

/// Both sweeps compare the pointer with each function it may hold.
void AdjointBody::callByPointer(const Call &s, Sweeps &out) {
  auto &targets = c.varied.memory().targets(s);
  bool any = s.pointer && callees.mayRunOthers() && touches(s);
  for (Procedure *target : targets)
    any |= callees.pairOf(*c.variant.calls.at({&s, target})).has_value();
  if (!any)
    return callOriginal(s, out);
  if (!s.pointer) {
    c.diagnostics.error(s.location,
                        "cannot run this call backwards: the dummy procedure may stand for several "
                        "procedures",
                        "call the procedures by name, one branch for each");
    return;
  }
  Sweeps chain;
  if (callees.mayRunOthers())
    chain.forward.push_back(stopUndifferentiated(c.procedure.language, s.location));
  bool last = chain.forward.empty();
  for (size_t i = targets.size(); i-- > 0;) {
    Sweeps one;
    terms.beginStatement(s); // what one branch computes is not there in another
    const Variant &variant = *c.variant.calls.at({&s, targets[i]});
    if (auto pair = callees.pairOf(variant))
      callPair(s, variant, *pair, one);
    else
      callOriginal(s, one);
    if (std::exchange(last, false)) {
      chain = std::move(one);
      continue;
    }
    Block forward, backward;
    const Expr *test = pointsTo(c.program, s, c.renaming(s.pointer), *targets[i], c.procedure.language, c.diagnostics);
    forward.push_back(std::make_unique<If>(test, std::move(one.forward), std::move(chain.forward),
                                           s.location));
    if (!one.backward.empty() || !chain.backward.empty())
      backward.push_back(std::make_unique<If>(test, std::move(one.backward),
                                              std::move(chain.backward), s.location));
    chain.forward = std::move(forward);
    chain.backward = std::move(backward);
  }
  append(out.forward, std::move(chain.forward));
  append(chain.backward, std::move(out.backward));
  out.backward = std::move(chain.backward);
}

// ---- Procedures without source ------------------------------------------------------------------------

void AdjointBody::refuseUnknown(const Call &s, const std::string &name) {
  if (analysis::movesAllocation(s)) // those of known types have become statements, but for STAT=
    return c.diagnostics.error(s.location, "an adjoint cannot move a CLASS variable, nor tell the status of MOVE_ALLOC",
                               "declare it with TYPE, and leave out the status");
  c.diagnostics.error(s.location,
                      "cannot differentiate through a call to '" + name + "': its source is not given",
                      "add its file to the command line");
}

void AdjointBody::callUnknown(const Call &s, Sweeps &out) {
  LibraryEffect effect = s.callee ? analysis::libraryEffect(s) : LibraryEffect::Unknown;
  if (effect != LibraryEffect::Unknown)
    return callLibrary(s, effect, out);
  if (const analysis::ExternalUse &use = c.varied.memory().external(s))
    return callExternal(s, use, out);
  bool isIntrinsic = s.callee && s.callee->isIntrinsicProcedure;
  bool clears = isIntrinsic && (s.callee->name == "random_number" || s.callee->name == "cpu_time");
  bool active = s.result && c.varied.varies(c.variant, s.result) && !isIntrinsic;
  for (const Argument &a : s.arguments)
    active |= a.value && !clears && a.value->type && carriesDerivative(a.value->type) &&
              c.varied.variesAtAll(c.variant, a.value);
  if (active)
    return refuseUnknown(s, s.callee ? s.callee->name : "a function pointer");
  recordArguments(s, out);
  out.forward.push_back(copy(s));
  for (const Argument &a : s.arguments)
    if (const Expr *shadow = clears && a.value && a.value->isPlace() ? shadowPlace(a.value) : nullptr)
      terms.clear(shadow, out.backward);
}

namespace {

/// What a procedure may write that is given this argument: of an array everything, wherever it is told to
/// begin. Null: nobody knows how much.
const Expr *reachedFrom(const Expr *argument, bool isScalar) {
  const Expr *place = argument;
  if (auto *address = llvm::dyn_cast<AddressOf>(argument))
    place = address->place;
  else if (argument->type->isPointer())
    return nullptr;
  while (auto *element = llvm::dyn_cast<Element>(place)) {
    if (isScalar || element->isSection())
      break;
    place = element->base;
  }
  auto *array = llvm::dyn_cast<ArrayType>(place->type->strip());
  bool isOpen = array && llvm::isa<Variable>(place) && !array->dimensions.empty() &&
                array->dimensions.back().form == Dimension::Form::Star;
  bool isPointed = place->type->isPointer() || llvm::isa<Dereference>(place);
  return isOpen || (isPointed && !isScalar) ? nullptr : place;
}

/// Whether it can be written through: no value, no pointer to constants, to functions or to nothing
/// known, no stream.
bool isWritable(const Expr *argument, Language language) {
  if (language == Language::Fortran)
    return argument->isPlace() && !argument->type->isPointer();
  const Type *type = pointedTo(argument);
  auto *pointer = llvm::dyn_cast<PointerType>(argument->type->strip());
  auto *qualified = pointer ? llvm::dyn_cast<QualifiedType>(pointer->pointee) : nullptr;
  if (!type || llvm::isa<StringConstant>(argument) || (qualified && qualified->isConst) ||
      type->isProcedure() || type->isVoid())
    return false;
  return llvm::isa<AddressOf>(argument) || !type->scalar()->strip()->isRecord();
}

} // namespace

namespace {

/// How long the result of a product with a matrix of m rows and n columns is; null: not known.
const Expr *productLength(const Expr *trans, const Expr *m, const Expr *n) {
  auto *option = llvm::dyn_cast_or_null<StringConstant>(trans);
  if (!option || option->text.empty())
    return nullptr;
  return option->text[0] == 'N' || option->text[0] == 'n' ? m : n;
}

} // namespace

/// What a routine of BLAS or LAPACK writes of an array whose last extent only its arguments tell: `c(ldc, *)`
/// is written in `c(1:m, 1:n)`, `y(*)` up to its last increment. Null: not known.
const Expr *AdjointBody::writtenByLibrary(const Call &s, const analysis::ExternalUse &use, size_t argument) {
  auto *array = llvm::dyn_cast<Variable>(s.arguments[argument].value);
  auto *type = array ? llvm::dyn_cast<ArrayType>(array->type->strip()) : nullptr;
  if (use.style != analysis::ExternalUse::Style::Fortran || !type || type->dimensions.front().lower)
    return nullptr;
  const std::string &name = use.spec->arguments[argument].name;
  auto given = [&](const std::string &other) -> const Expr * {
    int found = use.spec->argumentNamed(other);
    return found < 0 ? nullptr : s.arguments[found].value;
  };
  const Expr *rows = given("m"), *n = given("n"), *leading = given("ld" + name), *step = given("inc" + name);
  const Type *integer = b.integer(Language::Fortran);
  auto upTo = [&](const Expr *last) {
    return c.program.exprs.make<Range>(b.constant(integer, 1, s.location), last, nullptr, s.location);
  };
  std::vector<const Expr *> section;
  if (leading && type->dimensions.size() == 2 && equal(leading, type->dimensions[0].upper)) {
    const Expr *columns = name == "b" && given("nrhs") ? given("nrhs") : n;
    section = {upTo(rows ? rows : n), upTo(columns)};
  } else if (step && type->dimensions.size() == 1) {
    const Expr *length = rows ? productLength(given("trans"), rows, n) : n;
    auto *one = llvm::dyn_cast<IntegerConstant>(step);
    if (!length)
      return nullptr;
    if (!one || one->value != 1) {
      const Expr *size = c.program.exprs.make<Intrinsic>(integer, "abs", std::vector<const Expr *>{step}, s.location);
      const Expr *before = b.binary(BinaryOp::Subtract, length, b.constant(integer, 1, s.location));
      length = b.binary(BinaryOp::Add, b.binary(BinaryOp::Multiply, before, size), b.constant(integer, 1, s.location));
    }
    section = {upTo(length)};
  } else {
    return nullptr;
  }
  Dimension deferred;
  deferred.form = Dimension::Form::Deferred;
  const Type *part = c.program.types.array(type->element, std::vector<Dimension>(section.size(), deferred), false);
  return c.program.exprs.make<Element>(part, array, section, s.location);
}

/// What a procedure without source may overwrite: arguments by reference, whole.
void AdjointBody::recordArguments(const Call &s, Sweeps &out, const analysis::ExternalUse *use) {
  if (s.result)
    record(s, s.result, out);
  for (size_t i = 0; i < s.arguments.size(); ++i) {
    const Expr *argument = s.arguments[i].value;
    if (!argument || !argument->type || !keeps(s) || !isWritable(argument, c.procedure.language))
      continue;
    if (use && i >= use->firstArgument && !use->spec->mayWrite(s, i - use->firstArgument))
      continue;
    const Procedure *known = s.callee && !s.callee->hasImplicitInterface ? s.callee->procedure : nullptr;
    const Symbol *parameter =
        known && i < known->parameters.size() ? known->parameters[i] : nullptr;
    auto counts = [&](const For *x) { return x && x->variable == rootVariable(argument); };
    bool fortran = c.procedure.language == Language::Fortran;
    if (fortran && ((parameter && parameter->intent == Intent::In) || llvm::any_of(nest, counts)))
      continue; // nor may it change the counter of a loop that is running
    bool isScalar = fortran && parameter && !parameter->type->isArray();
    const Expr *place = reachedFrom(argument, isScalar);
    if (!place && use)
      place = writtenByLibrary(s, *use, i);
    if (place)
      record(s, place, out);
    else
      c.diagnostics.error(argument->location,
                          "what '" + s.callee->name + "' may overwrite here has no known extent",
                          "give the source of '" + s.callee->name + "'");
  }
}

/// The variable, or part of one, that fread fills as a whole: its bytes are what is read at the most; null: not known.
static const Expr *filledByRead(const Call &s) {
  auto known = [](const Expr *e) -> std::optional<uint64_t> {
    while (auto *convert = llvm::dyn_cast<Convert>(e))
      e = convert->operand;
    if (auto *size = llvm::dyn_cast<SizeOf>(e))
      return bytesOf(size->of);
    auto value = constantValue(e);
    return value && *value >= 0 ? std::optional<uint64_t>(*value) : std::nullopt;
  };
  if (s.callee->name != "fread" || s.arguments.size() != 4)
    return nullptr;
  const Expr *to = s.arguments[0].value;
  while (auto *convert = llvm::dyn_cast<Convert>(to))
    to = convert->operand;
  auto *address = llvm::dyn_cast<AddressOf>(to);
  auto bytes = address ? bytesOf(address->place->type) : std::nullopt;
  auto size = known(s.arguments[1].value), count = known(s.arguments[2].value);
  return bytes && size && count && *size * *count == *bytes ? address->place : nullptr;
}

void AdjointBody::callLibrary(const Call &s, LibraryEffect effect, Sweeps &out) {
  switch (effect) {
  case LibraryEffect::CopiesBytes:
  case LibraryEffect::SetsBytes:
    return copyBytes(s, out);
  case LibraryEffect::Input: {
    if (const Expr *filled = filledByRead(s)) {
      if (s.result)
        record(s, s.result, out);
      record(s, filled, out);
      out.forward.push_back(copy(s));
      if (const Expr *shadow = shadowPlace(filled)) {
        warnOfInput(s.location, c.diagnostics);
        terms.clear(shadow, out.backward);
      }
      return;
    }
    recordArguments(s, out);
    out.forward.push_back(copy(s));
    for (const Argument &a : s.arguments)
      if (auto *address = llvm::dyn_cast_or_null<AddressOf>(a.value))
        if (const Expr *shadow = shadowPlace(address->place)) {
          warnOfInput(s.location, c.diagnostics);
          terms.clear(shadow, out.backward);
        }
    return;
  }
  case LibraryEffect::SplitsNumber:
    return splitNumber(s, out);
  default:
    if (s.result)
      record(s, s.result, out);
    out.forward.push_back(copy(s));
  }
}

/// frexp: the mantissa is the number scaled by a power of two, which is kept. modf: the fraction moves
/// with the number, the whole part is a constant.
void AdjointBody::splitNumber(const Call &s, Sweeps &out) {
  auto &make = c.program.exprs;
  Location at = s.location;
  const Expr *stored = s.arguments[1].value;
  auto *address = llvm::dyn_cast<AddressOf>(stored);
  const Type *type = pointedTo(stored);
  const Expr *place = address ? address->place : make.make<Dereference>(type, stored, nullptr, at);
  recordArguments(s, out);
  out.forward.push_back(copy(s));
  Sweeps after;
  const Expr *shadow = shadowPlace(s.result), *seed = nullptr;
  if (shadow) {
    seed = b.variable(variable("resultb", shadow->type->strip()), at);
    after.backward.push_back(std::make_unique<Assign>(seed, shadow, at));
    terms.clear(shadow, after.backward);
  }
  if (shadow && !type->isReal()) {
    Symbol *exponent = variable("exponent", type->strip());
    after.forward.push_back(b.assign(exponent, c.renaming(place), at));
    keep(exponent, after);
    const Expr *back = make.make<Unary>(exponent->type, UnaryOp::Negate, b.variable(exponent), at);
    seed = make.make<Intrinsic>(seed->type, "ldexp", std::vector<const Expr *>{seed, back}, at);
  }
  if (const Expr *constant = type->isReal() ? shadowPlace(place) : nullptr)
    terms.clear(constant, after.backward);
  append(out.forward, std::move(after.forward));
  append(after.backward, std::move(out.backward));
  if (seed)
    terms.accumulate(s.arguments[0].value, seed, nullptr, after.backward);
  out.backward = std::move(after.backward);
}

/// for (k = 0; k < count; k++)
StmtPtr AdjointBody::countUp(Symbol *k, const Expr *count, Block body, Location at) {
  auto loop = std::make_unique<For>(k, b.constant(k->type, 0, at), count, nullptr, std::move(body), at);
  loop->inclusive = false;
  loop->direction = For::Direction::Up;
  return loop;
}

/// memmove to where it comes from: an element is moved on before another is added to its place, upwards
/// where the destination lies behind the source, downwards where it lies before.
void AdjointBody::moveOverlapping(const Expr *liesBefore, Symbol *k, const Expr *count, Block body,
                                  Block &out) {
  Location at = liesBefore->location;
  Block up, down, step = clone(body);
  up.push_back(countUp(k, count, std::move(body), at));
  const Expr *left = b.variable(k, at), *one = b.constant(k->type, 1, at);
  down.push_back(b.assign(k, count, at));
  Block inner;
  inner.push_back(b.assign(k, b.binary(BinaryOp::Subtract, left, one), at));
  append(inner, std::move(step));
  down.push_back(std::make_unique<While>(
      Block{}, b.compare(BinaryOp::Greater, left, b.constant(k->type, 0, at), Language::C), std::move(inner), at));
  out.push_back(std::make_unique<If>(liesBefore, std::move(down), std::move(up), at));
}

/// memcpy and memset: the adjoints of what was overwritten go to what it was copied from.
void AdjointBody::copyBytes(const Call &s, Sweeps &out) {
  const Expr *to = s.arguments[0].value, *from = s.arguments[1].value;
  const Expr *bytes = c.renaming(s.arguments[2].value);
  Location at = s.location;
  if (s.result)
    record(s, s.result, out);
  Block backward;
  if (keeps(s)) {
    tape.pushBytes(c.renaming(to), bytes, c.procedure, out.forward);
    tape.popBytes(c.renaming(to), bytes, c.procedure, backward);
  }
  out.forward.push_back(copy(s));
  bool copies = s.callee->name != "memset";
  if (c.varied.varies(c.variant, to) && pointedTo(to)->isVoid()) {
    c.diagnostics.error(at, "cannot run this copy of memory backwards: its type is not known",
                        "copy it by assignment, or through pointers to its type");
    return;
  }
  if (c.varied.varies(c.variant, to) && carriesDerivative(pointedTo(to))) {
    const Type *type = pointedTo(to)->scalar()->strip();
    auto typed = [&](const Expr *pointer) -> const Expr * {
      const Expr *e = terms.shadow(pointer);
      while (auto *cast = llvm::dyn_cast<Convert>(e))
        e = cast->operand;
      auto *own = llvm::dyn_cast<PointerType>(e->type->strip());
      bool isRow = own && own->pointee->isArray(); // number by number
      return isRow ? c.program.exprs.make<Convert>(c.program.types.pointer(type), e, true, at) : e;
    };
    if (!analysis::isDifferentiableScalar(type)) {
      c.diagnostics.error(at, "cannot run this copy of memory backwards: it holds more than numbers",
                          "copy it by assignment");
      return;
    }
    const Type *integer = c.program.types.integer(8, false, "long");
    Symbol *k = variable("k", integer);
    const Expr *index = b.variable(k, at);
    const Expr *adjoint = c.program.exprs.make<Dereference>(type, typed(to), index, at);
    Block body;
    bool overlaps = false;
    if (copies && c.varied.varies(c.variant, from)) {
      const Expr *source = c.program.exprs.make<Dereference>(type, typed(from), index, at);
      Assign one(c.program.exprs.make<Dereference>(type, to, nullptr, at),
                 c.program.exprs.make<Dereference>(type, from, nullptr, at), at);
      overlaps = recording.mayWrite(c.variant.procedure, one, one.value);
      Symbol *moved = overlaps ? variable("tempb", type) : nullptr;
      if (moved) {
        body.push_back(b.assign(moved, adjoint, at));
        body.push_back(std::make_unique<Assign>(adjoint, terms.zero(type, at), at));
      }
      body.push_back(std::make_unique<Assign>(
          source, b.binary(BinaryOp::Add, source, moved ? b.variable(moved, at) : adjoint), at));
    }
    if (!overlaps)
      body.push_back(std::make_unique<Assign>(adjoint, terms.zero(type, at), at));
    const Expr *size = c.program.exprs.make<SizeOf>(integer, type, at);
    const Expr *total = bytes->type->strip() == integer
                            ? bytes
                            : c.program.exprs.make<Convert>(integer, bytes, true, at);
    const Expr *count = b.binary(BinaryOp::Divide, total, size);
    if (overlaps)
      moveOverlapping(b.compare(BinaryOp::Less, typed(to), typed(from), Language::C), k, count,
                      std::move(body), backward);
    else
      backward.push_back(countUp(k, count, std::move(body), at));
  }
  append(backward, std::move(out.backward));
  out.backward = std::move(backward);
}

} // namespace costate::transform
