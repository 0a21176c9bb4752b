#include "analysis/Effects.h"

#include "ir/Constants.h"

#include "llvm/Support/Casting.h"

#include <algorithm>

namespace costate::analysis {

using namespace ir;

/// One fold over a procedure: collects what it may read and write, and returns what a block must
/// write.
class EffectReader {
public:
  EffectReader(EffectSummaries &all, const Procedure *p, Effects &out)
      : all(all), m(all.memory), p(p), out(out) {}

  void run() {
    readShapes();
    out.kills = visible(block(p->body));
  }

private:
  void readShapes() {
    CellBits others = std::exchange(out.reads, {});
    for (auto &s : p->scope.symbols) {
      auto *array = s->kind == SymbolKind::Variable ? llvm::dyn_cast<ArrayType>(s->type->strip()) : nullptr;
      for (size_t i = 0; array && i < array->dimensions.size(); ++i)
        for (const Expr *e : {array->dimensions[i].lower, array->dimensions[i].upper, array->dimensions[i].extent})
          if (e)
            readExtent(e);
    }
    out.shapes |= out.reads;
    out.reads |= others;
  }

  /// `p->n` is one component: the procedure may change the others.
  void readExtent(const Expr *e) {
    if (e->isPlace()) {
      readPlace(e);
      readAddress(e);
    } else if (asksForShape(e)) {
      read(e);
    } else {
      for (const Expr *operand : operands(e))
        readExtent(operand);
    }
  }

  CellBits visible(const CellBits &cells) {
    CellBits kept;
    for (CellId id : cells)
      if (m.isInterface(p, id))
        kept.set(id);
    return kept;
  }

  CellBits block(const Block &b) {
    CellBits kills;
    for (const StmtPtr &s : b)
      kills |= statement(*s);
    return kills;
  }

  CellBits statement(const Stmt &s) {
    CellBits kills;
    switch (s.kind()) {
    case StmtKind::Assign: {
      auto &assign = llvm::cast<Assign>(s);
      read(assign.value);
      read(assign.mask);
      write(assign.place, assign.mask ? nullptr : &kills);
      break;
    }
    case StmtKind::Call:
      return call(llvm::cast<Call>(s));
    case StmtKind::If: {
      auto &branch = llvm::cast<If>(s);
      read(branch.condition);
      kills = block(branch.thenBlock);
      kills &= block(branch.elseBlock);
      break;
    }
    case StmtKind::For: {
      auto &loop = llvm::cast<For>(s);
      read(loop.lower);
      read(loop.bound);
      read(loop.step);
      writeCell(m.variable(loop.variable));
      block(loop.body); // may run no iteration
      kills.set(m.variable(loop.variable));
      break;
    }
    case StmtKind::While: {
      auto &loop = llvm::cast<While>(s);
      kills = block(loop.head);
      read(loop.condition);
      block(loop.body);
      break;
    }
    case StmtKind::Allocate:
      for (const Expr *e : expressions(s))
        read(e);
      for (const Allocation &a : llvm::cast<Allocate>(s).objects)
        write(a.place, nullptr);
      break;
    case StmtKind::Free:
      for (const Expr *e : expressions(s))
        read(e);
      break;
    case StmtKind::Opaque:
      for (const OpaquePiece &piece : llvm::cast<Opaque>(s).pieces)
        if (piece.value) {
          read(piece.value);
          if (piece.effect == OpaquePiece::Effect::Writes ||
              piece.effect == OpaquePiece::Effect::ReadsAndWrites)
            write(piece.value, nullptr);
        }
      break;
    default:
      break;
    }
    return kills;
  }

  void read(const Expr *e) {
    forEachRead(e, [&](const Expr *place) { readPlace(place); });
  }

  void readPlace(const Expr *place) {
    for (CellId id : m.places(p, place))
      m.forEachLeaf(id, [&](CellId leaf) {
        if (m.isInterface(p, leaf))
          out.reads.set(leaf);
        if (m.isShared(leaf))
          out.mentioned.set(leaf);
      });
  }

  /// Finding a place reads subscripts and pointers, not the arrays and records it is a part of.
  void readAddress(const Expr *place) {
    if (auto *element = llvm::dyn_cast<Element>(place)) {
      for (const Expr *subscript : element->subscripts)
        read(subscript);
      readAddress(element->base);
    } else if (auto *field = llvm::dyn_cast<Field>(place)) {
      readAddress(field->base);
    } else if (!llvm::isa<Variable>(place)) {
      for (const Expr *operand : operands(place))
        read(operand);
    }
  }

  void writeCell(CellId id) {
    m.forEachLeaf(id, [&](CellId leaf) {
      if (m.isInterface(p, leaf))
        out.writes.set(leaf);
      if (m.isShared(leaf))
        out.mentioned.set(leaf);
    });
  }

  void write(const Expr *place, CellBits *kills) {
    if (!place->isPlace())
      return;
    readAddress(place);
    for (CellId id : m.places(p, place))
      writeCell(id);
    if (kills && m.isWhole(p, place))
      m.forEachLeaf(m.places(p, place)[0], [&](CellId leaf) { kills->set(leaf); });
  }

  CellBits call(const Call &call) {
    for (const Argument &a : call.arguments)
      read(a.value);
    if (call.pointer)
      read(call.pointer);
    auto note = [&](const CellBits &cells, CellBits &to) {
      for (CellId id : cells)
        if (m.isInterface(p, id))
          to.set(id);
    };
    for (const Procedure *target : m.calls().targets(call)) {
      const Effects &effects = *all.summaries.find(target)->second;
      note(all.bound(p, call, target, effects.reads), out.reads);
      note(all.bound(p, call, target, effects.writes), out.writes);
    }
    if (!m.calls().isKnown(call)) {
      note(all.reachable(p, call), out.reads);
      note(all.outsideWrites(p, call), out.writes);
    }
    if (call.result)
      write(call.result, nullptr);
    return all.killsOf(p, call);
  }

  EffectSummaries &all;
  Memory &m;
  const Procedure *p;
  Effects &out;
};

EffectSummaries::EffectSummaries(Memory &memory, const Externals *externals)
    : memory(memory), externals(externals) {
  do {
    summarise();
    findAliases();
  } while (memory.shareAliasedPointers());
}

void EffectSummaries::summarise() {
  for (auto &component : memory.bottomUp())
    for (const Procedure *p : component)
      summaries[p] = std::make_unique<Effects>();
  for (auto &component : memory.bottomUp()) {
    // In a recursive component nothing is killed until it is known: must-writes grow from none,
    // which is below the answer, hence sound; may-effects grow to the least fixed point.
    for (bool changed = true; changed;) {
      changed = false;
      for (const Procedure *p : component) {
        Effects next;
        EffectReader(*this, p, next).run();
        Effects &now = *summaries[p];
        changed |= !(next.reads == now.reads && next.writes == now.writes &&
                     next.kills == now.kills);
        now = std::move(next);
      }
      changed = changed && (component.size() > 1 || [&] {
                  for (const Procedure *callee : memory.calls().callees(component[0]))
                    if (callee == component[0])
                      return true;
                  return false;
                }());
    }
  }
}

CellBits EffectSummaries::bound(const Procedure *caller, const Call &call, const Procedure *target,
                                const CellBits &cells) {
  CellBits out;
  for (CellId id : cells)
    if (memory.isShared(id)) // the bulk of large programs: they are what they are
      out.set(id);
    else
      for (CellId at : memory.bind(caller, call, target, id))
        memory.forEachLeaf(at, [&](CellId leaf) { out.set(leaf); });
  return out;
}

CellBits EffectSummaries::inCallee(const Procedure *caller, const Call &call, const Procedure *target,
                                   const CellBits &cells) {
  CellBits out, touched = of(target).reads;
  touched |= of(target).writes;
  for (CellId id : touched) {
    CellBits here;
    here.set(id);
    if (memory.isShared(id) ? cells.test(id) : bound(caller, call, target, here).intersects(cells))
      out.set(id);
  }
  bool wantsResult = false;
  if (target->result && call.result)
    for (CellId id : memory.places(caller, call.result))
      memory.forEachLeaf(id, [&](CellId leaf) { wantsResult |= cells.test(leaf); });
  if (wantsResult)
    memory.forEachLeaf(memory.variable(target->result), [&](CellId id) { out.set(id); });
  return out;
}

CellBits EffectSummaries::inCaller(const Procedure *caller, const Call &call, const Procedure *target,
                                   const CellBits &cells) {
  CellBits visible;
  for (CellId id : cells)
    if (memory.isInterface(target, id))
      visible.set(id);
  return bound(caller, call, target, visible);
}

CellBits EffectSummaries::killsOf(const Procedure *caller, const Call &call) {
  CellBits out;
  if (!memory.calls().isKnown(call))
    return out;
  bool first = true;
  for (const Procedure *target : memory.calls().targets(call)) {
    CellBits killed;
    for (CellId id : of(target).kills) {
      if (memory.isShared(id)) {
        if (memory[id].kind != Cell::Kind::Heap)
          killed.set(id);
        continue;
      }
      CellSet at = memory.bind(caller, call, target, id);
      // An array that the callee writes whole may be a part of the caller's.
      if (at.size() == 1 && !memory[at[0]].many && !memory[at[0]].overlaid && !memory[id].many &&
          memory[at[0]].type == memory[id].type && memory[id].type && !memory[id].type->isVoid())
        memory.forEachLeaf(at[0], [&](CellId leaf) { killed.set(leaf); });
    }
    if (call.result && memory.isWhole(caller, call.result))
      memory.forEachLeaf(memory.places(caller, call.result)[0],
                         [&](CellId leaf) { killed.set(leaf); });
    if (first)
      out = killed;
    else
      out &= killed;
    first = false;
  }
  return out;
}

CellBits EffectSummaries::reachable(const Procedure *caller, const Call &call) {
  CellSet from;
  for (const Argument &a : call.arguments)
    if (a.value && a.value->type)
      insertAll(from, memory.referredTo(caller, a.value));
  CellBits seen;
  memory.forEachReached(caller, from, [&](CellId leaf) {
    seen.set(leaf);
    return true;
  });
  return seen;
}

OutsideEffect EffectSummaries::outside(const Procedure *caller, const Call &call) const {
  return memory.calls().targets(call).empty() ? outsideEffect(call, caller->language, externals)
                                              : OutsideEffect();
}

CellBits EffectSummaries::outsideWrites(const Procedure *caller, const Call &call) {
  OutsideEffect effect = outside(caller, call);
  CellBits reached = reachable(caller, call), out;
  if (!effect.known)
    return reached;
  for (CellId id : reached) // text and files, which carry no numbers
    if (const Type *type = memory[id].type; type && !type->isReal() && !type->isComplex())
      out.set(id);
  for (const OutsideEffect::Written &written : effect.written)
    if (written.argument != resultArgument && call.arguments[written.argument].value)
      memory.forEachReached(caller,
                            memory.referredTo(caller, call.arguments[written.argument].value),
                            [&](CellId leaf) {
                              out.set(leaf);
                              return true;
                            });
  return out;
}

// ---- Aliases ------------------------------------------------------------------------------------

/// Two cells of a callee that some call binds to the same memory. Of Fortran's dummies only those that it gives one
/// place: a program may not write one of two that overlap, unless they are pointers or targets, so where they are
/// different parts of an array they are apart. But `call f(y, y)` is written, compiled and works where f goes
/// element by element.
void EffectSummaries::findAliases() {
  auto &order = memory.bottomUp();
  for (bool changed = true; changed;) {
    changed = false;
    for (auto component = order.rbegin(); component != order.rend(); ++component)
      for (const Procedure *p : *component)
        for (const Call *call : memory.calls().calls(p))
          for (const Procedure *target : memory.calls().targets(*call)) {
            aliasesAt(p, *call, target, changed);
            if (target->language == Language::Fortran)
              samePlacesAt(p, *call, target, changed);
          }
  }
}

/// Where the first element of two arguments is the same for sure, or they are of variables that are aliases already.
bool EffectSummaries::isSamePlace(const Procedure *p, const Expr *a, const Expr *b) {
  const Symbol *x = rootVariable(a), *y = rootVariable(b);
  if (!x || !y)
    return false;
  if (x != y)
    return llvm::is_contained(memory.aliases(p, memory.variable(x)), memory.variable(y));
  auto begin = [](const Expr *e) { // `y(1)` begins where y does
    auto *element = llvm::dyn_cast<Element>(e);
    bool isFirst = element && std::all_of(element->subscripts.begin(), element->subscripts.end(), [](const Expr *s) {
                     auto *range = llvm::dyn_cast<Range>(s);
                     return range ? !range->lower && !range->stride : constantValue(s) == 1;
                   });
    return isFirst ? element->base : e;
  };
  return equal(begin(a), begin(b));
}

void EffectSummaries::samePlacesAt(const Procedure *caller, const Call &call, const Procedure *target,
                                   bool &changed) {
  CellBits writes = of(target).writes, touched = of(target).reads;
  touched |= writes;
  auto meet = [&](CellId a, CellId b) {
    if (a != b && touched.test(a) && touched.test(b) && (writes.test(a) || writes.test(b)) &&
        memory[a].type == memory[b].type && !llvm::is_contained(memory.aliases(target, a), b)) {
      memory.addAlias(target, a, b);
      changed = true;
    }
  };
  auto place = [&](const Symbol *parameter) {
    const Expr *e = parameter->byValue ? nullptr : Memory::argument(call, target, parameter);
    return e && e->isPlace() ? e : nullptr;
  };
  auto meetAll = [&](const Symbol *one, const Symbol *other) {
    memory.forEachLeaf(memory.variable(one), [&](CellId a) {
      memory.forEachLeaf(memory.variable(other), [&](CellId b) { meet(a, b); });
    });
  };
  for (size_t i = 0; i < target->parameters.size(); ++i) {
    const Expr *given = place(target->parameters[i]);
    if (!given)
      continue;
    for (size_t j = 0; j < i; ++j)
      if (const Expr *other = place(target->parameters[j]); other && isSamePlace(caller, given, other))
        meetAll(target->parameters[i], target->parameters[j]);
    if (auto *whole = llvm::dyn_cast<Variable>(given); whole && memory.isShared(memory.variable(whole->symbol)))
      meetAll(target->parameters[i], whole->symbol);
  }
}

void EffectSummaries::aliasesAt(const Procedure *caller, const Call &call, const Procedure *target,
                                bool &changed) {
  auto mayAlias = [&](CellId id) {
    const Cell &root = memory[memory.root(id)];
    if (root.kind == Cell::Kind::Pointee)
      return true;
    return target->language == Language::C || (root.symbol && root.symbol->target);
  };
  CellBits touched = of(target).reads;
  touched |= of(target).writes;
  llvm::DenseMap<CellId, CellSet> here; ///< the caller's cell -> the callee's
  bool any = false;
  for (CellId id : touched)
    if (!memory.isShared(id) && mayAlias(id))
      for (CellId at : memory.bind(caller, call, target, id))
        memory.forEachLeaf(at, [&](CellId leaf) {
          insert(here[leaf], id);
          for (CellId other : memory.aliases(caller, leaf))
            insert(here[other], id);
          any = true;
        });
  if (!any)
    return;
  for (auto &[at, cells] : here) {
    if (memory.isShared(at) && touched.test(at))
      insert(cells, at);
    for (CellId a : cells)
      for (CellId b : cells)
        // Parts of one object are apart, though the caller may know no parts of it.
        if (a < b && memory.root(a) != memory.root(b) &&
            !llvm::is_contained(memory.aliases(target, a), b)) {
          memory.addAlias(target, a, b);
          changed = true;
        }
  }
}

} // namespace costate::analysis
