#include "frontend/structure/LoopEffects.h"

namespace costate::structure {

using namespace ir;

namespace {

void addWrite(const Expr *place, LoopEffects &effects) {
  if (const Symbol *root = rootVariable(place)) {
    effects.assigned.insert(root);
    return;
  }
  Store store{place->type->scalar()->strip()};
  if (auto *field = llvm::dyn_cast<Field>(place)) {
    store.record = field->record;
    store.component = field->component;
  }
  effects.stored.insert(store);
}

/// What a call of a procedure does that does not concern its own variables.
LoopEffects seenOutside(const LoopEffects &all) {
  LoopEffects out;
  for (const Symbol *s : all.assigned)
    if (s->storage != Storage::Local && s->storage != Storage::Argument && s->storage != Storage::Result)
      out.assigned.insert(s);
  out.stored = all.stored;
  out.unknown = all.unknown;
  return out;
}

bool merge(LoopEffects &to, const LoopEffects &from) {
  size_t before = to.assigned.size() + to.stored.size() + to.unknown;
  to.assigned.insert(from.assigned.begin(), from.assigned.end());
  to.stored.insert(from.stored.begin(), from.stored.end());
  to.unknown |= from.unknown;
  return to.assigned.size() + to.stored.size() + to.unknown != before;
}

} // namespace

/// Two components of one record are apart, and so are a component and a variable; an integer may be stored as one
/// of another sign.
bool LoopEffects::mayStore(const Expr *place) const {
  auto *field = llvm::dyn_cast<Field>(place);
  const Type *type = place->type->scalar()->strip();
  for (const Store &s : stored) {
    auto *integer = llvm::dyn_cast<IntegerType>(s.type);
    bool character = integer && integer->bytes == 1;
    bool record = s.type->isRecord() || type->isRecord();
    bool apart = s.record && (llvm::isa<Variable>(place) ||
                              (field && s.record == field->record && s.component != field->component));
    if (character || record || (!apart && s.type->kind() == type->kind()))
      return true;
  }
  return unknown;
}

void EffectsOfCalls::add(const Block &block, LoopEffects &effects, std::set<const Procedure *> &callees) const {
  forEachStmt(block, [&](const Stmt &s) {
    if (auto *assign = llvm::dyn_cast<Assign>(&s)) {
      addWrite(assign->place, effects);
    } else if (auto *call = llvm::dyn_cast<Call>(&s)) {
      const Procedure *target = call->callee ? call->callee->procedure : nullptr;
      if (target && target->hasBody && target->language == Language::C)
        callees.insert(target);
      else
        effects.unknown = true;
      if (call->result)
        addWrite(call->result, effects);
    } else if (auto *loop = llvm::dyn_cast<For>(&s)) {
      effects.assigned.insert(loop->variable);
    } else if (auto *allocate = llvm::dyn_cast<Allocate>(&s)) {
      for (const Allocation &a : allocate->objects)
        addWrite(a.place, effects);
    } else if (auto *opaque = llvm::dyn_cast<Opaque>(&s)) {
      for (const OpaquePiece &p : opaque->pieces)
        if (p.value && p.effect != OpaquePiece::Effect::Reads && p.effect != OpaquePiece::Effect::None)
          effects.unknown = true;
    }
  });
}

void EffectsOfCalls::add(const Block &block, LoopEffects &effects) const {
  std::set<const Procedure *> callees;
  add(block, effects, callees);
  for (const Procedure *p : callees)
    if (auto found = known.find(p); found != known.end())
      merge(effects, found->second);
    else
      effects.unknown = true;
}

EffectsOfCalls::EffectsOfCalls(Program &program) {
  std::map<const Procedure *, std::set<const Procedure *>> callers;
  std::vector<const Procedure *> open;
  for (Procedure *p : procedures(program)) {
    if (!p->hasBody || p->language != Language::C)
      continue;
    LoopEffects all;
    std::set<const Procedure *> callees;
    add(p->body, all, callees);
    known[p] = seenOutside(all);
    for (const Procedure *callee : callees)
      callers[callee].insert(p);
    open.push_back(p);
  }
  while (!open.empty()) {
    const Procedure *p = open.back();
    open.pop_back();
    for (const Procedure *caller : callers[p])
      if (merge(known[caller], known[p]))
        open.push_back(caller);
  }
}

} // namespace costate::structure
