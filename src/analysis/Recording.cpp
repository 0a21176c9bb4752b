#include "analysis/Recording.h"

#include "analysis/Differentiable.h"
#include "analysis/LibraryFunctions.h"
#include "rules/Rules.h"

namespace costate::analysis {

using namespace ir;
using rules::Operation;
using rules::Treatment;

/// The folds over one variant.
class RecordingFold {
public:
  RecordingFold(Recording &all, const Variant &v)
      : all(all), v(v), p(v.procedure), own(all.summaries[&v]) {}

  /// Marks what surely has something to do backwards.
  void findAdjoints() { markBlock(p->body); }

  /// Adjoint liveness; true where a callee's or its own summary grew.
  bool live() {
    changed = false;
    CellBits entry = liveBlock(p->body, own.liveExit);
    changed |= own.liveEntry |= entry;
    note(anyRuns(p->body));
    return changed;
  }

  /// To be recorded.
  bool used() {
    changed = false;
    CellBits exit = usedBlock(p->body, own.usedEntry);
    changed |= own.usedExit |= exit;
    for (auto &[s, x] : own.statements)
      note(x.keeps);
    return changed;
  }

  /// Branches and loops around what is kept are reversed.
  bool reverseAround() {
    changed = false;
    aroundBlock(p->body);
    return changed;
  }

private:
  Recording &all;
  const Variant &v;
  const Procedure *p;
  Recording::Summary &own;
  bool changed = false;
  std::vector<const Recomputed *> regions; ///< around the statement, outermost first

  const Recomputed *regionOf(const Block &block) const {
    auto &found = all.recomputation[p];
    auto region = found.find(&block);
    return all.options.fusion && region != found.end() ? &region->second : nullptr;
  }

  /// What the backward sweep reads is not read of the forward sweep where it is computed again: what
  /// that needs is.
  CellBits fromForward(CellBits use) const {
    for (auto region = regions.rbegin(); region != regions.rend(); ++region)
      if (use.intersects((*region)->cells)) {
        use.intersectWithComplement((*region)->cells);
        use |= (*region)->inputs;
      }
    return use;
  }

  bool isAgain(const Stmt &s) const {
    for (const Recomputed *region : regions)
      for (const Assign *again : region->statements)
        if (again == &s)
          return true;
    return false;
  }

  template <typename Fold> CellBits inRegion(const Block &block, Fold fold) {
    const Recomputed *region = regionOf(block);
    if (region)
      regions.push_back(region);
    CellBits out = fold(region);
    if (region)
      regions.pop_back();
    return out;
  }

  void note(bool acts) {
    if (acts && !std::exchange(own.acts, true))
      changed = true;
  }

  Recording::Statement &at(const Stmt &s) { return own.statements[&s]; }
  bool varies(const Expr *e) const { return e && e->type && all.varied.varies(v, e); }
  CellBits reads(const Expr *e) { return e ? all.accesses.reads(p, e) : CellBits(); }
  CellBits addressReads(const Expr *e) { return all.accesses.addressReads(p, e); }
  bool isActive(const Expr *place) const {
    return place && carriesDerivative(place->type) && varies(place);
  }

  // ---- What the adjoint of a statement reads -----------------------------------------------------

  /// use(I') of an expression whose adjoint is taken apart as AdjointTerms does it.
  void adjointUse(const Expr *e, CellBits &out) {
    if (!varies(e) || !carriesDerivative(e->type))
      return;
    auto *part = llvm::dyn_cast<ComplexPart>(e);
    if (e->isPlace() && (!part || part->base->isPlace())) {
      out |= addressReads(e);
      return;
    }
    if (auto *choice = llvm::dyn_cast<Conditional>(e)) {
      out |= reads(choice->condition);
      adjointUse(choice->whenTrue, out);
      adjointUse(choice->whenFalse, out);
      return;
    }
    if (!Operation::isOperation(e) || !isDifferentiableScalar(e->type)) {
      for (const Expr *operand : operands(e)) {
        if (operand->type && !carriesDerivative(operand->type))
          out |= reads(operand);
        adjointUse(operand, out);
      }
      return;
    }
    Operation operation(e, p->language);
    auto &arguments = operation.arguments();
    auto *function = llvm::dyn_cast<Intrinsic>(e);
    bool selects = function && function->name == "merge";
    for (unsigned i = 0; i < arguments.size(); ++i) {
      if (selects && arguments[i] && arguments[i]->type->isLogical())
        out |= reads(arguments[i]);
      if (!varies(arguments[i]) || operation.treatment(i) == Treatment::Zero)
        continue;
      rules::Reads needs = operation.reads(i);
      for (unsigned j = 0; j < needs.arguments.size() && j < arguments.size(); ++j)
        if (needs.arguments[j])
          out |= reads(arguments[j]);
      if (needs.result)
        out |= reads(e);
      adjointUse(arguments[i], out);
    }
  }

  CellBits adjointUse(const Stmt &s) {
    CellBits out;
    if (auto *assign = llvm::dyn_cast<Assign>(&s)) {
      if (!isActive(assign->place))
        return out;
      out |= addressReads(assign->place);
      out |= reads(assign->mask);
      adjointUse(assign->value, out);
    } else if (auto *opaque = llvm::dyn_cast<Opaque>(&s)) {
      for (const OpaquePiece &piece : opaque->pieces)
        if (piece.effect >= OpaquePiece::Effect::Writes && isActive(piece.value))
          out |= addressReads(piece.value);
    } else if (auto *call = llvm::dyn_cast<Call>(&s)) {
      if (call->result && isActive(call->result))
        out |= addressReads(call->result);
      for (const Argument &a : call->arguments) {
        if (!a.value || !a.value->type)
          continue;
        bool byReference = p->language == Language::Fortran && a.value->isPlace();
        out |= byReference ? addressReads(a.value) : valueReads(a.value);
        adjointUse(a.value, out);
      }
      out |= reads(call->pointer);
    } else if (auto *allocate = llvm::dyn_cast<Allocate>(&s)) {
      for (const Allocation &a : allocate->objects)
        out |= addressReads(a.place);
      adjointUse(allocate->source, out);
    } else if (auto *free = llvm::dyn_cast<Free>(&s)) {
      for (const Expr *place : free->places)
        if (place->isPlace())
          out |= addressReads(place);
    }
    return out;
  }

  /// Of `&a[i]` only what finds the address.
  CellBits valueReads(const Expr *e) {
    auto *address = llvm::dyn_cast<AddressOf>(e);
    return address ? addressReads(address->place) : reads(e);
  }

  // ---- What surely has an adjoint ----------------------------------------------------------------

  bool markBlock(const Block &block) {
    bool any = false;
    for (const StmtPtr &s : block)
      any |= mark(*s);
    return any;
  }

  bool mark(const Stmt &s) {
    bool any = false;
    if (auto *assign = llvm::dyn_cast<Assign>(&s))
      any = isActive(assign->place) && !assign->place->type->isPointer();
    else if (auto *call = llvm::dyn_cast<Call>(&s))
      any = (call->result && isActive(call->result)) || runsAdjoint(*call);
    else if (auto *opaque = llvm::dyn_cast<Opaque>(&s))
      for (const OpaquePiece &piece : opaque->pieces)
        any |= piece.effect >= OpaquePiece::Effect::Writes && isActive(piece.value);
    else
      any = llvm::isa<Allocate, Free>(&s);
    for (const Block *inner : blocks(s))
      any |= markBlock(*inner);
    at(s).reversed = any;
    return any;
  }

  /// Whether a derivative goes through a call.
  bool runsAdjoint(const Call &call) {
    auto &targets = all.memory.calls().targets(call);
    if (targets.empty())
      return true; // of the library: it says itself what it does
    for (Procedure *target : targets)
      if (auto found = v.calls.find({&call, target});
          found != v.calls.end() && all.needed.count(found->second))
        return true;
    return false;
  }

  // ---- Adjoint liveness (1.10) -------------------------------------------------------------------

  CellBits liveBlock(const Block &block, CellBits live) {
    return inRegion(block, [&](const Recomputed *) {
      for (auto s = block.rbegin(); s != block.rend(); ++s)
        live = liveBefore(**s, std::move(live));
      return live;
    });
  }

  void run(const Stmt &s) {
    if (!std::exchange(at(s).runs, true))
      changed = true;
  }

  CellBits liveBefore(const Stmt &s, CellBits live) {
    switch (s.kind()) {
    case StmtKind::If: {
      auto &x = llvm::cast<If>(s);
      CellBits other = liveBlock(x.elseBlock, live);
      live = liveBlock(x.thenBlock, std::move(live));
      live |= other;
      if (anyRuns(x.thenBlock) || anyRuns(x.elseBlock)) {
        run(s);
        live |= reads(x.condition);
      }
      if (at(s).reversed)
        live |= fromForward(reads(x.condition));
      return live;
    }
    case StmtKind::For:
      return liveLoop(llvm::cast<For>(s), std::move(live));
    case StmtKind::While:
      return liveLoop(llvm::cast<While>(s), std::move(live));
    case StmtKind::Call:
      return liveCall(llvm::cast<Call>(s), std::move(live));
    default:
      break;
    }
    CellBits use = fromForward(adjointUse(s));
    bool outside = llvm::isa<Opaque, Allocate, Free>(&s); // seen from outside, or seen by memory
    if (auto *assign = llvm::dyn_cast<Assign>(&s))
      addShape(assign->place, live);
    if (outside || !all.options.liveness || all.accesses.writes(p, s).intersects(live)) {
      run(s);
      if (auto *assign = llvm::dyn_cast<Assign>(&s)) {
        if (!assign->mask)
          kill(assign->place, live);
        live |= reads(assign->value);
        live |= reads(assign->mask);
        live |= addressReads(assign->place);
      } else {
        for (const Expr *e : expressions(s))
          live |= reads(e);
      }
    }
    live |= use;
    return live;
  }

  bool anyRuns(const Block &block) {
    for (const StmtPtr &s : block)
      if (at(*s).runs)
        return true;
    return false;
  }

  CellBits liveLoop(const For &x, CellBits live) {
    CellId variable = all.memory.variable(x.variable);
    CellBits after = live, body = live;
    for (bool grown = true; grown;) {
      CellBits before = liveBlock(x.body, body);
      grown = body |= before;
    }
    bool leaves = after.test(variable) || !all.options.liveness;
    at(x).leaves |= leaves;
    bool runsAtAll = anyRuns(x.body) || leaves;
    if (runsAtAll)
      run(x);
    body.reset(variable);
    for (const Expr *bound : {x.lower, x.bound, x.step}) {
      if (runsAtAll)
        body |= reads(bound);
      if (at(x).reversed)
        body |= fromForward(reads(bound));
    }
    return body;
  }

  CellBits liveLoop(const While &x, CellBits live) {
    CellBits after = live, around = live;
    bool runsAtAll = at(x).reversed || !all.options.liveness;
    for (bool grown = true; grown;) {
      if (runsAtAll)
        around |= reads(x.condition);
      CellBits before = liveBlock(x.body, liveBlock(x.head, around));
      grown = around |= before;
      if (!runsAtAll && (anyRuns(x.head) || anyRuns(x.body)))
        grown = runsAtAll = true;
    }
    if (!runsAtAll)
      return after;
    run(x);
    return liveBlock(x.head, around);
  }

  /// A call of a pair runs where derivatives go through it or what it writes is live; what is live
  /// after it is live at the end of the callee.
  /// Assigned whole, an allocatable gets a shape, which its adjoint shares.
  void addShape(const Expr *place, CellBits &live) {
    if (place && isActive(place) && isWholeAllocatable(place))
      live |= all.accesses.cells(p, place);
  }

  CellBits liveCall(const Call &call, CellBits live) {
    addShape(call.result, live);
    CellBits use = fromForward(adjointUse(call));
    for (Procedure *target : all.memory.calls().targets(call))
      if (Recording::Summary *callee = summaryOf(call, target))
        changed |= callee->liveExit |= inCallee(call, target, live);
    bool runsHere = !all.options.liveness || hasOutsideEffect(call) || actsForward(call) ||
                    all.accesses.writes(p, call).intersects(live);
    if (!runsHere && !at(call).reversed)
      return live; // nothing of it is left in either sweep
    if (!runsHere) { // only its backward sweep is
      for (Procedure *target : all.memory.calls().targets(call))
        use |= fromForward(liveInCallee(call, target, live));
      live |= use;
      return live;
    }
    run(call);
    CellBits before = live;
    for (CellId id : all.effects.killsOf(p, call))
      before.reset(id);
    if (call.result)
      kill(call.result, before);
    for (const Argument &a : call.arguments)
      if (a.value && a.value->type)
        before |= p->language == Language::Fortran && a.value->isPlace() ? addressReads(a.value)
                                                                         : valueReads(a.value);
    before |= reads(call.pointer);
    if (call.result)
      before |= addressReads(call.result);
    for (Procedure *target : all.memory.calls().targets(call))
      before |= liveInCallee(call, target, live);
    if (!all.memory.calls().isKnown(call))
      before |= all.effects.reachable(p, call);
    before |= use;
    return before;
  }

  CellBits liveInCallee(const Call &call, Procedure *target, const CellBits &live) {
    const Effects &effects = all.effects.of(target);
    Recording::Summary *callee = summaryOf(call, target);
    if (!callee) // the original runs
      return all.effects.bound(p, call, target, effects.reads);
    changed |= callee->liveExit |= inCallee(call, target, live);
    return all.effects.bound(p, call, target, visible(target, callee->liveEntry));
  }

  /// Whether the forward sweep of what is called does anything, where derivatives go through it.
  bool actsForward(const Call &call) {
    auto &targets = all.memory.calls().targets(call);
    bool acts = targets.empty();
    for (Procedure *target : targets)
      if (Recording::Summary *callee = summaryOf(call, target))
        acts |= callee->acts;
    return acts && at(call).reversed;
  }

  Recording::Summary *summaryOf(const Call &call, Procedure *target) {
    auto found = v.calls.find({&call, target});
    if (found == v.calls.end())
      return nullptr;
    auto summary = all.summaries.find(found->second);
    return summary == all.summaries.end() ? nullptr : &summary->second;
  }

  CellBits visible(const Procedure *target, const CellBits &cells) {
    CellBits out;
    for (CellId id : cells)
      if (all.memory.isInterface(target, id))
        out.set(id);
    return out;
  }

  /// The callee's cells that are some of these at the call. Only what it touches matters to it.
  CellBits inCallee(const Call &call, const Procedure *target, const CellBits &cells) {
    CellBits out, touched = all.effects.of(target).reads;
    touched |= all.effects.of(target).writes;
    for (CellId id : touched) {
      if (all.memory.isShared(id)) {
        if (cells.test(id))
          out.set(id);
        continue;
      }
      CellBits here;
      here.set(id);
      if (all.effects.bound(p, call, target, here).intersects(cells))
        out.set(id);
    }
    if (target->result && call.result && all.accesses.cells(p, call.result).intersects(cells))
      all.memory.forEachLeaf(all.memory.variable(target->result), [&](CellId id) { out.set(id); });
    return out;
  }

  /// Input, output and calls of procedures without source happen whether or not their results count.
  bool hasOutsideEffect(const Call &call) {
    if (!all.memory.calls().isKnown(call))
      return true;
    for (Procedure *target : all.memory.calls().targets(call))
      if (all.hasOutsideEffect(target))
        return true;
    return false;
  }

  // ---- To be recorded (1.8, 1.9) -------------------------------------------------------------------

  CellBits usedBlock(const Block &block, CellBits used) {
    return inRegion(block, [&](const Recomputed *region) {
      for (const StmtPtr &s : block)
        used = usedAfter(*s, std::move(used));
      if (region)
        again(*region, used);
      return used;
    });
  }

  /// At the end of a block that computes some values again: those the backward sweep needs, and those
  /// they need; what they read is used instead of them.
  void again(const Recomputed &region, CellBits &used) {
    for (size_t i = region.statements.size(); i-- > 0;) {
      const Assign *s = region.statements[i];
      CellBits cells = all.accesses.cells(p, s->place);
      if (!cells.intersects(used))
        continue;
      if (!std::exchange(at(*s).recomputed, true))
        changed = true;
      used.intersectWithComplement(cells);
      used |= reads(s->value);
    }
  }

  /// Keeps what the statement overwrites where the backward sweep still needs it.
  void keep(const Stmt &s, const CellBits &written, const CellBits &used) {
    Recording::Statement &x = at(s);
    bool writes = x.runs || (x.reversed && llvm::isa<For>(&s)); // a reversed loop counts, too
    if (writes && !x.keeps && (!all.options.tbr || written.intersects(used)))
      x.keeps = changed = true;
  }

  CellBits usedAfter(const Stmt &s, CellBits used) {
    switch (s.kind()) {
    case StmtKind::If: {
      auto &x = llvm::cast<If>(s);
      if (at(s).reversed)
        used |= reads(x.condition);
      CellBits other = usedBlock(x.elseBlock, used);
      used = usedBlock(x.thenBlock, std::move(used));
      used |= other;
      return used;
    }
    case StmtKind::For: {
      auto &x = llvm::cast<For>(s);
      CellId variable = all.memory.variable(x.variable);
      CellBits counter;
      counter.set(variable);
      keep(s, counter, used);
      keepBefore(x, used);
      if (at(s).reversed)
        for (const Expr *bound : {x.lower, x.bound, x.step})
          used |= reads(bound);
      used.reset(variable);
      return usedAround(used, [&](CellBits in) {
        CellBits out = usedBlock(x.body, std::move(in));
        out.reset(variable); // the reversed loop sets it
        return out;
      });
    }
    case StmtKind::While: {
      auto &x = llvm::cast<While>(s);
      CellBits before = usedBlock(x.head, used);
      return usedAround(before, [&](CellBits in) {
        return usedBlock(x.head, usedBlock(x.body, std::move(in)));
      });
    }
    case StmtKind::Call:
      return usedCall(llvm::cast<Call>(s), std::move(used));
    default:
      break;
    }
    used |= adjointUse(s);
    if (!at(s).runs)
      return used;
    if (!isAgain(s) || !all.options.tbr)
      keep(s, all.accesses.writes(p, s), used);
    if (auto *assign = llvm::dyn_cast<Assign>(&s); assign && !assign->mask)
      kill(assign->place, used);
    if (at(s).keeps)
      used |= keptAddress(s);
    if (auto *allocate = llvm::dyn_cast<Allocate>(&s)) // to be freed where it was born
      for (const Allocation &a : allocate->objects)
        used |= all.accesses.cells(p, a.place);
    return used;
  }

  /// What finds the place that the backward sweep puts a kept value back to.
  CellBits keptAddress(const Stmt &s) {
    CellBits out;
    if (auto *assign = llvm::dyn_cast<Assign>(&s))
      out |= addressReads(assign->place);
    else if (auto *call = llvm::dyn_cast<Call>(&s); call && call->result)
      out |= addressReads(call->result);
    else if (auto *opaque = llvm::dyn_cast<Opaque>(&s))
      for (const OpaquePiece &piece : opaque->pieces)
        if (piece.effect >= OpaquePiece::Effect::Writes && piece.value && piece.value->isPlace())
          out |= addressReads(piece.value);
    return out;
  }

  /// What a loop computes again and something upstream needs as it was before the loop.
  void keepBefore(const For &x, const CellBits &used) {
    if (const Recomputed *region = regionOf(x.body))
      for (const Assign *s : region->statements)
        if (all.accesses.cells(p, s->place).intersects(used) &&
            own.keptBefore[&x].insert(rootVariable(s->place)).second)
          changed = true;
  }

  template <typename Body> CellBits usedAround(CellBits used, Body body) {
    for (bool grown = true; grown;)
      grown = used |= body(used);
    return used;
  }

  CellBits usedCall(const Call &call, CellBits used) {
    if (!at(call).runs && !at(call).reversed)
      return used;
    used |= adjointUse(call);
    CellBits written;
    if (call.result)
      written = all.accesses.placeWrites(p, call.result);
    if (!all.memory.calls().isKnown(call))
      written |= all.accesses.writes(p, call);
    keep(call, written, used);
    CellBits after = used;
    if (at(call).runs) {
      for (CellId id : all.effects.killsOf(p, call))
        after.reset(id);
      if (call.result)
        kill(call.result, after);
    }
    if (at(call).keeps)
      after |= keptAddress(call);
    for (Procedure *target : all.memory.calls().targets(call))
      if (Recording::Summary *callee = summaryOf(call, target)) {
        changed |= callee->usedEntry |= inCallee(call, target, used);
        after |= all.effects.bound(p, call, target, visible(target, callee->usedExit));
      }
    return after;
  }

  // ---- Control ---------------------------------------------------------------------------------------

  bool aroundBlock(const Block &block) {
    bool any = false;
    for (const StmtPtr &s : block) {
      bool inside = at(*s).keeps || at(*s).reversed;
      if (auto *call = llvm::dyn_cast<Call>(s.get()); call && at(*s).runs)
        inside |= keepsInside(*call);
      for (const Block *inner : blocks(*s))
        inside |= aroundBlock(*inner);
      // A loop that only the backward sweep runs keeps its variable in the forward sweep all the same, so
      // what is around it runs there, too.
      if (auto *loop = llvm::dyn_cast<For>(s.get());
          loop && (at(*s).keeps || own.keptBefore.count(loop)) && !std::exchange(at(*s).runs, true))
        changed = true;
      bool isControl = llvm::isa<If, For, While>(s.get());
      if (isControl && inside && !std::exchange(at(*s).reversed, true))
        changed = true;
      any |= inside;
    }
    return any;
  }

  /// Whether the callee's forward procedure may leave something on the tape.
  bool keepsInside(const Call &call) {
    for (Procedure *target : all.memory.calls().targets(call))
      if (summaryOf(call, target))
        return true;
    return false;
  }

  void kill(const Expr *place, CellBits &set) {
    if (place->isPlace() && all.memory.isWhole(p, place))
      all.memory.forEachLeaf(all.memory.places(p, place)[0], [&](CellId id) { set.reset(id); });
  }
};

Recording::Recording(const Varied &varied, Memory &memory, EffectSummaries &effects,
                     const std::vector<const Variant *> &variants,
                     const std::set<const Variant *> &needed, Options options)
    : varied(varied), memory(memory), effects(effects), accesses(memory, effects), needed(needed),
      options(options) {
  for (const Variant *v : variants) {
    summaries[v];
    if (!recomputation.count(v->procedure))
      recomputation[v->procedure] = findRecomputation(*v->procedure, memory, accesses);
  }
  for (const Variant *v : variants)
    RecordingFold(*this, *v).findAdjoints();
  // Callers stand before what they call, so few rounds do.
  auto untilStable = [&](auto fold) {
    bool any = false;
    for (bool changed = true; changed; any |= changed) {
      changed = false;
      for (const Variant *v : variants)
        changed |= (RecordingFold(*this, *v).*fold)();
    }
    return any;
  };
  bool again = true;
  while (again) {
    untilStable(&RecordingFold::live);
    untilStable(&RecordingFold::used);
    again = untilStable(&RecordingFold::reverseAround);
  }
}

bool Recording::hasOutsideEffect(const Procedure *p) {
  auto [known, isNew] = outside.insert({p, false});
  if (!isNew)
    return known->second;
  bool found = false;
  forEachStmt(p->body, [&](const Stmt &s) {
    found |= llvm::isa<Opaque>(&s);
    if (auto *call = llvm::dyn_cast<Call>(&s)) {
      found |= !memory.calls().isKnown(*call);
      for (Procedure *target : memory.calls().targets(*call))
        found |= hasOutsideEffect(target);
    }
  });
  return outside[p] = found;
}

const Recording::Statement *Recording::at(const Variant &v, const Stmt &s) const {
  auto &statements = summaries.at(&v).statements;
  auto found = statements.find(&s);
  return found == statements.end() ? nullptr : &found->second;
}

bool Recording::runs(const Variant &v, const Stmt &s) const {
  const Statement *x = at(v, s);
  return !x || x->runs;
}

bool Recording::keeps(const Variant &v, const Stmt &s) const {
  const Statement *x = at(v, s);
  return !x || x->keeps;
}

bool Recording::isReversed(const Variant &v, const Stmt &s) const {
  const Statement *x = at(v, s);
  return !x || x->reversed;
}

std::vector<const Assign *> Recording::recomputes(const Variant &v, const Block &block) const {
  std::vector<const Assign *> out;
  if (auto procedure = recomputation.find(v.procedure); procedure != recomputation.end())
    if (auto region = procedure->second.find(&block); region != procedure->second.end())
      for (const Assign *s : region->second.statements)
        if (const Statement *x = at(v, *s); x && x->recomputed)
          out.push_back(s);
  return out;
}

std::vector<const Symbol *> Recording::keepsBefore(const Variant &v, const For &x) const {
  auto &kept = summaries.at(&v).keptBefore;
  auto found = kept.find(&x);
  std::vector<const Symbol *> out;
  if (found == kept.end())
    return out;
  for (auto &s : v.procedure->scope.symbols) // in the order of declaration
    if (found->second.count(s.get()))
      out.push_back(s.get());
  return out;
}

bool Recording::isFixed(const Variant &v, const For &x, const For &outer) const {
  CellBits written = accesses.writes(v.procedure, outer);
  for (const Expr *bound : {x.lower, x.bound, x.step})
    if (bound && accesses.reads(v.procedure, bound).intersects(written))
      return false;
  return true;
}

bool Recording::leaves(const Variant &v, const For &x) const {
  const Statement *found = at(v, x);
  return !found || found->leaves;
}

bool Recording::carries(const Variant &v, const Symbol *s) const {
  bool found = false;
  const CellBits &used = summaries.at(&v).usedExit;
  memory.forEachLeaf(memory.variable(s), [&](CellId id) { found |= used.test(id); });
  return found;
}

bool Recording::mayWrite(const Procedure *p, const Stmt &s, const Expr *place) const {
  return accesses.writes(p, s).intersects(accesses.cells(p, place));
}

} // namespace costate::analysis
