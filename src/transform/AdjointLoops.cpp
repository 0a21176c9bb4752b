// Branches and loops in the two sweeps.
#include "transform/AdjointBody.h"

#include "analysis/Differentiable.h"
#include "analysis/ParallelPromises.h"
#include "ir/Constants.h"

namespace costate::transform {

using namespace ir;

std::optional<int64_t> constantStep(const For &x) { return x.step ? constantValue(x.step) : 1; }

void AdjointBody::branch(const If &x, Sweeps &out) {
  if (!nest.empty()) // what only some iterations keep goes on the tape
    nest.push_back(nullptr);
  bool both = runs(x) && recording.isReversed(c.variant, x);
  Sweeps thenSweeps = way(x.thenBlock, both), elseSweeps = way(x.elseBlock, both);
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
  if (then.empty()) {
    then.swap(other);
    condition = b.negate(condition);
  }
  out.backward.push_back(
      std::make_unique<If>(condition, std::move(then), std::move(other), x.location));
}

/// One way of a branch. What lives in it alone is kept when it has run: it is on top of all that the way has put on
/// the tape, and comes back first.
Sweeps AdjointBody::way(const Block &block, bool runsInBoth) {
  ways.push_back({&block, {}});
  Sweeps out = inner(block, runsInBoth);
  recompute(block, out.backward);
  Block again;
  for (const Expr *place : ways.back().kept)
    tape.push(place, c.procedure, out.forward);
  for (const Expr *place : llvm::reverse(ways.back().kept))
    tape.pop(place, c.procedure, again);
  append(again, std::move(out.backward));
  out.backward = std::move(again);
  ways.pop_back();
  return out;
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

/// What is needed after the backward piece of a loop as it is before the loop.
void AdjointBody::keepBefore(const Stmt &loop, Sweeps &out) {
  for (const Symbol *s : recording.keepsBefore(c.variant, loop)) {
    recordPlace(b.variable(c.renaming.of(const_cast<Symbol *>(s)), loop.location), out);
    if (Symbol *moving = s->type->isPointer() ? c.shadows.of(s) : nullptr)
      recordPlace(b.variable(moving, loop.location), out);
  }
}

void AdjointBody::loop(const For &x, Sweeps &out) {
  Symbol *counter = c.renaming.of(x.variable);
  Symbol *shadow = x.variable->type->isPointer() ? c.shadows.of(x.variable) : nullptr;
  const Expr *variable = b.variable(x.variable, x.location);
  record(x, variable, out);
  if (shadow)
    recordShadow(x, variable, b.variable(shadow, x.location), out);
  if (recording.isCheckpointed(c.variant, x))
    return checkpointedLoop(x, out);
  if (recording.isFused(c.variant, x) && recording.isReversed(c.variant, x))
    return fusedLoop(x, out);
  if (runsForward(x))
    return forwardLoop(x, out);
  keepBefore(x, out);
  ++depth;
  ++loops;
  nest.push_back(&x);
  loads.emplace_back();
  Sweeps body = inner(x.body, runs(x) && recording.isReversed(c.variant, x));
  nest.pop_back();
  --depth;
  --loops;
  if (!body.backward.empty()) {
    recompute(x.body, body.backward);
    append(loads.back(), std::move(body.backward));
    body.backward = std::move(loads.back());
  }
  loads.pop_back();
  if (body.backward.empty())
    kept.drop(x, body.forward);
  KeptArrays::Around around = kept.finish(x, survives());
  append(out.forward, std::move(around.before));
  auto forward = std::make_unique<For>(counter, c.renaming(x.lower), c.renaming(x.bound),
                                       c.renaming(x.step), std::move(body.forward), x.location);
  forward->inclusive = x.inclusive;
  forward->direction = x.direction;
  // What the original's loop touches, the forward sweep's touches, too. What it keeps besides has no part in the promise.
  llvm::copy_if(x.comments, std::back_inserter(forward->comments), analysis::isParallelPromise);
  if (runs(x) && (!forward->body.empty() || readsLater(x))) {
    if (shadow)
      walkShadow(x, shadow, forward->body, out.forward);
    out.forward.push_back(std::move(forward));
  }
  if (body.backward.empty())
    return;
  append(out.forward, std::move(around.after));
  Block backward = std::move(around.again);
  parallelLoop(x, ParallelIterations::Sweep::Backward, std::move(body.backward), backward);
  append(backward, std::move(around.end));
  append(backward, std::move(out.backward));
  out.backward = std::move(backward);
}

/// Both sweeps of an iteration, one after the other. What it keeps lives in it.
Block AdjointBody::iteration(const Block &statements) {
  unsigned outer = std::exchange(depth, 0), blocks = std::exchange(nesting, 0);
  bool around = std::exchange(inFused, true);
  std::vector<const For *> outerNest;
  outerNest.swap(nest);
  ++loops;
  Sweeps body = inner(statements, true);
  --loops;
  nest.swap(outerNest);
  inFused = around;
  depth = outer;
  nesting = blocks;
  append(body.forward, std::move(body.backward));
  return std::move(body.forward);
}

/// From the last iteration to the first.
void AdjointBody::fusedLoop(const For &x, Sweeps &out) {
  Block body = iteration(x.body), backward;
  if (!body.empty())
    parallelLoop(x, ParallelIterations::Sweep::Both, std::move(body), backward);
  append(backward, std::move(out.backward));
  out.backward = std::move(backward);
}

/// From the first to the last. It takes the place of both loops.
void AdjointBody::forwardLoop(const For &x, Sweeps &out) {
  auto loop = std::make_unique<For>(c.renaming.of(x.variable), c.renaming(x.lower), c.renaming(x.bound),
                                    c.renaming(x.step), iteration(x.body), x.location);
  loop->inclusive = x.inclusive;
  loop->direction = x.direction;
  out.backward.push_back(std::move(loop));
}

/// A backward loop, with what it needs to run in parallel, where it may.
void AdjointBody::parallelLoop(const For &x, ParallelIterations::Sweep sweep, Block body, Block &out) {
  std::optional<ParallelIterations::Made> threads;
  if (independent && independent->count(&x))
    threads = iterations->make(x, independent->at(&x), sweep, body);
  if (threads)
    append(out, std::move(threads->before));
  backwardLoop(x, std::move(body), out);
  if (!threads)
    return;
  out.back()->comments.push_back(threads->directive);
  append(out, std::move(threads->after));
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

static std::optional<int64_t> constantTrips(const For &x) {
  std::optional<int64_t> step = constantStep(x);
  return step ? constantTrips(x.lower, x.bound, *step, x.inclusive) : std::nullopt;
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
  if (std::optional<int64_t> count = constantTrips(x))
    return number(*count);
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
  } else if (std::optional<int64_t> count = constantTrips(x)) {
    last = number(*constantValue(x.lower) + (*count - 1) * *step);
  } else {
    const Expr *size = step ? number(*step) : in(c.renaming(x.step));
    const Expr *before = b.binary(BinaryOp::Subtract, trips(x, type), number(1));
    last = b.binary(BinaryOp::Add, lower, b.binary(BinaryOp::Multiply, before, size));
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

/// The variable of a loop, and its shadow, where so many iterations have run before this one.
void AdjointBody::setCounter(const For &x, const Expr *iterations, Block &out) {
  Location at = x.location;
  const Type *type = iterations->type->strip();
  const Expr *step = x.step ? c.renaming(x.step) : nullptr, *distance = iterations;
  if (step) {
    if (step->type->strip() != type)
      step = c.program.exprs.make<Convert>(type, step, true, at);
    distance = b.binary(BinaryOp::Multiply, distance, step);
  }
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
    out.push_back(b.assign(variable, value, at));
  };
  set(c.renaming.of(x.variable), c.renaming(x.lower));
  if (Symbol *shadow = x.variable->type->isPointer() ? c.shadows.of(x.variable) : nullptr)
    set(shadow, terms.shadow(x.lower));
}

/// An unsigned variable cannot go below zero, and a pointer not before its array: a count does.
void AdjointBody::countDown(const For &x, Block body, Block &out) {
  const Type *type = c.program.types.integer(8, true, "long");
  Location at = x.location;
  Symbol *left = variable("left", type);
  Block inner;
  setCounter(x, b.variable(left, at), inner);
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
  if (recording.isCheckpointed(c.variant, x))
    return checkpointedLoop(x, out);
  Sweeps around;
  keepBefore(x, around);
  append(out.forward, std::move(around.forward));
  ++depth;
  ++loops;
  nest.push_back(nullptr);
  bool both = recording.isReversed(c.variant, x);
  Sweeps head = inner(x.head, both), body = inner(x.body, both);
  nest.pop_back();
  --depth;
  --loops;
  Location at = x.location;
  const Type *type = c.program.types.integer(8, true, "long");
  if (body.backward.empty() && head.backward.empty()) { // nobody asks how often
    out.forward.push_back(std::make_unique<While>(std::move(head.forward), c.renaming(x.condition),
                                                  std::move(body.forward), at));
    out.backward = std::move(around.backward);
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
  append(out.backward, std::move(around.backward));
}

} // namespace costate::transform
