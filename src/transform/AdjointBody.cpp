#include "transform/AdjointBody.h"

#include "analysis/Differentiable.h"
#include "rules/Instantiate.h"
#include "transform/ReadBack.h"

#include <algorithm>

namespace costate::transform {

using namespace ir;
using analysis::carriesDerivative;
using analysis::isWholeAllocatable;

namespace {

void append(Block &to, Block from) {
  for (StmtPtr &s : from)
    to.push_back(std::move(s));
}

/// Variables in a statement and below.
void collect(const Stmt &s, std::set<const Symbol *> &out) {
  if (auto *loop = llvm::dyn_cast<For>(&s))
    out.insert(loop->variable);
  for (const Expr *e : expressions(s))
    forEach(e, [&](const Expr *x) {
      if (auto *v = llvm::dyn_cast<Variable>(x))
        out.insert(v->symbol);
    });
  for (const Block *inner : blocks(s))
    for (const StmtPtr &x : *inner)
      collect(*x, out);
}

} // namespace

namespace {

std::optional<int64_t> constantStep(const For &x) {
  if (!x.step)
    return 1;
  const Expr *e = x.step;
  int64_t sign = 1;
  if (auto *minus = llvm::dyn_cast<Unary>(e); minus && minus->op == UnaryOp::Negate) {
    e = minus->operand;
    sign = -1;
  }
  auto *constant = llvm::dyn_cast<IntegerConstant>(e);
  return constant ? std::optional(sign * constant->value) : std::nullopt;
}

} // namespace

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
  terms.arrays.beginBlock(false);
  for (const StmtPtr &s : block) {
    Sweeps one;
    terms.beginStatement();
    statement(*s, one);
    collect(*s, seen);
    if (!one.forward.empty() && !s->comments.empty())
      one.forward.front()->comments = s->comments;
    append(out.forward, std::move(one.forward));
    backward.push_back(std::move(one.backward));
  }
  for (auto piece = backward.rbegin(); piece != backward.rend(); ++piece)
    append(out.backward, std::move(*piece));
  terms.arrays.endBlock(out.backward);
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

// ---- Keeping what is overwritten --------------------------------------------------------------------

/// A local variable that no statement so far has mentioned holds nothing yet.
bool AdjointBody::isFresh(const Expr *place) const {
  const Symbol *root = rootVariable(place);
  return loops == 0 && root && !seen.count(root) &&
         (root->storage == Storage::Local || root->storage == Storage::Result) &&
         !root->overlay;
}

void AdjointBody::record(const Stmt &s, const Expr *place, Sweeps &out) {
  if (!place->isPlace() || (!keeps(s) && !isWholeAllocatable(place)) || isFresh(place))
    return;
  if (isWholeAllocatable(place))
    recordAllocatable(c.renaming(place), out);
  else
    recordPlace(c.renaming(place), out);
}

/// The shadow of a pointer is kept where the pointer is.
void AdjointBody::recordShadow(const Stmt &s, const Expr *place, const Expr *shadow, Sweeps &out) {
  if (keeps(s) && !isFresh(place))
    recordPlace(shadow, out);
}

/// Outside loops a variable of its own keeps a scalar; elsewhere the tape does.
bool AdjointBody::recordPlace(const Expr *place, Sweeps &out) {
  const Type *type = place->type->strip();
  if (auto *bounds = llvm::dyn_cast<Element>(place);
      bounds && type->isPointer() && c.procedure.language == Language::Fortran)
    return recordPlace(bounds->base, out); // `p(0:) => t` sets p
  if (Symbol *root = rootVariable(place); root && root->storage == Storage::Local) {
    const Type *written = assignable(root->type, c.program);
    if (root->initial && written != root->type)
      return false; // a constant of its declaration, in both sweeps
    root->type = written; // what is put back is no constant any more
  }
  Block forward, backward;
  bool onTape = false;
  bool isScalar = !type->isArray() && !type->isRecord() && !type->isCharacter();
  if (isScalar && survives()) {
    Symbol *root = rootVariable(place);
    bool isShadow = root && c.shadows.isShadow(root); // whose pointers are never const
    Symbol *kept = variable(((root ? root->name : "value") + "0").c_str(),
                            isShadow ? withoutConst(type, c.program) : type);
    out.forward.push_back(b.assign(kept, place, place->location));
    backward.push_back(std::make_unique<Assign>(place, b.variable(kept), place->location));
  } else {
    if (auto *v = llvm::dyn_cast<Variable>(place);
        v && isScalar && (v->symbol->storage == Storage::Local || v->symbol->storage == Storage::Result))
      taped.insert(v->symbol);
    if (const Expr *element = isScalar ? keptElement(place) : nullptr) {
      out.forward.push_back(std::make_unique<Assign>(element, place, place->location));
      backward.push_back(std::make_unique<Assign>(place, element, place->location));
    } else if (hasVectorSubscript(place)) {
      tape.push(place, c.procedure, out.forward);
      const Expr *values = terms.temporary(place, backward, "kept");
      tape.pop(values, c.procedure, backward);
      backward.push_back(std::make_unique<Assign>(place, values, place->location));
    } else {
      tape.push(place, c.procedure, out.forward);
      tape.pop(place, c.procedure, backward);
      onTape = true;
    }
  }
  append(backward, std::move(out.backward));
  out.backward = std::move(backward);
  return onTape;
}

AdjointBody::Stored AdjointBody::store(const Expr *place) {
  Sweeps one;
  Stored out;
  if (recordPlace(place, one))
    out.again = clone(one.forward);
  out.save = std::move(one.forward);
  out.restore = std::move(one.backward);
  return out;
}

/// Where every iteration keeps one value and their number is known: an array holds them.
const Expr *AdjointBody::keptElement(const Expr *place) {
  if ((paired && !inFused) || nest.empty() || place->type->isPointer())
    return nullptr;
  std::vector<KeptArrays::Loop> loops;
  for (const For *x : nest) {
    std::optional<int64_t> step = x ? constantStep(*x) : std::nullopt;
    if (!step || !x->variable->type->isInteger() ||
        (x != nest.front() && !recording.isFixed(c.variant, *x, *nest.front())))
      return nullptr;
    loops.push_back({c.renaming.of(x->variable), c.renaming(x->lower), c.renaming(x->bound), *step,
                     x->inclusive});
  }
  Symbol *root = rootVariable(place);
  return kept.element(root ? root->name : "value", place->type->strip(), loops);
}

/// What a variable holds here is needed at this point of the backward sweep.
void AdjointBody::keep(Symbol *s, Sweeps &out) {
  if (survives())
    return;
  const Expr *place = b.variable(s);
  Block backward;
  tape.push(place, c.procedure, out.forward);
  tape.pop(place, c.procedure, backward);
  append(backward, std::move(out.backward));
  out.backward = std::move(backward);
}

const Expr *AdjointBody::inquiry(const char *name, const Expr *of, const Type *type,
                                 const Expr *dimension) {
  std::vector<const Expr *> arguments{of};
  if (dimension)
    arguments.push_back(dimension);
  return c.program.exprs.make<Intrinsic>(type, name, arguments, of->location);
}

/// Whether it is allocated, with which bounds, and what it holds.
void AdjointBody::recordAllocatable(const Expr *place, Sweeps &out) {
  const Type *integer = b.integer(Language::Fortran), *logical = b.logical(Language::Fortran);
  Location at = place->location;
  Symbol *was = variable("allocated0", logical);
  const Expr *isThere = b.variable(was, at);
  out.forward.push_back(b.assign(was, inquiry("allocated", place, logical), at));
  Block keepIt, putBack, backward;
  unsigned rank = place->type->rank();
  Allocation again;
  again.place = place;
  Block pops;
  tape.push(place, c.procedure, keepIt);
  for (unsigned i = 1; i <= rank; ++i) {
    Dimension d;
    const Expr *dimension = b.constant(integer, i, at);
    for (bool lower : {true, false}) {
      Symbol *bound = variable(lower ? "lower" : "upper", integer);
      keepIt.push_back(
          b.assign(bound, inquiry(lower ? "lbound" : "ubound", place, integer, dimension), at));
      tape.push(b.variable(bound), c.procedure, keepIt);
      Block one;
      tape.pop(b.variable(bound), c.procedure, one);
      append(one, std::move(pops));
      pops = std::move(one);
      (lower ? d.lower : d.upper) = b.variable(bound);
    }
    again.shape.push_back(d);
  }
  append(putBack, std::move(pops));
  putBack.push_back(std::make_unique<Allocate>(Allocate::How::Fortran, std::vector{again}, at));
  tape.pop(place, c.procedure, putBack);
  out.forward.push_back(std::make_unique<If>(isThere, std::move(keepIt), Block{}, at));
  tape.push(isThere, c.procedure, out.forward);
  tape.pop(isThere, c.procedure, backward);
  Block drop;
  drop.push_back(std::make_unique<Free>(std::vector{place}, at));
  backward.push_back(std::make_unique<If>(inquiry("allocated", place, logical), std::move(drop),
                                          Block{}, at));
  backward.push_back(std::make_unique<If>(isThere, std::move(putBack), Block{}, at));
  append(backward, std::move(out.backward));
  out.backward = std::move(backward);
}

/// Gives the adjoint of an allocatable the shape the variable has now, and zeros.
void AdjointBody::shapeLike(const Expr *shadow, const Expr *place, Block &out) {
  const Type *logical = b.logical(Language::Fortran);
  Location at = place->location;
  Block drop, make;
  drop.push_back(std::make_unique<Free>(std::vector{shadow}, at));
  out.push_back(
      std::make_unique<If>(inquiry("allocated", shadow, logical), std::move(drop), Block{}, at));
  auto allocate = std::make_unique<Allocate>(Allocate::How::Fortran,
                                             std::vector{Allocation{shadow, {}, nullptr}}, at);
  allocate->mold = place;
  make.push_back(std::move(allocate));
  terms.clear(shadow, make);
  out.push_back(
      std::make_unique<If>(inquiry("allocated", place, logical), std::move(make), Block{}, at));
}

// ---- Assignments ------------------------------------------------------------------------------------

void AdjointBody::assign(const Assign &s, Sweeps &out) {
  if (s.place->type->isPointer())
    return assignPointer(s, out);
  bool reshapes = isWholeAllocatable(s.place);
  const Expr *shadow = shadowPlace(s.place);
  if (runs(s)) {
    record(s, s.place, out);
    out.forward.push_back(copy(s));
  }
  if (!shadow)
    return;
  if (auto *record = llvm::dyn_cast<RecordType>(s.place->type->strip());
      record && analysis::holdsPointer(record)) {
    c.diagnostics.error(s.location,
                        "cannot differentiate the assignment of a whole record that holds pointers",
                        "assign its components one by one");
    return;
  }
  if (!reshapes)
    return reverseAssign(s, out.backward);
  // The old value may have another shape, and what the statement reads is what it was then: the
  // seeds are taken out first.
  shapeLike(shadow, c.renaming(s.place), out.forward);
  Block backward;
  const Expr *seed = terms.temporary(shadow, backward, "tempb");
  append(backward, std::move(out.backward));
  shapeLike(shadow, c.renaming(s.place), backward);
  distribute(s, seed, nullptr, backward);
  out.backward = std::move(backward);
}

/// The shadow of a pointer goes where the pointer goes.
void AdjointBody::assignPointer(const Assign &s, Sweeps &out) {
  if (!runs(s))
    return; // nor does its shadow go anywhere
  const Expr *shadow = shadowPointer(s.place);
  record(s, s.place, out);
  if (shadow) {
    recordShadow(s, s.place, shadow, out);
    out.forward.push_back(std::make_unique<Assign>(
        shadow, terms.pointerAs(shadow->type, terms.shadow(s.value)), s.location));
  }
  out.forward.push_back(copy(s));
}

/// Whether a place of the original that varies may be what the statement writes, or part of it.
bool AdjointBody::mayOverlap(const Expr *place, const Stmt &s) {
  return place->isPlace() && place->type && !place->type->isPointer() &&
         c.varied.varies(c.variant, place) && recording.mayWrite(c.variant.procedure, s, place);
}

/// Of `y = y + e` with e free of y: e, what remains to be differentiated. Null for others.
const Expr *AdjointBody::remainder(const Assign &s, const Expr *) {
  auto *sum = llvm::dyn_cast<Binary>(s.value);
  if (!sum || (sum->op != BinaryOp::Add && sum->op != BinaryOp::Subtract) || s.mask)
    return nullptr;
  auto isFree = [&](const Expr *e) {
    bool found = false;
    forEach(e, [&](const Expr *x) { found |= mayOverlap(x, s); });
    return !found;
  };
  if (equal(sum->left, s.place) && isFree(sum->right))
    return sum->right;
  if (sum->op == BinaryOp::Add && equal(sum->right, s.place) && isFree(sum->left))
    return sum->left;
  return nullptr;
}

void AdjointBody::reverseAssign(const Assign &s, Block &out) {
  const Expr *adjoint = terms.shadow(s.place);
  const Expr *mask = c.renaming(s.mask);
  Location at = s.location;
  if (const Expr *rest = remainder(s, adjoint)) {
    bool negative = llvm::cast<Binary>(s.value)->op == BinaryOp::Subtract;
    const Expr *seed = adjoint;
    if (negative)
      seed = c.program.exprs.make<Unary>(adjoint->type, UnaryOp::Negate, adjoint, at);
    terms.accumulate(rest, seed, mask, out);
    return;
  }
  bool overlaps = false;
  forEach(s.value, [&](const Expr *x) { overlaps |= mayOverlap(x, s); });
  const Expr *seed = adjoint;
  if (overlaps && c.varied.varies(c.variant, s.value)) {
    if (adjoint->type->isRecord() ||
        (adjoint->type->isArray() && c.procedure.language == Language::C)) {
      Symbol *copied = variable("tempb", adjoint->type->strip());
      out.push_back(b.assign(copied, adjoint, at));
      seed = b.variable(copied, at);
    } else {
      seed = terms.temporary(adjoint, out, "tempb");
    }
    terms.clear(adjoint, out, mask);
  }
  distribute(s, seed, mask, out);
  if (!overlaps || !c.varied.varies(c.variant, s.value))
    terms.clear(adjoint, out, mask);
}

/// Adds the adjoint of the value that a statement assigns to those of what it reads.
void AdjointBody::distribute(const Assign &s, const Expr *seed, const Expr *mask, Block &out) {
  Location at = s.location;
  if (!s.value->type->isArray() && seed->type->isArray() && c.procedure.language == Language::Fortran &&
      !seed->type->scalar()->isRecord()) {
    std::vector<const Expr *> arguments{seed};
    std::vector<std::string> keywords{""};
    if (mask) {
      arguments.push_back(mask);
      keywords.push_back("mask");
    }
    seed = c.program.exprs.make<Intrinsic>(seed->type->scalar(), "sum", arguments, at, keywords);
  }
  const Type *own = s.value->type->scalar()->strip();
  if (own != seed->type->scalar()->strip() && !own->isRecord())
    seed = rules::converted(seed, own, c.program, c.procedure.language);
  terms.accumulate(s.value, seed, s.value->type->isArray() ? mask : nullptr, out);
}

// ---- Branches and loops -------------------------------------------------------------------------------

void AdjointBody::branch(const If &x, Sweeps &out) {
  if (!nest.empty()) // what only some iterations keep goes on the tape
    nest.push_back(nullptr);
  Sweeps thenSweeps = transform(x.thenBlock), elseSweeps = transform(x.elseBlock);
  if (!nest.empty())
    nest.pop_back();
  const Expr *condition = c.renaming(x.condition);
  Block &run = thenSweeps.forward, &otherwise = elseSweeps.forward;
  if (!run.empty() || !otherwise.empty()) {
    const Expr *test = run.empty() ? b.negate(condition) : condition;
    if (run.empty())
      run.swap(otherwise);
    out.forward.push_back(
        std::make_unique<If>(test, std::move(run), std::move(otherwise), x.location));
  }
  Block &then = thenSweeps.backward, &other = elseSweeps.backward;
  if (then.empty() && other.empty())
    return;
  recompute(x.thenBlock, then);
  recompute(x.elseBlock, other);
  if (then.empty()) {
    then.swap(other);
    condition = b.negate(condition);
  }
  out.backward.push_back(
      std::make_unique<If>(condition, std::move(then), std::move(other), x.location));
}

/// Before the backward piece of a block: what it computes again.
void AdjointBody::recompute(const Block &block, Block &backward) {
  if (backward.empty())
    return;
  Block again;
  for (const Assign *s : recording.recomputes(c.variant, block)) {
    if (const Expr *shadow = shadowPointer(s->place))
      again.push_back(std::make_unique<Assign>(shadow, terms.shadow(s->value), s->location));
    again.push_back(copy(*s));
  }
  append(again, std::move(backward));
  backward = std::move(again);
}

/// Whether the value a loop leaves in its variable is wanted.
bool AdjointBody::readsLater(const For &x) const { return recording.leaves(c.variant, x); }

void AdjointBody::loop(const For &x, Sweeps &out) {
  Symbol *counter = c.renaming.of(x.variable);
  Symbol *shadow = x.variable->type->isPointer() ? c.shadows.of(x.variable) : nullptr;
  const Expr *variable = b.variable(x.variable, x.location);
  record(x, variable, out);
  if (shadow)
    recordShadow(x, variable, b.variable(shadow, x.location), out);
  if (recording.isFused(c.variant, x) && recording.isReversed(c.variant, x))
    return fusedLoop(x, out);
  for (const Symbol *s : recording.keepsBefore(c.variant, x)) {
    recordPlace(b.variable(c.renaming.of(const_cast<Symbol *>(s)), x.location), out);
    if (Symbol *moving = s->type->isPointer() ? c.shadows.of(s) : nullptr)
      recordPlace(b.variable(moving, x.location), out);
  }
  ++depth;
  ++loops;
  nest.push_back(&x);
  Sweeps body = transform(x.body);
  nest.pop_back();
  --depth;
  --loops;
  if (!body.backward.empty())
    recompute(x.body, body.backward);
  Block ends;
  if (nest.empty())
    kept.finishNest(out.forward, ends);
  auto forward = std::make_unique<For>(counter, c.renaming(x.lower), c.renaming(x.bound),
                                       c.renaming(x.step), std::move(body.forward), x.location);
  forward->inclusive = x.inclusive;
  forward->direction = x.direction;
  if (runs(x) && (!forward->body.empty() || readsLater(x))) {
    if (shadow)
      walkShadow(x, shadow, forward->body, out.forward);
    out.forward.push_back(std::move(forward));
  }
  if (body.backward.empty())
    return;
  Block backward;
  backwardLoop(x, std::move(body.backward), backward);
  append(backward, std::move(ends));
  append(backward, std::move(out.backward));
  out.backward = std::move(backward);
}

/// Both sweeps of an iteration, one after the other, from the last iteration to the first. What an
/// iteration keeps lives in it.
void AdjointBody::fusedLoop(const For &x, Sweeps &out) {
  unsigned outer = std::exchange(depth, 0);
  bool around = std::exchange(inFused, true);
  std::vector<const For *> outerNest;
  outerNest.swap(nest);
  ++loops;
  Sweeps body = transform(x.body);
  --loops;
  nest.swap(outerNest);
  inFused = around;
  depth = outer;
  append(body.forward, std::move(body.backward));
  Block backward;
  if (!body.forward.empty())
    backwardLoop(x, std::move(body.forward), backward);
  append(backward, std::move(out.backward));
  out.backward = std::move(backward);
}

void AdjointBody::backwardLoop(const For &x, Block body, Block &out) {
  auto *integer = llvm::dyn_cast<IntegerType>(x.variable->type->strip());
  if (integer && integer->isSigned)
    reverseLoop(x, std::move(body), out);
  else
    countDown(x, std::move(body), out);
}

/// `for (p = a; p < end; p++)`: the shadow starts at the shadow of `a` and takes the same steps.
void AdjointBody::walkShadow(const For &x, Symbol *shadow, Block &body, Block &out) {
  const Expr *place = b.variable(shadow, x.location);
  out.push_back(std::make_unique<Assign>(place, terms.shadow(x.lower), x.location));
  const Expr *step = x.step ? c.renaming(x.step)
                            : b.constant(b.integer(c.procedure.language), 1, x.location);
  body.push_back(std::make_unique<Assign>(
      place, c.program.exprs.make<PointerAdd>(shadow->type, place, step, false, x.location),
      x.location));
}

/// How often the loop ran, or something below 1 where it did not. The division truncates, so this is
/// Fortran's own formula (Fortran 2018, 11.1.7.4.1), with the bound moved by one where it is not
/// reached itself.
const Expr *AdjointBody::trips(const For &x, const Type *type) {
  auto in = [&](const Expr *e) -> const Expr * {
    return e->type->strip() == type ? e : c.program.exprs.make<Convert>(type, e, true, x.location);
  };
  auto number = [&](int64_t n) { return b.constant(type, n, x.location); };
  const Expr *lower = c.renaming(x.lower), *bound = c.renaming(x.bound), *distance;
  if (x.variable->type->isPointer())
    distance = c.program.exprs.make<PointerDifference>(type, bound, lower, x.location);
  else
    distance = b.binary(BinaryOp::Subtract, in(bound), in(lower));
  std::optional<int64_t> step = constantStep(x);
  bool up = x.direction == For::Direction::Up || (step && *step > 0);
  if (step && (*step == 1 || *step == -1)) {
    if (*step == -1)
      distance = c.program.exprs.make<Unary>(type, UnaryOp::Negate, distance, x.location);
    return x.inclusive ? b.binary(BinaryOp::Add, distance, number(1)) : distance;
  }
  const Expr *by = step ? number(*step) : in(c.renaming(x.step));
  const Expr *reach = b.binary(BinaryOp::Add, distance, by);
  if (!x.inclusive)
    reach = b.binary(up ? BinaryOp::Subtract : BinaryOp::Add, reach, number(1));
  return b.binary(BinaryOp::Divide, reach, by);
}

/// From the last value down to the first.
void AdjointBody::reverseLoop(const For &x, Block body, Block &out) {
  const Type *type = x.variable->type->strip();
  Location at = x.location;
  const Expr *lower = c.renaming(x.lower), *last = nullptr, *by = nullptr;
  std::optional<int64_t> step = constantStep(x);
  auto number = [&](int64_t n) { return b.constant(type, n, at); };
  auto in = [&](const Expr *e) -> const Expr * {
    return e->type->strip() == type ? e : c.program.exprs.make<Convert>(type, e, true, at);
  };
  lower = in(lower);
  if (step && (*step == 1 || *step == -1)) {
    last = in(c.renaming(x.bound));
    if (!x.inclusive)
      last = b.binary(*step == 1 ? BinaryOp::Subtract : BinaryOp::Add, last, number(1));
  } else {
    const Expr *size = step ? number(*step) : in(c.renaming(x.step));
    const Expr *count = b.binary(BinaryOp::Subtract, trips(x, type), number(1));
    last = b.binary(BinaryOp::Add, lower, b.binary(BinaryOp::Multiply, count, size));
  }
  if (step)
    by = *step == -1 ? nullptr : number(-*step);
  else
    by = c.program.exprs.make<Unary>(type, UnaryOp::Negate, in(c.renaming(x.step)), at);
  auto reversed = std::make_unique<For>(c.renaming.of(x.variable), last, lower, by, std::move(body), at);
  if (step)
    reversed->direction = *step > 0 ? For::Direction::Down : For::Direction::Up;
  else if (x.direction != For::Direction::BySignOfStep)
    reversed->direction =
        x.direction == For::Direction::Up ? For::Direction::Down : For::Direction::Up;
  out.push_back(std::move(reversed));
}

/// An unsigned variable cannot go below zero, and a pointer not before its array: a count does.
void AdjointBody::countDown(const For &x, Block body, Block &out) {
  const Type *type = c.program.types.integer(8, true, "long");
  Location at = x.location;
  Symbol *left = variable("left", type);
  const Expr *step = x.step ? c.renaming(x.step) : nullptr;
  const Expr *distance = b.variable(left, at);
  if (step) {
    if (step->type->strip() != type)
      step = c.program.exprs.make<Convert>(type, step, true, at);
    distance = b.binary(BinaryOp::Multiply, distance, step);
  }
  Block inner;
  auto set = [&](Symbol *variable, const Expr *start) {
    const Expr *value;
    if (variable->type->isPointer()) {
      value = c.program.exprs.make<PointerAdd>(variable->type, start, distance, false, at);
    } else {
      const Type *own = variable->type->strip();
      auto in = [&](const Expr *e) {
        return e->type->strip() == own ? e : c.program.exprs.make<Convert>(own, e, true, at);
      };
      value = b.binary(BinaryOp::Add, in(start), in(distance));
    }
    inner.push_back(b.assign(variable, value, at));
  };
  set(c.renaming.of(x.variable), c.renaming(x.lower));
  if (Symbol *shadow = x.variable->type->isPointer() ? c.shadows.of(x.variable) : nullptr)
    set(shadow, terms.shadow(x.lower));
  append(inner, std::move(body));
  const Expr *last = b.binary(BinaryOp::Subtract, trips(x, type), b.constant(type, 1));
  auto reversed = std::make_unique<For>(left, last, b.constant(type, 0), nullptr, std::move(inner), at);
  reversed->step = b.constant(type, -1);
  reversed->direction = For::Direction::Down;
  out.push_back(std::move(reversed));
}

/// How often the body ran is counted where the backward sweep runs it, too.
void AdjointBody::loop(const While &x, Sweeps &out) {
  if (!runs(x)) // one that runs backwards runs forwards, too: its trips are counted
    return;
  ++depth;
  ++loops;
  nest.push_back(nullptr);
  Sweeps head = transform(x.head), body = transform(x.body);
  nest.pop_back();
  --depth;
  --loops;
  Location at = x.location;
  Language language = c.procedure.language;
  const Type *type = language == Language::C ? c.program.types.integer(8, true, "long")
                                             : b.integer(Language::Fortran);
  if (body.backward.empty() && head.backward.empty()) { // nobody asks how often
    out.forward.push_back(std::make_unique<While>(std::move(head.forward), c.renaming(x.condition),
                                                  std::move(body.forward), at));
    return;
  }
  Symbol *count = variable("trips", type), *index = variable("trip", type);
  const Expr *one = b.constant(type, 1, at);
  out.forward.push_back(b.assign(count, b.constant(type, 0, at), at));
  body.forward.push_back(b.assign(count, b.binary(BinaryOp::Add, b.variable(count), one), at));
  out.forward.push_back(std::make_unique<While>(std::move(head.forward), c.renaming(x.condition),
                                                std::move(body.forward), at));
  Block again = std::move(body.backward);
  append(again, clone(head.backward));
  append(out.backward, std::move(head.backward));
  auto reversed = std::make_unique<For>(index, one, b.variable(count), nullptr, std::move(again), at);
  reversed->direction = For::Direction::Up;
  out.backward.push_back(std::move(reversed));
  keep(count, out);
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
    auto zeros = std::make_unique<Allocate>(
        Allocate::How::Calloc, std::vector{Allocation{shadow, {}, nullptr}}, at);
    zeros->count = s.count ? c.renaming(s.count) : b.constant(s.size->type, 1, at);
    zeros->size = c.renaming(s.size);
    out.forward.push_back(std::move(zeros));
    frees.push_back(std::make_unique<Free>(std::vector{shadow}, at));
  }
  out.forward.push_back(copy(s));
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
  if (shadow) {
    auto zeros = std::make_unique<Allocate>(s.how, std::vector{Allocation{shadow, {}, nullptr}}, at);
    zeros->mold = content(place);
    out.forward.push_back(std::move(zeros));
    terms.clear(content(shadow), out.forward);
    if (s.source && c.varied.varies(c.variant, s.source)) {
      const Expr *seed = content(shadow);
      if (!s.source->type->isArray() && seed->type->isArray())
        seed = c.program.exprs.make<Intrinsic>(seed->type->scalar(), "sum",
                                               std::vector<const Expr *>{seed}, at);
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

// ---- From one procedure to the other ----------------------------------------------------------------------

namespace {

/// Variables that a block may change.
std::set<const Symbol *> changed(const Block &block) {
  std::set<const Symbol *> out;
  forEachStmt(block, [&](const Stmt &s) {
    if (auto *assign = llvm::dyn_cast<Assign>(&s))
      out.insert(rootVariable(assign->place));
    if (auto *call = llvm::dyn_cast<Call>(&s); call && call->result)
      out.insert(rootVariable(call->result));
    if (auto *loop = llvm::dyn_cast<For>(&s))
      out.insert(loop->variable);
    if (auto *allocate = llvm::dyn_cast<Allocate>(&s))
      for (const Allocation &a : allocate->objects)
        out.insert(rootVariable(a.place));
    for (const Expr *e : expressions(s))
      forEach(e, [&](const Expr *x) {
        if (auto *address = llvm::dyn_cast<AddressOf>(x))
          out.insert(rootVariable(address->place));
      });
  });
  return out;
}

} // namespace

/// What goes on the tape before the original gave it a value has one all the same.
void AdjointBody::defineTaped(Sweeps &sweeps) {
  Block defined;
  for (auto &s : c.procedure.scope.symbols) {
    const Type *type = s->type ? s->type->strip() : nullptr;
    auto *first = sweeps.forward.empty() ? nullptr : llvm::dyn_cast<Assign>(sweeps.forward.front().get());
    auto *qualified = s->type ? llvm::dyn_cast<QualifiedType>(s->type) : nullptr;
    if (!taped.count(s.get()) || (qualified && qualified->isConst) || (first && rootVariable(first->place) == s.get()))
      continue;
    const Expr *zero = nullptr;
    if (type->isReal() || type->isComplex())
      zero = terms.zero(type, {});
    else if (type->isInteger())
      zero = b.constant(type, 0);
    else if (type->isLogical())
      zero = b.truth(type, false);
    else if (type->isPointer())
      zero = c.program.exprs.make<NullPointer>(type);
    if (zero)
      defined.push_back(b.assign(s.get(), zero));
  }
  append(defined, std::move(sweeps.forward));
  sweeps.forward = std::move(defined);
}

void AdjointBody::carry(Sweeps &sweeps) {
  std::set<const Symbol *> assigned = changed(sweeps.forward);
  std::set<const Symbol *> named; // in the backward sweep: only what is there needs its shape
  for (const StmtPtr &x : sweeps.backward)
    collect(*x, named);
  Sweeps between;
  Block zeros;
  for (auto &s : c.variant.procedure->scope.symbols) {
    bool byValue = s->storage == Storage::Argument && s->byValue;
    bool own = s->storage == Storage::Local || s->storage == Storage::Result || byValue;
    Symbol *here = c.renaming.of(s.get());
    if (s->kind != SymbolKind::Variable || !own || (byValue && !assigned.count(here)) ||
        (!s->allocatable && !recording.carries(c.variant, s.get())))
      continue;
    if (s->allocatable && !named.count(here) && !named.count(c.shadows.of(s.get())) &&
        !recording.carries(c.variant, s.get()))
      continue;
    if (s->allocatable)
      recordAllocatable(b.variable(here), between);
    else
      recordPlace(b.variable(here), between);
    Symbol *shadow = analysis::holdsPointer(s->type) ? c.shadows.of(s.get()) : nullptr;
    if (!shadow || s->allocatable)
      continue;
    recordPlace(b.variable(shadow), between);
    if (!s->type->isPointer()) // the pointers in it come along; its numbers begin as zero
      terms.clear(b.variable(shadow), zeros);
  }
  append(between.backward, std::move(zeros));
  for (size_t i = 0; i < c.procedure.scope.symbols.size(); ++i) {
    Symbol *s = c.procedure.scope.symbols[i].get();
    Symbol *original = c.shadows.originalOf(s);
    bool isSeeded = original && original->storage == Storage::Result; // it has its seed's shape
    if (s->storage == Storage::Local && s->allocatable && original && !isSeeded && named.count(s))
      shapeLike(b.variable(s), b.variable(original), between.backward);
  }
  append(sweeps.forward, std::move(between.forward));
  append(between.backward, std::move(sweeps.backward));
  sweeps.backward = std::move(between.backward);
}

} // namespace costate::transform
