// Every statement as it was, after the statement that moves the derivatives. Derivatives come first
// because they read what the statement is about to overwrite.
#include "transform/TangentBody.h"

#include "analysis/Differentiable.h"
#include "ir/LoopMarks.h"
#include "transform/ReadBack.h"
#include "transform/SeparableTerms.h"
#include "transform/SplitWhere.h"
#include "transform/Tangent.h"
#include "transform/ZeroValues.h"

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
    if (first < out.size()) {
      bool marked = isMarked(*out[first], eachDirection);
      out[first]->comments = s->comments;
      if (marked)
        out[first]->comments.push_back(eachDirection);
    }
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
  if (const Expr *term = c.terms ? c.terms->of(s) : nullptr)
    return addTerm(s, term, out);
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
  if (auto *record = llvm::dyn_cast<RecordConstructor>(s.value); record && c.directions.haveTypes()) {
    if (s.place->type->isArray()) {
      c.diagnostics.error(at, who() + " cannot give several elements of an array one new record",
                          "assign to them in a loop");
      return;
    }
    assignRecord(s.place, *record, out);
    out.push_back(copy(s));
    return;
  }
  const Expr *mask = c.renaming(s.mask);
  Dual dual = duals.of(s.value, s.mask ? nullptr : &out);
  if (c.directions.sets && llvm::isa<ComplexPart>(s.place)) // the other part keeps what it had
    dual.derivative = SparsityRules(c.program, c.procedure.language, c.diagnostics).unite(shadow, dual.derivative);
  bool mayReshape = isWholeAllocatable(s.place) && !s.mask; // a masked assignment does not
  if (c.directions.several() && mayReshape && dual.value->type->isArray())
    return assignAllocatableVector(s, dual, out);
  if (mayReshape && !c.directions.several())
    return assignAllocatable(s, shadow, dual, out);
  if (valueFirst(s, shadow, dual, out))
    return;
  if (!dual.derivative && c.directions.several() && isPartOfMany(s.place)) // no section of it has all directions
    move(shadow, duals.zero(s.place->type->scalar(), at), at, out, mask);
  else if (!dual.derivative)
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
  } else if (dual.value->type->isArray() && c.directions.sets) { // the value is no handle
    const Expr *scalar = dual.derivative ? dual.derivative : duals.zero(s.place->type, at);
    out.push_back(std::make_unique<Assign>(shadow, duals.temporaryArrays.spread(scalar, dual.value), at));
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
    if (c.directions.haveTypes() && (s.source || s.mold))
      c.diagnostics.error(s.location, who() + " cannot allocate records like others",
                          "give the shape, and assign the values afterwards");
    if (!s.source && !c.directions.haveTypes() && isBornNonzero(object->type))
      clear(object, s.location, out);
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
  shadow->mold = c.directions.sets ? nullptr : c.renaming(s.mold); // of handles, the shape says it
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
