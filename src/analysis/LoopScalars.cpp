#include "analysis/LoopScalars.h"

#include "analysis/Updates.h"

#include "llvm/Support/Casting.h"

#include <algorithm>

namespace costate::analysis {

using namespace ir;

bool LoopScalars::isScalar(const Symbol *s) {
  return s->kind == SymbolKind::Variable && s->type && !s->type->isArray() && !s->type->isProcedure();
}

LoopScalars::LoopScalars(Memory &memory, EffectSummaries &effects, const Loop &loop)
    : memory(memory), effects(effects), loop(loop) {
  Set must;
  if (auto *counted = llvm::dyn_cast<For>(loop.statement)) {
    must.insert(counted->variable); // each iteration has its own value
    block(counted->body, must);
    updates(counted->body);
  } else if (auto *repeated = llvm::dyn_cast<While>(loop.statement)) {
    block(repeated->head, must);
    read(*repeated, repeated->condition, must);
    block(repeated->body, must);
    countUses(*repeated);
    updates(repeated->head);
    updates(repeated->body);
  }
  always = must;
}

// ---- Reads and writes in order -------------------------------------------------------------------------

void LoopScalars::noteRead(const Stmt &s, const Symbol *v, const Set &must) {
  readAt.try_emplace(v, s.location);
  if (!must.count(v))
    exposed.insert(v);
}

void LoopScalars::noteWrite(const Stmt &s, const Symbol *v, Set *must) {
  if (seen.insert(v).second)
    order.push_back(v);
  writtenAt.try_emplace(v, s.location);
  if (must)
    must->insert(v);
}

void LoopScalars::read(const Stmt &s, const Expr *e, const Set &must) {
  forEach(e, [&](const Expr *x) {
    if (const Symbol *v = variableOf(x); v && isScalar(v))
      noteRead(s, v, must);
  });
}

void LoopScalars::write(const Stmt &s, const Expr *place, Set *must) {
  if (const Symbol *v = variableOf(place)) {
    if (isScalar(v))
      noteWrite(s, v, must);
    return;
  }
  for (const Expr *operand : operands(place)) {
    bool isBase = llvm::isa<Field>(place) || llvm::isa<ComplexPart>(place) ||
                  (llvm::isa<Substring>(place) && operand == llvm::cast<Substring>(place)->base);
    if (isBase && operand->isPlace())
      write(s, operand, nullptr); // a part of it
    else
      read(s, operand, must ? *must : Set());
  }
}

void LoopScalars::block(const Block &b, Set &must) {
  for (const StmtPtr &s : b)
    statement(*s, must);
}

void LoopScalars::statement(const Stmt &s, Set &must) {
  if (auto *assign = llvm::dyn_cast<Assign>(&s)) {
    read(s, assign->value, must);
    read(s, assign->mask, must);
    if (!variableOf(assign->place)) {
      Set before = must;
      write(s, assign->place, &before);
      // Only subscripts and pointers were read; a part of a record leaves the rest.
    } else {
      write(s, assign->place, assign->mask ? nullptr : &must);
    }
  } else if (auto *branch = llvm::dyn_cast<If>(&s)) {
    read(s, branch->condition, must);
    Set other = must, both;
    block(branch->thenBlock, must);
    block(branch->elseBlock, other);
    std::set_intersection(must.begin(), must.end(), other.begin(), other.end(),
                          std::inserter(both, both.end()));
    must = std::move(both);
  } else if (auto *inner = llvm::dyn_cast<For>(&s)) {
    read(s, inner->lower, must);
    read(s, inner->bound, must);
    read(s, inner->step, must);
    noteWrite(s, inner->variable, &must);
    Set within = must; // may run no iteration
    block(inner->body, within);
  } else if (auto *inner = llvm::dyn_cast<While>(&s)) {
    block(inner->head, must);
    read(s, inner->condition, must);
    Set within = must;
    block(inner->body, within);
  } else if (auto *invocation = llvm::dyn_cast<Call>(&s)) {
    call(*invocation, must);
  } else {
    for (const Expr *e : expressions(s)) {
      read(s, e, must);
      if (e->isPlace())
        write(s, e, nullptr);
    }
  }
}

/// By the effects of what it may run; without source, everything it is given may be read and written.
void LoopScalars::call(const Call &s, Set &must) {
  auto scalarOf = [&](CellId id) -> const Symbol * {
    const Cell &cell = memory[memory.root(id)];
    return cell.kind == Cell::Kind::Variable && isScalar(cell.symbol) ? cell.symbol : nullptr;
  };
  for (const Argument &a : s.arguments) {
    const Symbol *v = variableOf(a.value);
    bool byReference = v && loop.procedure->language == Language::Fortran;
    auto *address = llvm::dyn_cast_or_null<AddressOf>(a.value); // what is read there, the effects of the callee tell
    bool byAddress = address && variableOf(address->place) && memory.calls().isKnown(s);
    if (!byReference && !byAddress)
      read(s, a.value, must);
  }
  read(s, s.pointer, must);
  CellBits reads, writes;
  for (const Procedure *target : memory.calls().targets(s)) {
    reads |= effects.bound(loop.procedure, s, target, effects.of(target).reads);
    writes |= effects.bound(loop.procedure, s, target, effects.of(target).writes);
    for (size_t i = 0; i < s.arguments.size() && i < target->parameters.size(); ++i)
      if (const Symbol *v = variableOf(s.arguments[i].value);
          v && isScalar(v) && target->parameters[i]->byValue)
        noteRead(s, v, must);
  }
  if (!memory.calls().isKnown(s)) {
    CellBits reached = effects.reachable(loop.procedure, s);
    reads |= reached;
    writes |= reached;
  }
  for (CellId id : reads)
    if (const Symbol *v = scalarOf(id)) {
      noteRead(s, v, must);
      byCalls.insert(v);
    }
  for (CellId id : writes)
    if (const Symbol *v = scalarOf(id)) {
      noteWrite(s, v, nullptr);
      byCalls.insert(v);
    }
  for (CellId id : effects.killsOf(loop.procedure, s))
    if (const Symbol *v = scalarOf(id); v && memory[id].kind == Cell::Kind::Variable)
      noteWrite(s, v, &must);
  if (s.result)
    write(s, s.result, variableOf(s.result) ? &must : nullptr);
}

// ---- After the loop ------------------------------------------------------------------------------------

bool LoopScalars::isNeededOutside(const Symbol *v) const {
  if (v->storage != Storage::Local && !(v->storage == Storage::Argument && v->byValue))
    return true;
  if (memory.isShared(memory.variable(v)))
    return true;
  return liveAfter(loop.procedure->body, v, false).second;
}

/// Whether the variable's value is needed before the block, given whether it is after it; and whether
/// it is needed where the loop in question ends.
std::pair<bool, bool> LoopScalars::liveAfter(const Block &b, const Symbol *v, bool live) const {
  bool atLoop = false;
  auto reads = [&](const Expr *e) {
    bool found = false;
    forEach(e, [&](const Expr *x) { found |= variableOf(x) == v; });
    return found;
  };
  auto inner = [&](const Block &part, bool after) {
    auto [before, found] = liveAfter(part, v, after);
    atLoop |= found;
    return before;
  };
  for (size_t i = b.size(); i-- > 0;) {
    const Stmt &s = *b[i];
    if (&s == loop.statement) {
      atLoop |= live;
      live |= isExposed(v);
    } else if (auto *branch = llvm::dyn_cast<If>(&s)) {
      bool one = inner(branch->thenBlock, live), other = inner(branch->elseBlock, live);
      live = one || other || reads(branch->condition);
    } else if (auto *counted = llvm::dyn_cast<For>(&s)) {
      bool again = inner(counted->body, live);
      if (again && !live)
        again |= inner(counted->body, true); // needed by the next iteration
      live = counted->variable != v && (live || again);
      live |= reads(counted->lower) || reads(counted->bound) || reads(counted->step);
    } else if (auto *repeated = llvm::dyn_cast<While>(&s)) {
      for (int pass = 0; pass < 2; ++pass) {
        bool body = inner(repeated->body, live);
        live = inner(repeated->head, live || body || reads(repeated->condition));
      }
    } else if (auto *assign = llvm::dyn_cast<Assign>(&s)) {
      if (variableOf(assign->place) == v && !assign->mask)
        live = reads(assign->value);
      else
        live |= reads(assign->value) || reads(assign->place) || reads(assign->mask);
    } else {
      for (const Expr *e : expressions(s))
        live |= reads(e);
    }
  }
  return {live, atLoop};
}

// ---- Reductions ----------------------------------------------------------------------------------------

void LoopScalars::countUses(const Stmt &s) {
  for (const Expr *e : expressions(s))
    forEach(e, [&](const Expr *x) {
      if (const Symbol *v = variableOf(x))
        ++uses[v];
    });
}

void LoopScalars::updates(const Block &b) {
  for (const StmtPtr &s : b) {
    countUses(*s);
    if (auto *branch = isUpdate(*s) ? llvm::dyn_cast<If>(s.get()) : nullptr) {
      countUses(*branch->thenBlock[0]);
      continue;
    }
    for (const Block *inner : blocks(*s))
      updates(*inner);
  }
}

void LoopScalars::note(const Symbol *v, const Update &update) {
  operations[v].insert(update.operation);
  updateUses[v] += update.mentions;
}

bool LoopScalars::isUpdate(const Stmt &s) {
  auto *branch = llvm::dyn_cast<If>(&s);
  auto *assign = llvm::dyn_cast<Assign>(branch && branch->thenBlock.size() == 1 ? branch->thenBlock[0].get() : &s);
  const Symbol *v = assign ? variableOf(assign->place) : nullptr;
  // Unsigned integers of C wrap around, which loses nothing; pointers are not added up.
  if (!v || !isScalar(v) || v->type->isPointer())
    return false;
  auto update = updateOf(s);
  if (update)
    note(v, *update);
  return update.has_value();
}

std::string LoopScalars::reduction(const Symbol *v) const {
  auto found = operations.find(v);
  if (found == operations.end() || found->second.size() != 1 || uses.at(v) != updateUses.at(v))
    return {};
  // Calls may read it in between; what lies in one storage with it may do so under its own name. Pointers that may
  // lead to a global are looked at as accesses are.
  if (byCalls.count(v) || v->overlay || (memory.isShared(memory.variable(v)) && v->storage != Storage::Global))
    return {};
  const std::string &operation = *found->second.begin();
  return isReducible(v->type, operation) ? operation : std::string();
}

} // namespace costate::analysis
