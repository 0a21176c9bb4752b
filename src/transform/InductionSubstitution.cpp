#include "transform/InductionSubstitution.h"

#include "ir/MapExpressions.h"
#include "ir/Rewrite.h"

#include <algorithm>

namespace costate::transform {

using namespace ir;
using analysis::Known;
using analysis::LoopState;
using analysis::variableOf;
using symbolic::AtomId;
using symbolic::Form;

namespace {

bool isRead(const Symbol *v, const Block &block) {
  bool read = false;
  forEachStmt(block, [&](const Stmt &s) {
    auto *assign = llvm::dyn_cast<Assign>(&s);
    auto *loop = llvm::dyn_cast<For>(&s);
    read |= loop && loop->variable == v;
    for (const Expr *e : expressions(s))
      if (!assign || e != assign->place || variableOf(e) != v)
        forEach(e, [&](const Expr *x) { read |= variableOf(x) == v; });
  });
  return read;
}

/// Whether there was one.
bool dropAssignments(const Symbol *v, Block &block) {
  size_t dropped = std::erase_if(block, [&](const StmtPtr &s) {
    auto *assign = llvm::dyn_cast<Assign>(s.get());
    return assign && variableOf(assign->place) == v;
  });
  for (StmtPtr &s : block)
    for (Block *inner : blocks(*s))
      dropped += dropAssignments(v, *inner);
  return dropped;
}

} // namespace

void dropUnread(Block &block, const std::vector<const Symbol *> &variables) {
  for (bool progress = true; progress;) {
    progress = false;
    for (const Symbol *v : variables)
      progress |= !isRead(v, block) && dropAssignments(v, block);
  }
}

InductionSubstitution::InductionSubstitution(Program &program, analysis::Memory &memory,
                                             analysis::EffectSummaries &effects,
                                             Procedure &procedure, const Stmt &loop,
                                             std::vector<const Symbol *> given,
                                             std::function<bool(const Symbol *)> needed,
                                             std::vector<const Symbol *> temporary,
                                             const LoopState &firstValues)
    : program(program), build(program), procedure(procedure), statement(loop),
      inductions(std::move(given)), needed(std::move(needed)), temporary(std::move(temporary)),
      nests(memory, effects, &procedure, loop, firstValues), values(nests.atoms(), memory, effects, &procedure),
      writer(program, nests.atoms(), procedure.language, [this](AtomId id) { return spelling(id); }) {}

std::optional<SubstitutedLoop> InductionSubstitution::run() {
  try {
    if (!setUp())
      return std::nullopt;
    SubstitutedLoop replaced;
    if (replaceUses(replaced) && finish(replaced))
      return replaced;
    SubstitutedLoop started;
    ok = true;
    if (assignAtStart(started) && finish(started))
      return started;
  } catch (const symbolic::Overflow &) {
  }
  return std::nullopt;
}

// ---- The loop and its counters -------------------------------------------------------------------------

bool InductionSubstitution::setUp() {
  if (nests.loops().empty())
    return false;
  own = nests.loops()[0].get();
  for (const Block *b : blocks(statement))
    forEachStmt(*b, [&](const Stmt &s) {
      for (const Symbol *v : values.assignedBy(s))
        assigned.insert(v);
    });
  for (auto &loop : nests.loops())
    if (auto *inner = llvm::dyn_cast<For>(loop->statement);
        inner && inner->variable->type->isInteger() && loop->lower && loop->step &&
        loop->step->integer().value_or(0) != 0)
      useOwnVariable(*inner);
  isOwnVariable = counter;
  return isOwnVariable || makeCounter();
}

/// counter = (variable - lower) / step, an exact division.
void InductionSubstitution::useOwnVariable(const For &s) {
  for (auto &loop : nests.loops())
    if (loop->statement == &s) {
      Form variable = nests.atoms().symbol(s.variable->name + "'", &s);
      loopVariables[*variable.asAtom()] = build.variable(s.variable);
      writer.lead(*variable.asAtom());
      auto inverse = symbolic::Rational::of(1, *loop->step->integer());
      counters.insert(counters.begin(), {loop->id, (variable - *loop->lower) * inverse});
      if (loop.get() == own)
        counter = s.variable;
    }
}

/// A variable that counts the iterations anyway, or a new one.
bool InductionSubstitution::makeCounter() {
  if (!own->trips)
    return false;
  Form number = nests.atoms().counter(own->id);
  for (const analysis::Induction &induction : own->inductions)
    if (induction.start.value == number && isInduction(induction.variable))
      counter = const_cast<Symbol *>(induction.variable);
  reused = counter;
  if (!counter) {
    auto last = own->last(nests.atoms()); // `i < n` will do for max(n, 0) iterations
    const Expr *bound = last ? writer.value(*last + Form(1)) : nullptr;
    if (!bound)
      return false;
    counter = procedure.makeTemporary("i", bound->type->strip());
  }
  Form variable = nests.atoms().symbol("counter", &statement);
  loopVariables[*variable.asAtom()] = build.variable(counter);
  writer.lead(*variable.asAtom());
  counters.push_back({own->id, variable});
  auto *counted = llvm::dyn_cast<For>(&statement);
  if (counted && !isInduction(counted->variable))
    inductions.push_back(counted->variable);
  return true;
}

std::unique_ptr<For> InductionSubstitution::newLoop() {
  if (isOwnVariable) {
    StmtPtr copy = clone(statement);
    copy->comments = statement.comments;
    return std::unique_ptr<For>(llvm::cast<For>(copy.release()));
  }
  auto last = own->last(nests.atoms());
  const Expr *trips = last ? writer.value(*last + Form(1), counter->type) : nullptr;
  if (!trips)
    return nullptr;
  Block body = clone(*blocks(statement).back());
  auto loop = std::make_unique<For>(counter, build.constant(counter->type, 0), trips, nullptr,
                                    std::move(body), statement.location);
  loop->inclusive = false;
  loop->direction = For::Direction::Up;
  loop->comments = statement.comments;
  return loop;
}

/// Counters as loop variables. Inside of a loop its trips are not max(0, n), but n.
Form InductionSubstitution::inVariables(Form f) {
  for (const analysis::Loop *loop : running)
    if (auto atom = loop->trips ? loop->trips->asAtom() : std::nullopt)
      if (nests.atoms().contains(f, *atom))
        f = nests.atoms().replace(f, *atom, *loop->last(nests.atoms()) + Form(1));
  for (auto &[loop, value] : counters)
    f = nests.atoms().substitute(f, loop, value);
  return f;
}

/// What has an atom's value inside of the new loop: loop variables, variables that it does not assign,
/// and copies of the first values of those that it does.
const Expr *InductionSubstitution::spelling(AtomId id) {
  if (auto found = loopVariables.find(id); found != loopVariables.end())
    return found->second;
  const symbolic::Atom &a = nests.atoms()[id];
  if (a.kind != symbolic::Atom::Kind::Symbol)
    return nests.placeOf(id);
  if (!a.key || a.name.find_first_of("@?'") != std::string::npos)
    return nullptr;
  auto *v = static_cast<const Symbol *>(a.key);
  if (auto copy = saved.find(v); copy != saved.end())
    return build.variable(copy->second);
  if (assigned.count(v) && !isInduction(v))
    return nullptr;
  return build.variable(const_cast<Symbol *>(v));
}

bool InductionSubstitution::isInduction(const Symbol *v) const {
  return std::find(inductions.begin(), inductions.end(), v) != inductions.end();
}

bool InductionSubstitution::mentions(const Expr *e) const {
  bool found = false;
  forEach(e, [&](const Expr *x) {
    const Symbol *v = variableOf(x);
    found |= v && isInduction(v);
  });
  return found;
}

const Expr *InductionSubstitution::fail() {
  ok = false;
  return nullptr;
}

// ---- Uses replaced by closed forms (Figure 8e) -----------------------------------------------------------

bool InductionSubstitution::replaceUses(SubstitutedLoop &out) {
  out.loop = newLoop();
  if (!out.loop)
    return false;
  running = {own};
  rewrite(*blocks(statement).back(), out.loop->body);
  running.clear();
  if (ok)
    dropUnread(out.loop->body, temporary);
  return ok;
}

void InductionSubstitution::rewrite(const Block &original, Block &copy) {
  std::vector<bool> goes(copy.size());
  for (size_t i = 0; i < original.size() && ok; ++i) {
    const Stmt &s = *original[i];
    auto *assign = llvm::dyn_cast<Assign>(&s);
    const Symbol *v = assign ? variableOf(assign->place) : nullptr;
    goes[i] = v && isInduction(v);
    const LoopState *state = nests.before(&s);
    if (goes[i] || !ok)
      continue;
    auto *inner = llvm::dyn_cast<For>(&s);
    if (!state || (inner && isInduction(inner->variable)) ||
        (llvm::isa<While>(s) && mentions(llvm::cast<While>(s).condition))) {
      fail();
      return;
    }
    mapExpressions(*copy[i], [&](const Expr *e) { return e && ok ? rewrite(e, *state) : e; });
    auto from = blocks(s);
    auto to = blocks(*copy[i]);
    size_t outside = running.size();
    if (inner)
      for (auto &loop : nests.loops())
        if (loop->statement == inner)
          running.push_back(loop.get());
    for (size_t k = 0; k < from.size(); ++k)
      rewrite(*from[k], *to[k]);
    running.resize(outside);
  }
  size_t kept = 0;
  for (size_t i = 0; i < copy.size(); ++i)
    if (!goes[i])
      copy[kept++] = std::move(copy[i]);
  copy.resize(kept);
}

/// The largest integers and pointers that have induction variables in them are written anew; what they
/// are operands of stays.
const Expr *InductionSubstitution::rewrite(const Expr *e, const LoopState &state) {
  if (!mentions(e))
    return e;
  if (e->isPlace() && !llvm::isa<Variable>(e))
    return rewritePlace(e, state);
  if (analysis::isIntegerOrPointer(e->type))
    if (Known known = values.evaluate(e, state); known.value) {
      Form f = inVariables(*known.value);
      const Expr *written = e->type->isPointer() ? writer.pointer(f) : writer.value(f, e->type);
      if (written && written->type->strip() != e->type->strip())
        written = program.exprs.make<Convert>(e->type, written, e->type->isInteger(), e->location);
      if (written)
        return written;
    }
  if (llvm::isa<Variable>(e))
    return fail();
  return mapOperands(program.exprs, e,
                     [&](const Expr *operand) { return ok ? rewrite(operand, state) : operand; });
}

const Expr *InductionSubstitution::rewritePlace(const Expr *e, const LoopState &state) {
  if (auto *target = llvm::dyn_cast<Dereference>(e))
    return rewriteTarget(*target, state);
  if (auto *element = llvm::dyn_cast<Element>(e)) {
    const Expr *base = rewrite(element->base, state);
    std::vector<const Expr *> subscripts;
    for (const Expr *subscript : element->subscripts)
      subscripts.push_back(rewriteSubscript(subscript, state));
    return ok ? program.exprs.make<Element>(e->type, base, subscripts, e->location) : nullptr;
  }
  return mapOperands(program.exprs, e,
                     [&](const Expr *operand) { return ok ? rewrite(operand, state) : operand; });
}

/// `*p` where p walks through what q points to is `q[...]`.
const Expr *InductionSubstitution::rewriteTarget(const Dereference &e, const LoopState &state) {
  if (!mentions(e.pointer)) {
    const Expr *offset = rewriteSubscript(e.offset, state);
    return ok ? program.exprs.make<Dereference>(e.type, e.pointer, offset, e.location) : nullptr;
  }
  Known known = values.addressOf(&e, state);
  auto address = known.value ? writer.address(inVariables(*known.value)) : std::nullopt;
  if (!address)
    return fail();
  const Expr *offset = address->offset.isZero() ? nullptr : writer.value(address->offset);
  if (!offset && !address->offset.isZero())
    return fail();
  const Type *base = address->base->type->strip();
  if (auto *pointer = llvm::dyn_cast<PointerType>(base))
    return pointer->pointee->strip() == e.type->strip()
               ? program.exprs.make<Dereference>(e.type, address->base, offset, e.location)
               : fail();
  auto *array = llvm::cast<ArrayType>(base);
  if (array->dimensions.size() != 1 || array->element->strip() != e.type->strip())
    return fail();
  if (!offset)
    offset = build.constant(build.integer(procedure.language), 0);
  return program.exprs.make<Element>(e.type, address->base, std::vector{offset}, e.location);
}

/// Of whatever integer type it comes out.
const Expr *InductionSubstitution::rewriteSubscript(const Expr *e, const LoopState &state) {
  if (!mentions(e))
    return e;
  if (e->type && e->type->isInteger())
    if (Known known = values.evaluate(e, state); known.value)
      if (const Expr *written = writer.value(inVariables(*known.value), e->type))
        return written;
  return rewrite(e, state);
}

// ---- Assignments at the start of each iteration (Figure 8d) ------------------------------------------------

bool InductionSubstitution::assignAtStart(SubstitutedLoop &out) {
  Renaming renaming(program);
  for (const Symbol *v : inductions) {
    if (v == counter) // which the iterations as they are would change
      return false;
    Symbol *copy = procedure.makeTemporary(v->name + "_start", v->type->strip());
    saved[v] = copy;
    renaming.add(v, copy);
  }
  out.loop = newLoop();
  if (!out.loop)
    return false;
  if (isOwnVariable)
    for (const Expr **e : {&out.loop->lower, &out.loop->bound, &out.loop->step})
      *e = *e ? renaming(*e) : nullptr;
  Block starts;
  for (const Symbol *v : inductions) {
    const Expr *start = nullptr;
    for (const analysis::Induction &induction : own->inductions)
      if (induction.variable == v && induction.start.value)
        start = closed(v, inVariables(*induction.start.value));
    if (!start && !isOwnVariable && own->lower && own->step) // the old loop's variable
      start = closed(v, inVariables(*own->lower + *own->step * nests.atoms().counter(own->id)));
    if (!start)
      return false;
    starts.push_back(build.assign(const_cast<Symbol *>(v), start));
    out.privates.push_back(v);
  }
  std::move(out.loop->body.begin(), out.loop->body.end(), std::back_inserter(starts));
  out.loop->body = std::move(starts);
  return true;
}

/// A form as a value of the variable's type.
const Expr *InductionSubstitution::closed(const Symbol *v, const Form &f) {
  const Expr *e = v->type->isPointer() ? writer.pointer(f) : writer.value(f, v->type);
  if (e && e->type->strip() != v->type->strip())
    e = program.exprs.make<Convert>(v->type->strip(), e, v->type->isInteger());
  return e;
}

// ---- After the loop ------------------------------------------------------------------------------------

/// The variables where the iteration after the last would begin: the loop variable's own final value is
/// assigned first, so that the closed forms can be used as they are.
bool InductionSubstitution::finish(SubstitutedLoop &out) {
  std::map<const Symbol *, const Expr *> finals;
  auto add = [&](const Symbol *v, const Form &start) {
    return v == counter || !needed(v) || (finals[v] = closed(v, inVariables(start)));
  };
  for (const analysis::Induction &induction : own->inductions)
    if (isInduction(induction.variable))
      if (!induction.start.value || !add(induction.variable, *induction.start.value))
        return false;
  auto *old = llvm::dyn_cast<For>(&statement);
  if (old && !isOwnVariable &&
      !add(old->variable, *own->lower + *own->step * nests.atoms().counter(own->id)))
    return false;
  if (!finals.empty() || ((isOwnVariable || reused) && needed(counter))) {
    if (!own->trips)
      return false;
    Form last = isOwnVariable ? *own->lower + *own->step * *own->trips : *own->trips;
    const Expr *value = closed(counter, inVariables(last));
    if (!value)
      return false;
    out.after.push_back(build.assign(counter, value));
  }
  auto order = finalOrder(finals);
  if (!order)
    return false;
  for (const Symbol *v : *order)
    out.after.push_back(build.assign(const_cast<Symbol *>(v), finals[v]));
  saveFirstValues(out);
  return addTest(out);
}

/// Of what is read later.
void InductionSubstitution::saveFirstValues(SubstitutedLoop &out) {
  for (auto &[v, copy] : saved) {
    bool read = isRead(copy, out.after) || isRead(copy, out.loop->body);
    for (const Expr *e : expressions(*out.loop))
      forEach(e, [&, copy = copy](const Expr *x) { read |= variableOf(x) == copy; });
    if (read)
      out.before.push_back(build.assign(copy, build.variable(const_cast<Symbol *>(v))));
  }
}

/// Each before what it reads changes.
std::optional<std::vector<const Symbol *>>
InductionSubstitution::finalOrder(const std::map<const Symbol *, const Expr *> &finals) const {
  std::vector<const Symbol *> out, left;
  for (const Symbol *v : inductions)
    if (finals.count(v))
      left.push_back(v);
  auto reads = [&](const Symbol *v, const Symbol *other) {
    bool found = false;
    forEach(finals.at(v), [&](const Expr *x) { found |= variableOf(x) == other; });
    return found;
  };
  while (!left.empty()) {
    auto next = std::find_if(left.begin(), left.end(), [&](const Symbol *v) {
      return std::none_of(left.begin(), left.end(),
                          [&](const Symbol *other) { return other != v && reads(other, v); });
    });
    if (next == left.end())
      return std::nullopt;
    out.push_back(*next);
    left.erase(next);
  }
  return out;
}

bool InductionSubstitution::addTest(SubstitutedLoop &out) {
  symbolic::Condition condition;
  for (const Form &f : writer.needed())
    condition.clauses.push_back({{f - Form(1)}, {-f - Form(1)}});
  if (condition.isTrue())
    return true;
  // The test comes before the copies.
  std::map<const Symbol *, Symbol *> copies;
  copies.swap(saved);
  out.test = writer.condition(condition);
  copies.swap(saved);
  if (!out.test)
    return false;
  bool early = true; // it says nothing of one iteration
  for (auto &[id, variable] : loopVariables)
    forEach(out.test, [&](const Expr *x) { early &= variableOf(x) != variableOf(variable); });
  return early;
}

} // namespace costate::transform
