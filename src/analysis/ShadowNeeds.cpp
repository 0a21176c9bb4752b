#include "analysis/ShadowNeeds.h"

#include "analysis/Differentiable.h"
#include "analysis/LibraryFunctions.h"

#include <algorithm>

namespace costate::analysis {

using namespace ir;

ShadowNeeds::ShadowNeeds(Program &program, const std::vector<Head> &given,
                         const Externals &externals,
                         const std::function<bool(const Head &, const Symbol *)> &state)
    : externals(externals), heads(given) {
  for (Head &head : heads) {
    std::vector<Symbol *> variables = head.procedure->parameters;
    if (head.procedure->result)
      variables.push_back(head.procedure->result);
    for (Symbol *s : variables)
      if (s->kind == SymbolKind::Variable && carriesDerivative(s->type) && state(head, s)) {
        head.independents.push_back({s->name, s, {}});
        head.dependents.push_back({s->name, s, {}});
      }
  }
  auto note = [&](const Scope &scope) {
    for (auto &s : scope.symbols)
      analysed.insert(s.get());
  };
  for (auto &unit : program.units)
    note(unit->scope);
  for (Procedure *p : procedures(program))
    note(p->scope);
  analysis = std::make_unique<Activity>(program, heads, externals, Activity::Options{});
  const DependenceGraph &graph = analysis->graph();
  for (NodeId id = 1; id <= graph.nodeCount(); ++id)
    if (analysis->isActive(id))
      needed.set(graph[id].cell);
  // What has a derivative by contract has the right one in the end, if only zero.
  for (const Head &head : heads)
    for (auto *variables : {&head.independents, &head.dependents})
      for (const HeadVariable &x : *variables)
        for (CellId id : cellsOf(analysis->memory(), head, x))
          needed.set(id);
  findUnused();
  findFrees();
  spread();
}

/// By definitions, where the cell has a derivative for the sake of others. Varied and not active is not quite unused:
/// the ways in and the ways on may belong to different calls.
void ShadowNeeds::findUnused() {
  const DependenceGraph &graph = analysis->graph();
  auto isAssign = [&](NodeId id) {
    return graph[id].kind == Node::Kind::Definition && llvm::isa<Assign>(graph[id].statement);
  };
  for (NodeId id = 1; id <= graph.nodeCount(); ++id)
    if (isAssign(id) && analysis->isVaried(id) && !analysis->isActive(id) && needed.test(graph[id].cell))
      unused.insert(graph[id].statement);
  if (unused.empty())
    return;
  for (NodeId id = 1; id <= graph.nodeCount(); ++id)
    if (isAssign(id) && analysis->isUseful(id))
      unused.erase(graph[id].statement);
}

void ShadowNeeds::findFrees() {
  const CallGraph &calls = analysis->memory().calls();
  for (bool changed = true; changed;) {
    changed = false;
    for (auto &component : analysis->memory().bottomUp())
      for (const Procedure *p : component) {
        bool found = false;
        forEachStmt(p->body, [&](const Stmt &s) { found |= llvm::isa<Free>(&s); });
        for (const Call *call : calls.calls(p))
          for (const Procedure *target : calls.targets(*call))
            found |= frees.count(target) != 0;
        changed |= found && frees.insert(p).second;
      }
  }
}

void ShadowNeeds::spread() {
  std::vector<const Procedure *> order;
  for (auto &component : analysis->memory().bottomUp())
    order.insert(order.end(), component.begin(), component.end());
  for (bool changed = true; changed;) {
    changed = false;
    for (const Procedure *p : order)
      changed |= spreadCalls(p) | fillPointees(p) | fillCopied(p) | fillShared(p);
    std::reverse(order.begin(), order.end()); // needs go up and down the calls: few rounds do
  }
}

bool ShadowNeeds::spreadCalls(const Procedure *p) {
  Memory &memory = analysis->memory();
  EffectSummaries &effects = analysis->effectSummaries();
  bool changed = false;
  auto need = [&](CellId id) {
    if (!needed.test_and_set(id))
      return;
    changed = true;
    for (CellId other : memory.aliases(p, id))
      needed.set(other);
  };
  for (const Call *call : memory.calls().calls(p))
    for (const Procedure *target : memory.calls().targets(*call)) {
      CellBits touched = effects.of(target).reads;
      touched |= effects.of(target).writes;
      touched &= needed;
      for (CellId id : touched)
        if (!memory.isShared(id))
          for (CellId at : memory.bind(p, *call, target, id))
            memory.forEachLeaf(at, need);
      changed |= enterWrites(p, *call, target);
      if (movesPointers(target))
        changed |= enterPointers(p, *call, target);
    }
  for (const Call *call : memory.calls().calls(p))
    if (memory.calls().targets(*call).size() > 1)
      alignTargets(*call, changed);
    else if (memory.calls().targets(*call).empty())
      changed |= spreadExternal(p, *call);
  for (CellId id : memory.aliased(p))
    if (needed.test(id))
      for (CellId other : memory.aliases(p, id))
        changed |= needed.test_and_set(other);
  return changed;
}

/// What the target writes to memory of the caller that has a derivative ends that derivative, or makes
/// it zero where there was none yet: `call zero(t); t(2) = x` leaves t(1) a constant.
bool ShadowNeeds::enterWrites(const Procedure *caller, const Call &call, const Procedure *target) {
  Memory &memory = analysis->memory();
  bool changed = false;
  for (CellId id : analysis->effectSummaries().of(target).writes) {
    if (needed.test(id) || memory.isShared(id) || !isDifferentiable(memory, id))
      continue;
    bool ends = false;
    for (CellId at : memory.bind(caller, call, target, id))
      memory.forEachLeaf(at, [&](CellId leaf) { ends = ends || needed.test(leaf); });
    changed |= ends && needed.test_and_set(id);
  }
  return changed;
}

/// A derivative that somebody wrote takes one for every active argument.
bool ShadowNeeds::spreadExternal(const Procedure *caller, const Call &call) {
  ExternalUse use = externals.of(call, caller->language);
  if (!use || use.spec->inactive || use.spec->tangent.procedure.empty())
    return false;
  Memory &memory = analysis->memory();
  CellSet active, written;
  for (size_t i = 0; i < use.spec->arguments.size(); ++i) {
    size_t at = i + use.firstArgument;
    const Expr *actual = at < call.arguments.size() ? call.arguments[at].value : nullptr;
    if (!use.spec->arguments[i].active || !actual || !actual->type)
      continue;
    insertAll(active, memory.referredTo(caller, actual));
    if (use.spec->arguments[i].writes)
      insertAll(written, memory.referredTo(caller, actual));
  }
  if (call.result)
    insertAll(written, memory.places(caller, call.result));
  return leadsToNeeded(caller, written) && needAll(caller, active);
}

bool ShadowNeeds::fillPointees(const Procedure *p) {
  Memory &memory = analysis->memory();
  bool changed = false;
  for (CellId pointer : memory.ambiguousPointers(p)) {
    CellSet targets = memory.pointedTo(p, pointer);
    auto *type = llvm::dyn_cast_or_null<PointerType>(memory[pointer].type);
    if (!type || !carriesDerivative(type) || !leadsToNeeded(p, targets))
      continue;
    for (CellId target : targets)
      if (!leadsToNeeded(p, {target}))
        changed |= needAll(p, {target});
  }
  return changed;
}

/// A record is copied with the derivatives of all its components: what is needed of the copy is needed of the
/// original, so that a constant there has a zero beside it.
bool ShadowNeeds::fillCopied(const Procedure *p) {
  Memory &memory = analysis->memory();
  bool changed = false;
  auto copied = [&](const CellSet &to, const CellSet &from) {
    for (CellId one : to)
      for (CellId other : from)
        if (llvm::isa_and_nonnull<RecordType>(memory[one].type))
          changed |= alignCopied(one, other);
  };
  auto isRecord = [](const Expr *e) { return e && e->isPlace() && e->type->scalar()->strip()->isRecord(); };
  forEachStmt(p->body, [&](const Stmt &s) {
    auto *assign = llvm::dyn_cast<Assign>(&s);
    if (assign && isRecord(assign->value))
      copied(memory.places(p, assign->place), memory.places(p, assign->value));
  });
  for (const Call *call : memory.calls().calls(p)) {
    if (libraryEffect(*call) == LibraryEffect::CopiesBytes)
      copied(memory.pointees(p, call->arguments[0].value), memory.pointees(p, call->arguments[1].value));
    for (const Procedure *target : memory.calls().targets(*call))
      for (const Symbol *parameter : target->parameters)
        if (const Expr *actual = Memory::argument(*call, target, parameter); parameter->byValue && isRecord(actual))
          copied({memory.variable(parameter)}, memory.places(p, actual));
  }
  return changed;
}

bool ShadowNeeds::alignCopied(CellId to, CellId from) {
  Memory &memory = analysis->memory();
  auto *record = llvm::dyn_cast_or_null<RecordType>(memory[to].type);
  if (memory[from].type != memory[to].type)
    return false;
  if (!record)
    return needed.test(to) && needed.test_and_set(from);
  bool changed = false;
  for (unsigned i = 0; i < record->components.size(); ++i)
    changed |= alignCopied(memory.component(to, record, i), memory.component(from, record, i));
  return changed;
}

/// Pointers that procedures share are one cell, but each procedure knows only where it lets them point:
/// `m->data = NULL` of a new record is followed by an allocation elsewhere.
bool ShadowNeeds::fillShared(const Procedure *p) {
  Memory &memory = analysis->memory();
  bool changed = false;
  for (CellId pointer : memory.sharedPointers(p))
    if (!needed.test(pointer) && leadsToNeeded(p, memory.pointedTo(p, pointer)))
      changed |= needed.test_and_set(pointer);
  if (changed)
    known.clear();
  return changed;
}

/// Whether pointers that its callers see may change or end in it, or come out of it.
bool ShadowNeeds::movesPointers(const Procedure *p) const {
  if (frees.count(p))
    return true;
  Memory &memory = analysis->memory();
  for (CellId id : analysis->effectSummaries().of(p).writes)
    if (const Type *type = memory[id].type; type && type->isPointer())
      return true;
  return p->result && carriesDerivative(p->result->type) &&
         !isDifferentiableScalar(p->result->type);
}

bool ShadowNeeds::enterPointers(const Procedure *caller, const Call &call,
                                const Procedure *target) {
  Memory &memory = analysis->memory();
  bool changed = false;
  auto align = [&](const Symbol *parameter, const Expr *actual) {
    CellSet own{memory.variable(parameter)}, given = memoryOf(caller, actual);
    bool inside = leadsToNeeded(target, own), outside = leadsToNeeded(caller, given);
    if (outside && !inside)
      changed |= needAll(target, own);
    else if (inside && !outside)
      changed |= needAll(caller, given);
  };
  for (const Symbol *parameter : target->parameters) {
    const Expr *actual = Memory::argument(call, target, parameter);
    bool isReached = parameter->target && !parameter->byValue; // pointers may come to lead to it
    if (actual && carriesDerivative(parameter->type) && (!isDifferentiableScalar(parameter->type) || isReached))
      align(parameter, actual);
  }
  if (const Symbol *result = target->result; result && call.result && carriesDerivative(result->type) &&
                                             !isDifferentiableScalar(result->type))
    align(result, call.result);
  return changed;
}

/// Everything numeric that the cells lead to.
bool ShadowNeeds::needAll(const Procedure *p, const CellSet &from) {
  Memory &memory = analysis->memory();
  bool changed = false;
  memory.forEachReached(p, from, [&](CellId leaf) {
    if (isDifferentiable(memory, leaf))
      changed |= needed.test_and_set(leaf);
    return true;
  });
  known.clear();
  return changed;
}

/// Procedures that one call may run have one interface, so a parameter of all of them needs a
/// derivative where one's does.
void ShadowNeeds::alignTargets(const Call &call, bool &changed) {
  Memory &memory = analysis->memory();
  auto &targets = memory.calls().targets(call);
  for (size_t i = 0; i < call.arguments.size(); ++i) {
    bool any = false;
    for (const Procedure *target : targets)
      any = any || leadsToNeeded(target, {memory.variable(target->parameters[i])});
    for (const Procedure *target : targets)
      if (const Symbol *s = target->parameters[i]; any && carriesDerivative(s->type)) {
        CellId own = memory.variable(s);
        if (!leadsToNeeded(target, {own}))
          changed |= needAll(target, {own});
      }
  }
}

bool ShadowNeeds::leadsToNeeded(const Procedure *p, const CellSet &from) {
  bool found = false;
  analysis->memory().forEachReached(p, from, [&](CellId leaf) {
    found = needed.test(leaf);
    return !found;
  });
  return found;
}

bool ShadowNeeds::operator()(const Procedure *p, const Symbol *s) {
  if (!analysed.count(s))
    return true;
  auto [at, fresh] = known.try_emplace({p, s}, false);
  if (fresh) {
    bool leads = leadsToNeeded(p, {analysis->memory().variable(s)});
    known[{p, s}] = leads;
    return leads;
  }
  return at->second;
}

/// A place, or what a pointer or record value leads to.
CellSet ShadowNeeds::memoryOf(const Procedure *p, const Expr *e) {
  Memory &memory = analysis->memory();
  CellSet out;
  if (e->isPlace())
    out = memory.places(p, e);
  if (!e->isPlace() || e->type->scalar()->strip()->isPointer())
    for (CellId id : memory.pointees(p, e))
      insert(out, id);
  return out;
}

bool ShadowNeeds::operator()(const Procedure *p, const Expr *e) {
  bool isNew = false;
  forEach(e, [&](const Expr *x) {
    auto *variable = llvm::dyn_cast<Variable>(x);
    isNew |= variable && !analysed.count(variable->symbol);
  });
  return isNew || leadsToNeeded(p, memoryOf(p, e));
}

} // namespace costate::analysis
