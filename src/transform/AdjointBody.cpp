#include "transform/AdjointBody.h"

#include "analysis/Differentiable.h"
#include "analysis/Extensions.h"
#include "rules/Instantiate.h"
#include "transform/ReadBack.h"
#include "transform/ArrayElements.h"

#include <algorithm>

namespace costate::transform {

using namespace ir;
using analysis::carriesDerivative;
using analysis::isWholeAllocatable;

void collectVariables(const Stmt &s, std::set<const Symbol *> &out) {
  if (auto *loop = llvm::dyn_cast<For>(&s))
    out.insert(loop->variable);
  for (const Expr *e : expressions(s))
    forEach(e, [&](const Expr *x) {
      if (auto *v = llvm::dyn_cast<Variable>(x))
        out.insert(v->symbol);
    });
  for (const Block *inner : blocks(s))
    for (const StmtPtr &x : *inner)
      collectVariables(*x, out);
}

StmtPtr AdjointBody::copy(const Stmt &s) {
  Block one;
  one.push_back(clone(s));
  c.renaming.apply(one);
  one.front()->comments.clear();
  return std::move(one.front());
}

Symbol *AdjointBody::variable(const char *name, const Type *type) {
  Symbol *s = c.procedure.makeTemporary(name, type);
  s->temporary = false;
  return s;
}

Sweeps AdjointBody::transform(const Block &block) {
  Sweeps out;
  std::vector<Block> backward;
  backward.reserve(block.size());
  terms.arrays.beginBlock(false);
  ++nesting;
  HeldValues::InBlock heldHere = held.in(block, {nesting == 1 && survives(), depth == 0, inFused},
                                         [&](const Assign &s) { return keepsNew(s); });
  Block *late = nullptr; // the backward piece of a loop that runs forwards in it: what follows runs after it
  for (const StmtPtr &s : block) {
    Sweeps one;
    terms.beginStatement(*s);
    for (const Assign *known : late ? std::vector<const Assign *>() : heldHere.at(*s))
      terms.hold(c.renaming(known->value), c.renaming(known->place));
    statement(*s, one);
    collectVariables(*s, seen);
    if (marks && inBoth)
      marks->between(one.forward, one.backward);
    if (!one.forward.empty() && !s->comments.empty())
      one.forward.front()->comments = s->comments;
    append(late ? *late : out.forward, std::move(one.forward));
    backward.push_back(std::move(one.backward));
    if (auto *loop = llvm::dyn_cast<For>(s.get()); loop && runsForward(*loop))
      late = &backward.back();
  }
  --nesting;
  for (auto piece = backward.rbegin(); piece != backward.rend(); ++piece)
    append(out.backward, std::move(*piece));
  terms.arrays.endBlock(out.backward);
  return out;
}

void AdjointBody::tellOfStatements(unsigned &places) {
  marks.emplace(c.program, c.procedure, places);
  for (auto &s : c.variant.procedure->scope.symbols)
    marks->add(c.renaming.of(s.get()));
  std::set<const Symbol *> named;
  for (const StmtPtr &s : c.variant.procedure->body)
    collectVariables(*s, named);
  for (auto &unit : c.program.units) // in their order
    for (auto &s : unit->scope.symbols)
      if (named.count(s.get()))
        marks->add(c.renaming.of(s.get()));
}

/// A block of a statement.
Sweeps AdjointBody::inner(const Block &block, bool runsInBoth) {
  bool around = std::exchange(inBoth, inBoth && runsInBoth);
  Sweeps out = transform(block);
  inBoth = around;
  return out;
}

void AdjointBody::statement(const Stmt &s, Sweeps &out) {
  switch (s.kind()) {
  case StmtKind::Assign:
    return assign(llvm::cast<Assign>(s), out);
  case StmtKind::Call:
    return call(llvm::cast<Call>(s), out);
  case StmtKind::If:
    return branch(llvm::cast<If>(s), out);
  case StmtKind::For:
    return loop(llvm::cast<For>(s), out);
  case StmtKind::While:
    return loop(llvm::cast<While>(s), out);
  case StmtKind::Allocate:
    return allocate(llvm::cast<Allocate>(s), out);
  case StmtKind::Free:
    return free(llvm::cast<Free>(s), out);
  case StmtKind::Opaque:
    return opaque(llvm::cast<Opaque>(s), out);
  default:
    internalError("a raw statement reached the adjoint");
  }
}

/// The adjoint of a place that holds reals and varies; null for others.
const Expr *AdjointBody::shadowPlace(const Expr *place) {
  if (!place || !c.varied.varies(c.variant, place) || place->type->isPointer() ||
      !carriesDerivative(place->type))
    return nullptr;
  return terms.shadow(place);
}

/// The shadow of a pointer that varies.
const Expr *AdjointBody::shadowPointer(const Expr *place) {
  if (!place->type->isPointer() || !carriesDerivative(place->type) ||
      !c.varied.varies(c.variant, place))
    return nullptr;
  return terms.shadow(place);
}

// ---- Assignments ------------------------------------------------------------------------------------

void AdjointBody::assign(const Assign &s, Sweeps &out) {
  if (s.place->type->isPointer())
    return assignPointer(s, out);
  bool reshapes = isWholeAllocatable(s.place) && !s.mask; // a masked assignment does not
  const Expr *shadow = shadowPlace(s.place);
  if (runs(s) && keepsNew(s)) {
    out.forward.push_back(copy(s));
    recordNew(s, out);
  } else if (runs(s)) {
    record(s, s.place, out);
    out.forward.push_back(copy(s));
    if (recording.undoes(c.variant, s))
      undo(s, c.renaming(s.place), out.backward);
  }
  if (!shadow)
    return;
  if (const Type *record = s.place->type->scalar()->strip();
      record->isRecord() && (analysis::holdsPointer(record) || holdsAllocatable(record))) {
    c.diagnostics.error(s.location,
                        "cannot differentiate the assignment of whole records that hold pointers or "
                        "allocatables",
                        "assign its components one by one");
    return;
  }
  if (reshapes && refuseExtension(s.place, s.value, s.location))
    return;
  if (!isWholeAllocatable(s.place) && !c.varied.isUsed(s))
    return;
  if (recording.readsResult(c.variant, s))
    holdResult(s, out.backward);
  if (!reshapes)
    return reverseAssign(s, out.backward);
  // The old value may have another shape, and what the statement reads is what it was then: the
  // seeds are taken out first.
  bool isNumber = analysis::keepsMemory(s);
  if (isNumber)
    allocateNumber(shadow, out.forward);
  else
    shapeLike(shadow, c.renaming(s.place), out.forward);
  Block backward;
  const Expr *seed = terms.temporary(shadow, backward, "tempb");
  append(backward, std::move(out.backward));
  if (isNumber)
    clearNumber(shadow, c.renaming(s.place), backward);
  else
    shapeLike(shadow, c.renaming(s.place), backward);
  distribute({{s.value, seed}}, nullptr, s.location, backward);
  out.backward = std::move(backward);
}

/// A CLASS allocatable that may become of a type whose further components cannot be named here.
bool AdjointBody::refuseExtension(const Expr *place, const Expr *value, Location at) {
  bool refused = analysis::takesExtension(c.program, place, value);
  if (refused)
    c.diagnostics.error(at,
                        "an adjoint cannot follow a CLASS variable that takes its type from a value: it has to name "
                        "the components",
                        "declare it with TYPE");
  return refused;
}

/// The place holds what the statement has written, until the old value is put back.
void AdjointBody::holdResult(const Assign &s, Block &backward) {
  const Expr *place = c.renaming(s.place), *result = place;
  if (!backward.empty()) {
    Symbol *t = variable("temp", s.value->type->strip());
    backward.insert(backward.begin(), b.assign(t, place, s.location));
    result = b.variable(t, s.location);
  }
  terms.hold(c.renaming(s.value), result);
}

/// Of `i = i + e`: `i = i - e`, and the shadow of a pointer likewise.
void AdjointBody::undo(const Assign &s, const Expr *place, Block &out) {
  const Expr *by = c.renaming(analysis::increment(s)), *old = nullptr;
  if (auto *moved = llvm::dyn_cast<PointerAdd>(s.value)) {
    old = c.program.exprs.make<PointerAdd>(place->type->strip(), place, by, !moved->negative, s.location);
  } else {
    bool adds = llvm::cast<Binary>(s.value)->op == BinaryOp::Add;
    old = b.binary(adds ? BinaryOp::Subtract : BinaryOp::Add, place, by);
  }
  out.insert(out.begin(), std::make_unique<Assign>(place, old, s.location));
}

/// The shadow of a pointer goes where the pointer goes.
void AdjointBody::assignPointer(const Assign &s, Sweeps &out) {
  if (!runs(s))
    return; // nor does its shadow go anywhere
  const Expr *shadow = shadowPointer(s.place);
  record(s, s.place, out);
  if (shadow) {
    recordShadow(s, s.place, shadow, out);
    const Expr *value = terms.pointerAs(shadow->type, terms.shadow(s.value));
    out.forward.push_back(std::make_unique<Assign>(shadow, value, s.location));
    if (recording.undoes(c.variant, s))
      undo(s, shadow, out.backward);
  }
  out.forward.push_back(copy(s));
  if (recording.undoes(c.variant, s))
    undo(s, c.renaming(s.place), out.backward);
}

namespace {

/// The places of an expression, not those they are part of.
void places(const Expr *e, std::vector<const Expr *> &out) {
  if (e->isPlace())
    out.push_back(e);
  else
    for (const Expr *operand : operands(e))
      places(operand, out);
}

} // namespace

/// Whether a place of the original that varies may be what the statement writes, or part of it.
bool AdjointBody::mayOverlap(const Expr *place, const Stmt &s) {
  return place->isPlace() && place->type && !place->type->isPointer() &&
         c.varied.varies(c.variant, place) && recording.mayWrite(c.variant.procedure, s, place);
}

/// Of `y = y + a - b`: a and b with their signs, what remains to be differentiated. None for others.
std::vector<AdjointBody::Summand> AdjointBody::addedTo(const Assign &s) {
  std::vector<Summand> out;
  auto isPlace = [&](const Expr *e) {
    return equal(analysis::withoutFullRanges(e), analysis::withoutFullRanges(s.place));
  };
  const Expr *rest = s.value;
  while (!isPlace(rest)) {
    auto *sum = llvm::dyn_cast<Binary>(rest);
    if (!sum || (sum->op != BinaryOp::Add && sum->op != BinaryOp::Subtract) || s.mask)
      return {};
    bool isLast = sum->op == BinaryOp::Add && isPlace(sum->right);
    out.push_back({isLast ? sum->left : sum->right, sum->op == BinaryOp::Subtract});
    rest = isLast ? sum->right : sum->left;
  }
  std::reverse(out.begin(), out.end());
  return out;
}

void AdjointBody::reverseAssign(const Assign &s, Block &out) {
  const Expr *adjoint = terms.shadow(s.place);
  const Expr *mask = c.renaming(s.mask);
  Location at = s.location;
  // Adjoints lie as what they are of does: where no element that is written is read, none of the place's adjoint gets
  // anything, and it need not be copied. A scalar's copy costs nothing, and tells the compiler as much.
  auto overlapsWith = [&](const Expr *e) {
    bool found = false;
    forEach(e, [&](const Expr *x) { found |= mayOverlap(x, s); });
    if (!found || !s.place->type->isArray() || c.procedure.language == Language::C)
      return found;
    std::vector<const Expr *> read;
    places(e, read);
    return llvm::any_of(read, [&](const Expr *x) {
      bool mayMeet = false;
      forEach(x, [&](const Expr *part) { mayMeet |= mayOverlap(part, s); });
      return mayMeet && !recording.isApart(c.variant.procedure, s, x);
    });
  };
  bool isRecord = adjoint->type->isRecord() || (adjoint->type->isArray() && c.procedure.language == Language::C);
  if (auto summands = addedTo(s); !summands.empty() && !isRecord) {
    // The adjoint stays; a copy goes to what is added, where that may be part of the place itself.
    const Expr *seed = adjoint;
    for (const Summand &x : summands)
      if (seed == adjoint && overlapsWith(x.value) && c.varied.varies(c.variant, x.value))
        seed = terms.temporary(adjoint, out, "tempb");
    std::vector<Seeded> all;
    for (const Summand &x : summands)
      all.push_back(
          {x.value, x.negative ? c.program.exprs.make<Unary>(seed->type, UnaryOp::Negate, seed, at) : seed});
    return distribute(std::move(all), mask, at, out);
  }
  bool overlaps = overlapsWith(s.value);
  if (overlaps && !isRecord && reverseElements(s, out))
    return;
  const Expr *seed = adjoint;
  if (overlaps && c.varied.varies(c.variant, s.value)) {
    if (isRecord) {
      Symbol *copied = variable("tempb", adjoint->type->strip());
      out.push_back(b.assign(copied, adjoint, at));
      seed = b.variable(copied, at);
    } else {
      seed = terms.temporary(adjoint, out, "tempb");
    }
    terms.clear(adjoint, out, mask);
  }
  size_t first = out.size();
  distribute({{s.value, seed}}, mask, at, out);
  if (!overlaps || !c.varied.varies(c.variant, s.value))
    terms.clear(adjoint, out, mask);
  else if (!mask && isReadByName(s))
    addToZero(adjoint, out, first);
}

/// Whether elements of arrays in an expression that the statement may write are the very ones that it writes there:
/// all of them are of the statement's place itself, and are taken element by element.
bool AdjointBody::isInStep(const Expr *e, const Assign &s) {
  bool meets = false;
  forEach(e, [&](const Expr *x) { meets |= mayOverlap(x, s); });
  if (!meets)
    return true;
  if (e->isPlace())
    return (e->type->isArray() && equal(analysis::withoutFullRanges(e), analysis::withoutFullRanges(s.place))) ||
           recording.isApart(c.variant.procedure, s, e);
  auto *function = llvm::dyn_cast<Intrinsic>(e);
  bool elementwise = llvm::isa<Unary, Binary, Convert>(e) || (function && rules::isElemental(*function, Language::Fortran));
  return elementwise && llvm::all_of(operands(e), [&](const Expr *x) { return isInStep(x, s); });
}

namespace {

/// Whether numbers in an array expression are places or constants: what is added to their adjoints costs little for
/// each element.
bool hasPlainNumbers(const Expr *e) {
  if (e->isPlace() || e->isConstant())
    return true;
  return e->type->isArray() && llvm::all_of(operands(e), hasPlainNumbers);
}

} // namespace

/// `a = f(a, b)` backwards, element by element: the adjoint of one element of a is taken, cleared and given on before
/// the next one's turn, and no array is copied. As isInStep holds, no turn reads or adds to what another one clears.
/// False, and nothing done, where that does not apply.
bool AdjointBody::reverseElements(const Assign &s, Block &out) {
  if (c.procedure.language != Language::Fortran || s.mask || !s.place->type->isArray() || !s.value->type->isArray() ||
      hasVectorSubscript(s.place) || s.value->type->scalar()->strip() != s.place->type->scalar()->strip() ||
      !hasPlainNumbers(s.value) || !isInStep(s.value, s))
    return false;
  const Expr *adjoint = terms.shadow(s.place);
  return elements.overElements({adjoint, s.value}, s.location, out, [&](const ElementLoops::At &one, Block &inner) {
    const Expr *mine = one(adjoint);
    Symbol *seed = variable("tempb", mine->type->strip());
    inner.push_back(b.assign(seed, mine, s.location));
    terms.clear(mine, inner);
    size_t first = inner.size();
    terms.accumulate(one(s.value), b.variable(seed, s.location), nullptr, inner);
    addToZero(mine, inner, first); // in step: all that is read of the place is read by its name
  });
}

/// Whether all that a statement reads of what it writes has the name of that: there is no pointer to it, and no
/// EQUIVALENCE. Additions to its adjoint have its name, too, then.
bool AdjointBody::isReadByName(const Assign &s) {
  std::vector<const Expr *> read;
  places(s.value, read);
  return llvm::all_of(read, [&](const Expr *x) { return rootVariable(x) == rootVariable(s.place) || !mayOverlap(x, s); });
}

/// `yb = 0` before `first`, then `yb = yb + e` as the first that names it: `yb = e`. All that is added to it is added by
/// its name.
void AdjointBody::addToZero(const Expr *adjoint, Block &out, size_t first) {
  auto *clear = first > 0 ? llvm::dyn_cast<Assign>(out[first - 1].get()) : nullptr;
  const Symbol *root = rootVariable(adjoint);
  auto whole = [](const Expr *e) { return analysis::withoutFullRanges(e); };
  if (!clear || !root || !equal(whole(clear->place), whole(adjoint)))
    return;
  for (size_t i = first; i < out.size(); ++i) {
    std::set<const Symbol *> named;
    collectVariables(*out[i], named);
    if (!named.count(root))
      continue;
    auto *add = llvm::dyn_cast<Assign>(out[i].get());
    auto *sum = add && !add->mask && equal(whole(add->place), whole(adjoint)) ? llvm::dyn_cast<Binary>(add->value)
                                                                              : nullptr;
    bool adds = sum && sum->op == BinaryOp::Add && equal(whole(sum->left), whole(adjoint));
    bool isFree = adds;
    if (adds)
      forEach(sum->right, [&](const Expr *x) {
        auto *v = llvm::dyn_cast<Variable>(x);
        isFree &= !v || v->symbol != root;
      });
    if (!isFree || sum->right->type->rank() != adjoint->type->rank())
      return;
    add->value = sum->right;
    out.erase(out.begin() + (first - 1));
    return;
  }
}

/// The adjoint in the value's own type; of a value that is assigned to all elements, the sum of theirs.
const Expr *AdjointBody::conformed(const Seeded &x, const Expr *mask) {
  const Expr *seed = x.seed;
  if (!x.value->type->isArray() && seed->type->isArray() && c.procedure.language == Language::Fortran &&
      !seed->type->scalar()->isRecord()) {
    std::vector<const Expr *> arguments{seed};
    std::vector<std::string> keywords{""};
    if (mask) {
      arguments.push_back(mask);
      keywords.push_back("mask");
    }
    seed = c.program.exprs.make<Intrinsic>(seed->type->scalar(), "sum", arguments, seed->location, keywords);
  }
  const Type *own = x.value->type->scalar()->strip();
  if (own != seed->type->scalar()->strip() && !own->isRecord())
    seed = rules::converted(seed, own, c.program, c.procedure.language);
  return seed;
}

/// Adds the adjoints of values that a statement assigns, or adds, to those of what it reads.
void AdjointBody::distribute(std::vector<Seeded> all, const Expr *mask, Location at, Block &out) {
  for (Seeded &x : all)
    x.seed = conformed(x, mask);
  if (!mask && distributeElements(all, at, out))
    return;
  for (const Seeded &x : all)
    terms.accumulate(x.value, x.seed, x.value->type->isArray() || x.value->type->isRecord() ? mask : nullptr, out);
}

/// Array values that add to several adjoints do so element by element, in one loop instead of one array
/// statement after another. That is the same: the seeds are none of the adjoints that are added to, and what is
/// added may be so in any order. False, and nothing done, for others.
bool AdjointBody::distributeElements(const std::vector<Seeded> &all, Location at, Block &out) {
  constexpr unsigned several = 3;
  unsigned reads = 0;
  std::vector<const Expr *> parts, seeds, values;
  bool areArrays = c.procedure.language == Language::Fortran;
  for (const Seeded &x : all) {
    areArrays = areArrays && x.value->type->isArray();
    places(x.seed, seeds);
    places(x.value, values);
  }
  if (!areArrays)
    return false;
  for (const Expr *e : seeds)
    if (e->type->isArray())
      parts.push_back(e);
  for (const Expr *e : values)
    reads += e->type && analysis::carriesDerivative(e->type) && c.varied.varies(c.variant, e);
  if (reads < several || parts.empty())
    return false;
  for (const Seeded &x : all)
    parts.insert(parts.end(), {x.seed, x.value});
  return elements.overElements(parts, at, out, [&](const ElementLoops::At &one, Block &inner) {
    for (const Seeded &x : all)
      terms.accumulate(one(x.value), one(x.seed), nullptr, inner);
  });
}

// ---- Memory and the outside world -----------------------------------------------------------------------

void AdjointBody::allocate(const Allocate &s, Sweeps &out) {
  Location at = s.location;
  if (s.status)
    record(s, s.status, out);
  if (s.how == Allocate::How::Realloc) {
    c.diagnostics.error(at, "cannot run 'realloc' backwards: what the memory held before is not known",
                        "allocate new memory and copy");
    return;
  }
  if (s.how == Allocate::How::Fortran) {
    for (const Allocation &a : s.objects)
      allocateFortran(s, a, out);
    return;
  }
  const Expr *place = s.objects.front().place;
  const Expr *shadow = shadowPointer(place);
  Block frees;
  frees.push_back(std::make_unique<Free>(std::vector{c.renaming(place)}, at));
  record(s, place, out);
  if (shadow) {
    recordShadow(s, place, shadow, out);
    tape.reserveZeros(shadow, s.count ? c.renaming(s.count) : b.constant(s.size->type, 1, at),
                      c.renaming(s.size), c.procedure, out.forward);
    frees.push_back(std::make_unique<Free>(std::vector{shadow}, at));
  }
  out.forward.push_back(copy(s));
  rememberBlock(s, out);
  append(frees, std::move(out.backward));
  out.backward = std::move(frees);
}

/// Born together, with a zero adjoint; in the backward sweep both end where they were born.
void AdjointBody::allocateFortran(const Allocate &s, const Allocation &a, Sweeps &out) {
  Location at = s.location;
  const Expr *place = c.renaming(a.place);
  bool isPointer = a.place->type->isPointer();
  const Expr *shadow = isPointer ? shadowPointer(a.place) : shadowPlace(a.place);
  auto one = std::make_unique<Allocate>(s.how, std::vector{a}, at);
  one->source = s.source;
  one->mold = s.mold;
  one->status = s.status;
  one->message = s.message;
  if (isPointer) {
    record(s, a.place, out);
    if (shadow)
      recordShadow(s, a.place, shadow, out);
  }
  out.forward.push_back(copy(*one));
  Block ends;
  auto content = [&](const Expr *e) -> const Expr * {
    auto *pointer = llvm::dyn_cast<PointerType>(e->type->strip());
    return pointer ? c.program.exprs.make<Dereference>(pointer->pointee, e, nullptr, at) : e;
  };
  if (const Expr *like = s.source ? s.source : s.mold; shadow && like && refuseExtension(a.place, like, at))
    return;
  if (shadow) {
    auto zeros = std::make_unique<Allocate>(s.how, std::vector{Allocation{shadow, {}, nullptr}}, at);
    zeros->mold = content(place);
    out.forward.push_back(std::move(zeros));
    terms.clear(content(shadow), out.forward);
    shapeParts(content(shadow), content(place), out.forward);
    if (s.source && c.varied.varies(c.variant, s.source)) {
      const Expr *seed = content(shadow);
      if (!s.source->type->isArray() && seed->type->isArray() && seed->type->scalar()->isRecord()) {
        ArrayElements(c.program, c.procedure).forEach({seed}, ends, [&](auto &element, Block &inner) {
          terms.accumulate(s.source, element[0], nullptr, inner);
        });
        seed = nullptr;
      } else if (!s.source->type->isArray() && seed->type->isArray())
        seed = c.program.exprs.make<Intrinsic>(seed->type->scalar(), "sum",
                                               std::vector<const Expr *>{seed}, at);
      if (seed)
        terms.accumulate(s.source, seed, nullptr, ends);
    }
    ends.push_back(std::make_unique<Free>(std::vector{shadow}, at));
  }
  ends.push_back(std::make_unique<Free>(std::vector{place}, at));
  append(ends, std::move(out.backward));
  out.backward = std::move(ends);
}

/// In C, and of what a Fortran pointer points to, memory lives on until the backward sweep comes to
/// where it was born. An allocatable is kept as a value: it may be allocated anew meanwhile.
void AdjointBody::free(const Free &s, Sweeps &out) {
  if (c.procedure.language == Language::C)
    return;
  if (s.status)
    record(s, s.status, out);
  for (const Expr *place : s.places) {
    Location at = s.location;
    if (place->type->isPointer()) {
      const Expr *shadow = shadowPointer(place);
      record(s, place, out);
      auto forget = [&](const Expr *pointer) {
        out.forward.push_back(std::make_unique<Assign>(
            pointer, c.program.exprs.make<NullPointer>(pointer->type, at), at));
      };
      forget(c.renaming(place));
      if (shadow) {
        recordShadow(s, place, shadow, out);
        forget(shadow);
      }
      continue;
    }
    Sweeps one;
    const Expr *shadow = shadowPlace(place);
    recordAllocatable(c.renaming(place), one);
    std::vector<const Expr *> both{c.renaming(place)};
    if (shadow) {
      both.push_back(shadow);
      shapeLike(shadow, c.renaming(place), one.backward);
    }
    one.forward.push_back(std::make_unique<Free>(both, at));
    append(out.forward, std::move(one.forward));
    append(one.backward, std::move(out.backward));
    out.backward = std::move(one.backward);
  }
}

void AdjointBody::opaque(const Opaque &s, Sweeps &out) {
  for (const OpaquePiece &piece : s.pieces) {
    bool writes = piece.effect >= OpaquePiece::Effect::Writes;
    if (!piece.value || !writes || !piece.value->isPlace())
      continue;
    record(s, piece.value, out);
    if (const Expr *shadow = shadowPlace(piece.value)) {
      warnOfInput(s.location, c.diagnostics);
      terms.clear(shadow, out.backward);
    }
  }
  out.forward.push_back(copy(s));
}

} // namespace costate::transform
