// Loops that run from snapshots: binomial checkpointing (Griewank and Walther, revolve).
//
// The forward sweep runs the original steps and takes snapshots of the state on the way. The backward sweep goes from
// the last step to the first. For each it puts back the last snapshot, runs the original steps from there to the one
// at hand, taking snapshots where there is room for them, and then both sweeps of that step. Snapshots are used up in
// the opposite order, so they are on the tape, each with the number of its step: nothing else has to know where they
// are. What both sweeps of a step keep lies above them, and is gone when the step is done.
//
// Of a counted loop all is known on entry, and the forward sweep takes the first snapshots where revolve would. What
// follows the loop is like one more step, which is run back first: l steps and s snapshots take the t(l + 1, s) original
// steps of the binomial optimum, no fewer being possible. How many steps a while loop has is known when it ends: its
// forward sweep takes one snapshot, before the first step, and all it takes is l + t(l, s).
#include "transform/AdjointBody.h"

#include "analysis/JoinedCalls.h"
#include "transform/StatePlaces.h"

namespace costate::transform {

using namespace ir;
using analysis::CellBits;
using analysis::CellId;
using analysis::LibraryEffect;

// ---- What cannot be run again ---------------------------------------------------------------------------

/// Why a statement of a step cannot be run again from a snapshot; empty: it can.
std::string AdjointBody::obstacle(const Stmt &s) {
  analysis::Memory &memory = recording.cells();
  const Procedure *p = c.variant.procedure;
  if (llvm::isa<Opaque>(&s))
    return analysis::obstacleAt(*p, s, memory);
  if (llvm::isa<Allocate, Free>(&s))
    return "it allocates or frees memory";
  if (auto *assign = llvm::dyn_cast<Assign>(&s); assign && analysis::isWholeAllocatable(assign->place))
    return "it may give an allocatable variable another shape";
  auto *call = llvm::dyn_cast<Call>(&s);
  if (!call)
    return {};
  for (const Procedure *target : memory.calls().targets(*call))
    if (std::string why = analysis::obstacleInside(*target, memory); !why.empty())
      return "of '" + target->name + "': " + why;
  LibraryEffect effect = call->callee ? analysis::libraryEffect(*call) : LibraryEffect::Unknown;
  bool isQuiet = effect == LibraryEffect::CopiesBytes || effect == LibraryEffect::SetsBytes ||
                 effect == LibraryEffect::SplitsNumber || c.varied.memory().external(*call);
  if (!memory.calls().isKnown(*call) && !isQuiet)
    return "it calls a procedure without source";
  for (CellId id : recording.accessed().writes(p, s))
    if (memory.mayHoldPointer(p, id))
      return "it calls a procedure that changes where a pointer leads";
  return {};
}

bool AdjointBody::mayCheckpoint(const Stmt &loop, const Block &body) {
  bool may = true;
  forEachStmt(body, [&](const Stmt &s) {
    std::string why = may ? obstacle(s) : "";
    if (why.empty())
      return;
    may = false;
    c.diagnostics.error(s.location.known() ? s.location : loop.location,
                        "cannot checkpoint the loop of line " + std::to_string(loop.location.line) + ": " + why,
                        "take this out of the loop, or the loop from the checkpoints");
  });
  return may;
}

// ---- Snapshots ------------------------------------------------------------------------------------------

/// Of an allocatable only where it is allocated; a pointer with its shadow.
void AdjointBody::copyPlace(const Expr *place, Copies &out) {
  const Expr *here = c.renaming(place);
  Block push, pop;
  tape.push(here, c.procedure, push);
  tape.pop(here, c.procedure, pop);
  if (const Expr *shadow = shadowPointer(place)) {
    Block first;
    tape.push(shadow, c.procedure, push);
    tape.pop(shadow, c.procedure, first);
    append(first, std::move(pop));
    pop = std::move(first);
  }
  const Expr *array = analysis::withoutFullRanges(here);
  auto *variable = llvm::dyn_cast<Variable>(array);
  if (variable && variable->symbol->allocatable)
    for (Block *both : {&push, &pop}) {
      Block inside = std::exchange(*both, {});
      both->push_back(std::make_unique<If>(inquiry("allocated", array, b.logical(Language::Fortran)), std::move(inside),
                                           Block{}, place->location));
    }
  append(out.save, std::move(push));
  append(pop, std::move(out.restore));
  out.restore = std::move(pop);
}

void AdjointBody::copyBytes(Symbol *pointer, const Expr *bytes, Copies &out) {
  Block pop;
  tape.pushBytes(b.variable(pointer), bytes, c.procedure, out.save);
  tape.popBytes(b.variable(pointer), bytes, c.procedure, pop);
  append(pop, std::move(out.restore));
  out.restore = std::move(pop);
}

/// Of C: where the statement put the memory, and how much there is, if loops that run from snapshots change it.
void AdjointBody::rememberBlock(const Allocate &s, Sweeps &out) {
  const Procedure *p = c.variant.procedure;
  analysis::Memory &memory = recording.cells();
  bool changed = false;
  forEachStmt(p->body, [&](const Stmt &x) {
    if (!recording.snapshotsOf(x) || !recording.isCheckpointed(c.variant, x))
      return;
    CellBits all = recording.checkpoint(c.variant, x).state;
    all |= recording.checkpoint(c.variant, x).after;
    for (CellId id : all)
      changed |= memory[memory.root(id)].site == &s;
  });
  if (!changed || isInLoop(p->body, s))
    return;
  Location at = s.location;
  const Type *size = c.program.types.integer(8, false, "long");
  const Expr *place = c.renaming(s.objects.front().place), *bytes = c.renaming(s.size);
  if (s.count)
    bytes = b.binary(BinaryOp::Multiply, c.program.exprs.make<Convert>(size, c.renaming(s.count), true, at),
                     c.program.exprs.make<Convert>(size, bytes, true, at));
  AllocatedBlock block{variable("block", withoutConst(place->type, c.program)), variable("bytes", size)};
  out.forward.push_back(b.assign(block.start, place, at));
  out.forward.push_back(b.assign(block.bytes, bytes, at));
  allocatedBlocks[&s] = block;
}

/// Whether the first of two statements runs before the second, whenever that does: the block that has it has both.
static bool runsBefore(const Block &block, const Stmt &first, const Stmt &second) {
  bool seen = false;
  for (const StmtPtr &s : block) {
    bool holds = s.get() == &second;
    for (const Block *inner : blocks(*s)) {
      if (runsBefore(*inner, first, second))
        return true;
      forEachStmt(*inner, [&](const Stmt &x) { holds |= &x == &second; });
    }
    if (seen && holds)
      return true;
    seen |= s.get() == &first;
  }
  return false;
}

bool AdjointBody::copyAllocated(const Stmt &loop, CellId id, Copies &out) {
  analysis::Memory &memory = recording.cells();
  const Stmt *site = memory[memory.root(id)].site;
  auto block = allocatedBlocks.find(site);
  if (!site || block == allocatedBlocks.end() || !runsBefore(c.variant.procedure->body, *site, loop))
    return false;
  if (llvm::is_contained(out.known, block->second.start))
    return true;
  copyBytes(block->second.start, b.variable(block->second.bytes), out);
  out.known.insert(out.known.end(), {block->second.start, block->second.bytes});
  return true;
}

/// What the loop changes of an array whose extent is not declared.
bool AdjointBody::copyExtents(const Stmt &loop, CellId id, Copies &out) {
  if (!extents)
    extents = std::make_unique<StateExtents>(c.program, recording);
  std::vector<StateExtents::Extent> found = extents->of(loop, id);
  const Type *type = c.program.types.integer(8, true, "long");
  Location at = loop.location;
  // What they are computed from must be there in the forward sweep: steps read it, or nothing writes it.
  const Procedure *p = c.variant.procedure;
  CellBits lost = recording.accessed().writes(p, p->body);
  lost.intersectWithComplement(recording.checkpoint(c.variant, loop).needs);
  for (const StateExtents::Extent &x : found)
    for (const Expr *e : {x.base, x.first, x.last})
      if (e != x.base || e->type->isPointer())
        if (recording.accessed().reads(p, e).intersects(lost))
          return false;
  for (const StateExtents::Extent &x : found) {
    const Expr *base = c.renaming(x.base), *first = c.renaming(x.first), *last = c.renaming(x.last);
    auto *pointer = llvm::dyn_cast<PointerType>(base->type->strip());
    auto keepIn = [&](const char *name, const Type *kind, const Expr *value) {
      Symbol *s = variable(name, kind);
      out.before.push_back(b.assign(s, value, at));
      out.known.push_back(s);
      return s;
    };
    if (pointer) {
      Symbol *start = keepIn("state", withoutConst(pointer, c.program),
                             c.program.exprs.make<PointerAdd>(pointer, base, first, false, at));
      Symbol *count = keepIn("count", type,
                             b.binary(BinaryOp::Add, b.binary(BinaryOp::Subtract, last, first), b.constant(type, 1, at)));
      Block none;
      none.push_back(b.assign(count, b.constant(type, 0, at), at));
      out.before.push_back(std::make_unique<If>(
          b.compare(BinaryOp::Less, b.variable(count), b.constant(type, 0, at), Language::C), std::move(none), Block{}, at));
      const Type *size = c.program.types.integer(8, false, "long");
      copyBytes(start,
                b.binary(BinaryOp::Multiply, c.program.exprs.make<Convert>(size, b.variable(count), true, at),
                         c.program.exprs.make<SizeOf>(size, pointer->pointee->strip(), at)),
                out);
      continue;
    }
    Symbol *from = keepIn("first", type, first), *to = keepIn("last", type, last);
    auto *array = llvm::cast<ArrayType>(base->type->strip());
    std::vector<const Expr *> subscripts(array->dimensions.size() - 1,
                                         c.program.exprs.make<Range>(nullptr, nullptr, nullptr, at));
    subscripts.push_back(c.program.exprs.make<Range>(b.variable(from), b.variable(to), nullptr, at));
    Dimension open;
    open.form = Dimension::Form::Deferred;
    const Type *part = c.program.types.array(array->element, std::vector<Dimension>(subscripts.size(), open), false);
    const Expr *section = c.program.exprs.make<Element>(part, base, subscripts, at);
    Block pop;
    tape.push(section, c.procedure, out.save);
    tape.pop(section, c.procedure, pop);
    append(pop, std::move(out.restore));
    out.restore = std::move(pop);
  }
  return !found.empty();
}

AdjointBody::Copies AdjointBody::copyState(const Stmt &loop, const CellBits &cells) {
  Copies out;
  tape.onDisk = snapshotsOnDisk;
  StatePlaces::Found found = StatePlaces(c.program, c.variant.procedure, recording).of(cells);
  for (const Expr *place : found.places)
    copyPlace(place, out);
  for (CellId id : found.left)
    if (!copyAllocated(loop, id, out) && !copyExtents(loop, id, out))
      c.diagnostics.error(loop.location,
                          "cannot checkpoint this loop: it is not known how much of '" + recording.cells().name(id) +
                              "' it changes",
                          "give it a known extent in the procedure of the loop");
  tape.onDisk = false;
  return out;
}

AdjointBody::Checkpointed AdjointBody::checkpointed(const Stmt &loop, const Block &body, Sweeps &out) {
  const Type *type = c.program.types.integer(8, true, "long");
  const analysis::Recording::Checkpoint &known = recording.checkpoint(c.variant, loop);
  Copies after = copyState(loop, known.after); // what is upstream needs
  Checkpointed x{loop, body, variable("steps", type), variable("snapshots", type), variable("step", type),
                 copyState(loop, known.state), after.known, {}};
  x.known.insert(x.known.end(), x.state.known.begin(), x.state.known.end());
  copyPlace(b.variable(x.step), x.state);
  x.first = std::move(after.before);
  append(x.first, std::move(after.save));
  append(x.first, std::exchange(x.state.before, {}));
  if (after.restore.empty())
    return x;
  Block backward;
  backward.push_back(std::make_unique<If>(hasSteps(x), std::move(after.restore), Block{}, loop.location));
  append(backward, std::move(out.backward));
  out.backward = std::move(backward);
  return x;
}

const Expr *AdjointBody::hasSteps(const Checkpointed &x) {
  return b.compare(BinaryOp::Greater, b.variable(x.steps), b.constant(x.steps->type, 0), c.procedure.language);
}

Block AdjointBody::saveHere(const Checkpointed &x) {
  Block out = clone(x.state.save);
  out.push_back(b.assign(x.held, b.binary(BinaryOp::Add, b.variable(x.held), b.constant(x.held->type, 1))));
  return out;
}

// ---- The original steps -----------------------------------------------------------------------------------

/// The statements that run. The shadows of pointers go where the pointers go.
Block AdjointBody::original(const Block &block, const std::set<const Stmt *> &running) {
  Block out;
  for (const StmtPtr &s : block) {
    if (!running.count(s.get()))
      continue;
    terms.beginStatement(*s);
    StmtPtr one = copy(*s);
    auto originals = blocks(*s);
    auto inside = blocks(*one);
    for (size_t i = 0; i < inside.size(); ++i)
      *inside[i] = original(*originals[i], running);
    auto *assign = llvm::dyn_cast<Assign>(s.get());
    if (const Expr *shadow = assign ? shadowPointer(assign->place) : nullptr)
      out.push_back(std::make_unique<Assign>(shadow, terms.pointerAs(shadow->type, terms.shadow(assign->value)),
                                             assign->location));
    auto *walk = llvm::dyn_cast<For>(s.get());
    if (Symbol *shadow = walk && walk->variable->type->isPointer() ? c.shadows.of(walk->variable) : nullptr)
      walkShadow(*walk, shadow, llvm::cast<For>(*one).body, out);
    if (auto *branch = llvm::dyn_cast<If>(one.get()); branch && branch->thenBlock.empty() && !branch->elseBlock.empty()) {
      branch->condition = b.negate(branch->condition);
      branch->thenBlock.swap(branch->elseBlock);
    }
    out.push_back(std::move(one));
  }
  return out;
}

// ---- The two sweeps ---------------------------------------------------------------------------------------

void AdjointBody::checkpointedLoop(const For &x, Sweeps &out) {
  if (!mayCheckpoint(x, x.body))
    return;
  Location at = x.location;
  Checkpointed all = checkpointed(x, x.body, out);
  const Type *type = all.step->type;
  Symbol *next = variable("next", type);
  auto number = [&](int64_t n) { return b.constant(type, n, at); };
  auto value = [&](Symbol *s) { return b.variable(s, at); };
  out.forward.push_back(b.assign(all.steps, trips(x, type), at));
  if (!all.first.empty())
    out.forward.push_back(std::make_unique<If>(hasSteps(all), std::move(all.first), Block{}, at));
  for (Symbol *s : {all.held, all.step, next})
    out.forward.push_back(b.assign(s, number(0), at));
  Block take = saveHere(all), body;
  const Expr *free = b.binary(BinaryOp::Subtract, number(recording.snapshotsOf(x)), value(all.held));
  tape.nextSnapshot(next, value(all.step), value(all.steps), free, c.procedure, take);
  body.push_back(std::make_unique<If>(
      b.compare(BinaryOp::Equal, value(all.step), value(next), c.procedure.language), std::move(take), Block{}, at));
  append(body, original(x.body, recording.checkpoint(c.variant, x).forward));
  body.push_back(b.assign(all.step, b.binary(BinaryOp::Add, value(all.step), number(1)), at));
  auto loop = std::make_unique<For>(c.renaming.of(x.variable), c.renaming(x.lower), c.renaming(x.bound),
                                    c.renaming(x.step), std::move(body), at);
  loop->inclusive = x.inclusive;
  loop->direction = x.direction;
  if (Symbol *shadow = x.variable->type->isPointer() ? c.shadows.of(x.variable) : nullptr)
    walkShadow(x, shadow, loop->body, out.forward);
  out.forward.push_back(std::move(loop));
  reverseSteps(all, out);
  all.known.insert(all.known.end(), {all.held, all.steps});
  for (Symbol *s : all.known)
    keep(s, out);
}

void AdjointBody::checkpointedLoop(const While &x, Sweeps &out) {
  if (!mayCheckpoint(x, x.body))
    return;
  Location at = x.location;
  Checkpointed all = checkpointed(x, x.body, out);
  auto number = [&](int64_t n) { return b.constant(all.step->type, n, at); };
  auto value = [&](Symbol *s) { return b.variable(s, at); };
  out.forward.push_back(b.assign(all.step, number(0), at));
  Block body, take = std::move(all.first);
  append(take, clone(all.state.save));
  body.push_back(std::make_unique<If>(b.compare(BinaryOp::Equal, value(all.step), number(0), c.procedure.language),
                                      std::move(take), Block{}, at));
  append(body, original(x.body, recording.checkpoint(c.variant, x).forward));
  body.push_back(b.assign(all.step, b.binary(BinaryOp::Add, value(all.step), number(1)), at));
  out.forward.push_back(std::make_unique<While>(Block{}, c.renaming(x.condition), std::move(body), at));
  out.forward.push_back(b.assign(all.steps, value(all.step), at));
  reverseSteps(all, out);
  Block first;
  first.push_back(b.assign(all.held, number(1), at));
  append(first, std::move(out.backward));
  out.backward = std::move(first);
  all.known.push_back(all.steps);
  for (Symbol *s : all.known)
    keep(s, out);
}

/// From the last snapshot to the state before step `last`.
Block AdjointBody::advance(const Checkpointed &x, Symbol *last) {
  Location at = x.loop.location;
  const Type *type = x.step->type;
  Symbol *until = variable("until", type), *again = variable("again", type);
  auto number = [&](int64_t n) { return b.constant(type, n, at); };
  auto value = [&](Symbol *s) { return b.variable(s, at); };
  auto test = [&](BinaryOp op, Symbol *left, Symbol *right) {
    return b.compare(op, value(left), value(right), c.procedure.language);
  };
  Block out, end, body;
  const Expr *free = b.binary(BinaryOp::Subtract, number(recording.snapshotsOf(x.loop)), value(x.held));
  tape.nextSnapshot(until, value(x.step), value(last), free, c.procedure, out);
  end.push_back(b.assign(until, value(last), at));
  out.push_back(std::make_unique<If>(test(BinaryOp::Greater, until, last), std::move(end), Block{}, at));
  if (auto *counted = llvm::dyn_cast<For>(&x.loop))
    setCounter(*counted, value(again), body);
  append(body, original(x.body, recording.checkpoint(c.variant, x.loop).again));
  auto steps = std::make_unique<For>(again, value(x.step), b.binary(BinaryOp::Subtract, value(until), number(1)),
                                     nullptr, std::move(body), at);
  steps->direction = For::Direction::Up;
  out.push_back(std::move(steps));
  out.push_back(b.assign(x.step, value(until), at));
  out.push_back(std::make_unique<If>(test(BinaryOp::Less, x.step, last), saveHere(x), Block{}, at));
  return out;
}

/// Step `last`, and what it takes to get there.
Block AdjointBody::turn(const Checkpointed &x, Symbol *last) {
  Location at = x.loop.location;
  auto value = [&](Symbol *s) { return b.variable(s, at); };
  const Expr *isEarlier = b.compare(BinaryOp::Less, value(x.step), value(last), c.procedure.language);
  Block out = clone(x.state.restore), used;
  used.push_back(b.assign(x.held, b.binary(BinaryOp::Subtract, value(x.held), b.constant(x.held->type, 1, at)), at));
  out.push_back(std::make_unique<If>(isEarlier, clone(x.state.save), std::move(used), at));
  out.push_back(std::make_unique<While>(Block{}, isEarlier, advance(x, last), at));
  if (auto *counted = llvm::dyn_cast<For>(&x.loop))
    setCounter(*counted, value(last), out);
  append(out, iteration(x.body));
  return out;
}

void AdjointBody::reverseSteps(const Checkpointed &x, Sweeps &out) {
  Location at = x.loop.location;
  const Type *type = x.step->type;
  Symbol *last = variable("last", type);
  auto reversed = std::make_unique<For>(
      last, b.binary(BinaryOp::Subtract, b.variable(x.steps, at), b.constant(type, 1, at)), b.constant(type, 0, at),
      b.constant(type, -1, at), turn(x, last), at);
  reversed->direction = For::Direction::Down;
  Block backward;
  backward.push_back(std::move(reversed));
  append(backward, std::move(out.backward));
  out.backward = std::move(backward);
}

} // namespace costate::transform
