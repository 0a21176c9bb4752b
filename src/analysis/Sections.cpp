#include "analysis/Sections.h"

#include "analysis/ArgumentArrays.h"
#include "analysis/Coverage.h"
#include "analysis/ElementAddresses.h"
#include "analysis/LoopScalars.h"

#include "llvm/Support/Casting.h"

#include <algorithm>

namespace costate::analysis {

using namespace ir;

// ---- Bounding counters away -----------------------------------------------------------------------------

Known Sections::bounded(const Known &k, const Access &a, const Loop *within) {
  Known out;
  try {
    if (k.low())
      out.lower = extreme(*k.low(), a, within, false, nests.atoms());
    if (k.high())
      out.upper = extreme(*k.high(), a, within, true, nests.atoms());
  } catch (const symbolic::Overflow &) {
    return {};
  }
  if (out.lower && out.upper && *out.lower == *out.upper)
    return Known::exactly(*out.lower);
  return out;
}

/// Every element between the bounds is written (see above). Only counted loops are around it. Each of them either
/// moves one subscript by one, and no other, through an interval that is the same for all iterations of the others;
/// or moves none, and is seen to run: one without iterations writes nothing.
bool Sections::isMust(const Access &a, const Procedure *p, const Loop *within) {
  const Block &top = within ? *blocks(*within->statement).back() : p->body;
  auto onlyLoops = [&](auto &&self, const Block &b) -> bool {
    return std::any_of(b.begin(), b.end(), [&](const StmtPtr &s) {
      auto *loop = llvm::dyn_cast<For>(s.get());
      return s.get() == a.statement || (loop && self(self, loop->body));
    });
  };
  if (!a.writes || !a.must || a.path.empty() || !onlyLoops(onlyLoops, top))
    return false;
  std::vector<const Loop *> around;
  for (const Loop *l = a.loop; l && (!within || l->isInside(within)); l = l->outer)
    around.push_back(l);
  symbolic::AtomTable &table = nests.atoms();
  auto movesIn = [&](const Form &f) {
    return std::count_if(around.begin(), around.end(), [&](const Loop *l) { return table.dependsOn(f, l->id); });
  };
  std::map<const Loop *, unsigned> moved;
  for (const Known &k : a.path) {
    if (!k.value && (!k.low() || !k.high() || movesIn(*k.low()) || movesIn(*k.high())))
      return false;
    if (!k.value || !movesIn(*k.value))
      continue;
    auto l = std::find_if(around.begin(), around.end(), [&](const Loop *l) { return table.dependsOn(*k.value, l->id); });
    auto parts = k.value->coefficients(*table.counter((*l)->id).asAtom());
    auto factor = parts.size() == 2 ? parts[1].integer() : std::nullopt;
    if (movesIn(*k.value) > 1 || !factor || (*factor != 1 && *factor != -1) || movesIn(parts[0]) || ++moved[*l] > 1)
      return false;
  }
  symbolic::Prover prover(table);
  return std::all_of(around.begin(), around.end(), [&](const Loop *l) {
    auto last = l->last(table);
    return last && !movesIn(*last) && (moved.count(l) || prover.nonnegative(*last));
  });
}

void Sections::add(std::vector<Section> &out, const Procedure *p, const Access &a,
                   const Loop *within, bool exposed) {
  std::vector<Known> path;
  for (const Known &k : a.path)
    path.push_back(bounded(k, a, within));
  bool known = std::any_of(path.begin(), path.end(), [](const Known &k) { return !k.isNothing(); });
  bool must = known && isMust(a, p, within);
  if (!known)
    path.clear();
  bool linear = a.linear && known;
  for (CellId cell : overlaps.leaves(p, a)) {
    bool there = std::any_of(out.begin(), out.end(), [&](const Section &s) {
      return s.cell == cell && s.writes == a.writes && s.must == must && s.exposed == exposed &&
             s.path == path && s.linear == linear;
    });
    if (!there)
      out.push_back({cell, a.place, a.writes, must, path, exposed, linear});
  }
}

/// Whether some value it reads may be from before the procedure began.
bool Sections::isExposed(const Access &read, const Procedure *p) {
  CellSet cells = overlaps.leaves(p, read);
  if (cells.size() != 1 || read.path.empty())
    return true;
  std::vector<const Access *> writes;
  for (const Access &w : nests.accesses(p))
    if (w.writes && w.path.size() == read.path.size() && overlaps.leaves(p, w) == cells)
      writes.push_back(&w);
  return !Coverage(nests, p->body).cover(writes, read);
}

const std::vector<Section> &Sections::of(const Procedure *p) {
  auto [known, fresh] = ofProcedures.try_emplace(p);
  if (!fresh) // in a recursion, nothing yet: `at` falls back to effects for those
    return known->second;
  std::vector<Section> found;
  for (const Access &a : nests.accesses(p)) {
    bool visible = false;
    for (CellId cell : overlaps.leaves(p, a))
      visible |= memory.isInterface(p, cell);
    if (visible)
      add(found, p, a, nullptr, a.writes || isExposed(a, p));
  }
  for (const Call *call : memory.calls().calls(p))
    for (const Access &a : at(*call))
      add(found, p, a, nullptr, a.exposed);
  std::erase_if(found, [&](const Section &s) { return !memory.isInterface(p, s.cell); });
  return ofProcedures[p] = std::move(found);
}

std::vector<Section> Sections::of(const Loop &loop) {
  std::vector<Section> found;
  for (size_t i = loop.firstAccess; i < loop.endAccess; ++i)
    add(found, loop.procedure, nests.accesses()[i], &loop);
  for (const Block *b : blocks(*loop.statement))
    forEachStmt(*b, [&](const Stmt &s) {
      if (auto *call = llvm::dyn_cast<Call>(&s))
        for (const Access &a : at(*call))
          add(found, loop.procedure, a, &loop);
    });
  return found;
}

// ---- Calls ------------------------------------------------------------------------------------------------

/// The callee's values at entry are what the arguments are; everything else stays as it is only where
/// both mean the same.
std::optional<Form> Sections::inCaller(const Form &f, const Call &call, const Procedure *target,
                                       LoopValues &caller) {
  symbolic::AtomTable &table = nests.atoms();
  bool ok = true;
  Form out = table.map(f, [&](symbolic::AtomId id) -> std::optional<Form> {
    const symbolic::Atom &a = table[id];
    if (a.kind != symbolic::Atom::Kind::Symbol) {
      ok = ok && a.kind != symbolic::Atom::Kind::Apply && a.kind != symbolic::Atom::Kind::Counter;
      if (a.arguments.empty())
        return std::nullopt;
      std::vector<Form> inside;
      for (const Form &argument : a.arguments) {
        auto part = inCaller(argument, call, target, caller);
        ok = ok && part;
        inside.push_back(part.value_or(Form()));
      }
      using Kind = symbolic::Atom::Kind;
      if (a.kind == Kind::Max)
        return table.maximum(inside[0], inside[1]);
      if (a.kind == Kind::Min)
        return table.minimum(inside[0], inside[1]);
      if (a.kind == Kind::Quotient)
        return table.quotient(inside[0], inside[1]);
      ok = false;
      return std::nullopt;
    }
    for (const Symbol *parameter : target->parameters)
      if (a.key == parameter && a.name[0] != '&') {
        const Expr *actual = Memory::argument(call, target, parameter);
        Known known = actual ? caller.evaluate(actual, nests.at(&call).state) : Known();
        ok = ok && known.value;
        return known.value.value_or(Form());
      }
    ok = false;
    return std::nullopt;
  });
  return ok ? std::optional(out) : std::nullopt;
}

std::optional<Form> Sections::atCall(const Form &f, const Call &call, const Procedure *target) {
  const CallState &state = nests.at(&call);
  return state.procedure ? inCaller(f, call, target, valuesOf(state.procedure)) : std::nullopt;
}

LoopValues &Sections::valuesOf(const Procedure *p) {
  auto &known = values[p];
  if (!known) {
    known = std::make_unique<LoopValues>(nests.atoms(), memory, effects, p);
    known->knowAllocated(nests.allocated());
  }
  return *known;
}

/// Which part of the caller's memory a section of the callee is, where that can be said.
void Sections::locate(Access &a, const Section &s, const Call &call, const Procedure *target) {
  const CallState &state = nests.at(&call);
  LoopValues &caller = valuesOf(state.procedure);
  auto toCaller = [&](const Form &f) { return inCaller(f, call, target, caller); };
  const Cell &cell = memory[s.cell];
  if (cell.kind == Cell::Kind::Pointee && target->language == Language::C && s.path.size() == 1) {
    Known k;
    if (s.path[0].low())
      k.lower = toCaller(*s.path[0].low());
    if (s.path[0].high())
      k.upper = toCaller(*s.path[0].high());
    if (k.isNothing())
      return;
    a.place = s.place;
    a.path = {k};
    a.must = s.must;
    return;
  }
  bool isDummy = cell.kind == Cell::Kind::Variable && cell.symbol->storage == Storage::Argument &&
                 cell.symbol->owner == target && !cell.symbol->byValue;
  if (!isDummy || target->language != Language::Fortran ||
      state.procedure->language != Language::Fortran)
    return;
  ArgumentArrays::Part part = ArgumentArrays::part(
      cell.symbol, s.path, s.linear, valuesOf(target), toCaller,
      Memory::argument(call, target, cell.symbol), caller, state.state);
  a.place = part.path.empty() ? nullptr : part.place;
  a.path = part.path;
  a.linear = part.linear;
  a.must = s.must && part.exact;
}

std::vector<Access> Sections::linearised(const Procedure *p, llvm::ArrayRef<const Access *> all) {
  std::set<const Symbol *> arrays;
  for (const Access *a : all)
    if (a->linear)
      arrays.insert(rootVariable(a->place));
  std::vector<Access> out;
  for (const Access *a : all) {
    bool wanted = a->place && arrays.count(rootVariable(a->place));
    auto other = wanted ? ArgumentArrays::linearised(*a, valuesOf(p)) : std::nullopt;
    out.push_back(other ? std::move(*other) : *a);
  }
  return out;
}

std::optional<Access> Sections::addressed(const Procedure *p, const Access &a) {
  return ElementAddresses(nests.atoms(), valuesOf(p), p).of(a);
}

std::vector<Access> Sections::at(const Call &call) {
  std::vector<Access> out;
  const CallState &state = nests.at(&call);
  const Procedure *p = state.procedure;
  if (!p)
    return out;
  const auto &targets = memory.calls().targets(call);
  bool isOne = targets.size() == 1 && memory.calls().isKnown(call); // of several, another may be the one that runs
  for (const Procedure *target : targets) {
    const std::vector<Section> sections = of(target); // a copy: recursion may add others
    CellBits described[2]; ///< of reads, of writes
    for (const Section &s : sections) {
      const Cell &cell = memory[s.cell];
      if (cell.kind == Cell::Kind::Variable && cell.symbol == target->result)
        continue;
      Access a{nullptr, &call, s.writes, state.loop, {}, state.facts, {}, false, s.exposed};
      locate(a, s, call, target);
      a.must &= isOne;
      for (CellId bound : memory.bind(p, call, target, s.cell))
        memory.forEachLeaf(bound, [&](CellId leaf) {
          a.cells = {leaf};
          out.push_back(a);
        });
      described[s.writes].set(s.cell);
    }
    // What sections do not speak of (recursion, numbers too large): all of it.
    for (bool writes : {false, true})
      for (CellId id : writes ? effects.of(target).writes : effects.of(target).reads)
        if (!described[writes].test(id) && !(memory[id].symbol && memory[id].symbol == target->result))
          for (CellId bound : memory.isShared(id) ? CellSet{id} : memory.bind(p, call, target, id))
            memory.forEachLeaf(bound, [&](CellId leaf) {
              out.push_back({nullptr, &call, writes, state.loop, {}, state.facts, {leaf}, false, true});
            });
  }
  return out;
}

} // namespace costate::analysis
