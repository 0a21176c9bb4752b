#include "analysis/Linearity.h"

#include "analysis/CarriedDependences.h"
#include "analysis/DependenceGraph.h"

#include "llvm/Support/Casting.h"

#include <algorithm>

namespace costate::analysis {

using namespace ir;

namespace {

std::vector<Procedure *> rootsOf(Program &program, const std::vector<Head> &heads) {
  if (heads.empty())
    return ir::procedures(program);
  std::vector<Procedure *> out;
  for (const Head &head : heads)
    out.push_back(head.procedure);
  return out;
}

} // namespace

Linearity::Linearity(Program &program, const std::vector<Head> &heads, const Externals *externals)
    : program(program), heads(heads), calls(std::make_unique<CallGraph>(program)),
      cells(std::make_unique<Memory>(program, *calls, rootsOf(program, heads))),
      effects(std::make_unique<EffectSummaries>(*cells, externals)) {
  constexpr size_t many = 20000; // summaries of all procedures speak of all shared numbers that they may read
  size_t shared = 0;
  for (CellId id = 1; id < cells->size(); ++id)
    shared += cells->isShared(id) && isDifferentiable(*cells, id);
  manyShared = shared * cells->bottomUp().size() > many;
  for (auto &component : cells->bottomUp()) {
    const auto &callees = calls->callees(component[0]);
    bool calledAgain = component.size() > 1 ||
                       std::find(callees.begin(), callees.end(), component[0]) != callees.end();
    if (calledAgain)
      for (bool integers : {true, false})
        solveRecursion(component, integers);
  }
  for (const Head &head : heads) {
    CellBits &varying = entered[head.procedure];
    for (const HeadVariable &x : head.independents)
      for (CellId id : cellsOf(*cells, head, x))
        varying.set(id);
  }
  for (const Head &head : heads)
    fold(head.procedure, {false, false, entered[head.procedure]}, InnerSources::None);
}

Linearity::~Linearity() = default;

std::unique_ptr<LinearityFold> Linearity::fold(const Procedure *p, LinearityEntry entry, InnerSources inner,
                                               const ArrayParts *apart) {
  if (manyShared)
    entry.mentioned = &effects->of(p).mentioned;
  LinearitySummaries &summaries = *this;
  auto out = std::make_unique<LinearityFold>(*cells, *effects, summaries, p, entry, inner);
  if (apart)
    out->tellApart(*apart);
  out->run();
  return out;
}

// ---- Summaries ----------------------------------------------------------------------------------------

/// Summaries of recursive procedures, by iteration: from one that writes nothing, each round adds what the bodies
/// do with the summaries so far. What stays the same holds for calls of any depth. One summary serves all calls
/// to which only numbers come that vary, one all others: there, integers vary as well.
void Linearity::solveRecursion(const std::vector<Procedure *> &component, bool integers) {
  for (const Procedure *p : component) {
    Recursive &summaries = recursive[p];
    (integers ? summaries.all : summaries.numbers) = std::make_unique<LinearitySummary>();
  }
  for (unsigned round = 0, changed = 1; changed; ++round) {
    changed = 0;
    for (const Procedure *p : component) {
      LinearitySummary &before = integers ? *recursive[p].all : *recursive[p].numbers;
      std::map<CellId, DepsRef> merged(before.begin(), before.end());
      LinearityEntry all{true, true, {}};
      if (integers) {
        for (const Symbol *parameter : p->parameters)
          cells->forEachLeaf(cells->variable(parameter), [&](CellId leaf) { all.cells.set(leaf); });
        all.cells |= effects->of(p).reads;
      }
      for (auto &[id, deps] : fold(p, all, InnerSources::None)->summary()) {
        auto [at, fresh] = merged.try_emplace(id, deps);
        DepsRef next = fresh ? deps : meet(at->second, deps);
        next = fresh || round < 4 ? next : widened(at->second, next);
        changed |= fresh || !equal(at->second, next);
        at->second = next;
      }
      before.assign(merged.begin(), merged.end());
    }
  }
}

const LinearitySummary &Linearity::summary(const Procedure *target, const CellBits &varying) {
  if (!heads.empty()) {
    CellBits &all = entered[target];
    all |= varying;
  }
  if (auto again = recursive.find(target); again != recursive.end()) {
    bool numbers = again->second.numbers != nullptr;
    for (CellId id : varying)
      numbers = numbers && isDifferentiable(*cells, id);
    return numbers ? *again->second.numbers : *again->second.all;
  }
  Summaries &of = known[target];
  constexpr size_t enough = 8; // ways to call one procedure; then one summary serves all others
  CellBits wanted = varying;
  if (of.size() >= enough)
    for (auto &[seen, summary] : of)
      wanted |= seen;
  for (auto &[seen, summary] : of)
    if (seen == wanted)
      return *summary;
  auto made = std::make_unique<LinearitySummary>(
      fold(target, {false, sharedVaries(), wanted}, InnerSources::None)->summary());
  of.emplace_back(wanted, std::move(made));
  return *of.back().second;
}

// ---- Answers ------------------------------------------------------------------------------------------

LinearityEntry Linearity::entryOf(const Procedure *p) {
  if (heads.empty())
    return {true, true, {}};
  return {false, false, entered[p]};
}

LinearityEntry Linearity::entryOf(const Head &head) {
  LinearityEntry entry;
  for (const HeadVariable &x : head.independents)
    for (CellId id : cellsOf(*cells, head, x))
      entry.cells.set(id);
  return entry;
}

bool Linearity::hasManyVariables(const Procedure *p) const {
  constexpr size_t many = 100; // pairs grow with their square
  size_t numbers = 0;
  for (auto &s : p->scope.symbols)
    numbers += s->kind == SymbolKind::Variable && s->type && !s->temporary &&
               (s->type->scalar()->isReal() || s->type->scalar()->isComplex() || s->type->scalar()->isRecord());
  return numbers > many;
}

std::string Linearity::nameOf(const Procedure *p, CellId id) const {
  if (cells->isShared(id) && !effects->of(p).mentioned.test(id))
    return {};
  const Cell &cell = (*cells)[id];
  if (cell.kind == Cell::Kind::Variable && cell.symbol == p->result)
    return p->name;
  return cells->headName(id);
}

namespace {

std::vector<LinearityPair> listed(const std::map<std::pair<std::string, std::string>, Shape> &pairs) {
  std::vector<LinearityPair> out;
  for (auto &[names, shape] : pairs)
    out.push_back({names.first, names.second, shape});
  return out;
}

} // namespace

void Linearity::addPairs(Pairs &pairs, const Procedure *p, const std::string &of, const DepsRef &deps) {
  if (deps)
    for (const Deps::Entry &e : deps->entries())
      if (std::string on = e.source.cell & statusBit ? "" : nameOf(p, e.source.cell); !on.empty()) {
        Shape &shape = pairs[{of, on}];
        shape = rules::meet(shape, e.shape);
      }
}

std::vector<LinearityPair> Linearity::pairsOf(const Procedure *p, const DepsState &state) {
  Pairs pairs;
  for (auto &[id, deps] : state.all()) {
    bool pointer = !(id & statusBit) && (*cells)[id].type && (*cells)[id].type->isPointer();
    std::string of = id & statusBit || pointer ? "" : nameOf(p, id);
    if (!of.empty())
      addPairs(pairs, p, of, deps);
  }
  return listed(pairs);
}

void Linearity::listStatements(ProcedureLinearity &out, LinearityFold &found) {
  const Procedure *p = out.procedure;
  found.observe([&](const Stmt &s) {
    auto *assign = llvm::dyn_cast<Assign>(&s);
    if (!assign)
      return;
    Pairs deps;
    addPairs(deps, p, "", found.deps(assign->value));
    out.statements.push_back({&s, pairsOf(p, found.state()), listed(deps)});
  });
}

/// All that are in pairs, in the order in which they are declared.
void Linearity::listVariables(ProcedureLinearity &out, const LinearityFold &found) {
  std::set<std::string> wanted;
  for (const LinearityPair &pair : out.pairs)
    wanted.insert({pair.of, pair.on});
  std::map<std::string, std::tuple<uint32_t, uint32_t, uint32_t>> places;
  auto note = [&](CellId id) {
    std::string name = id & statusBit ? "" : nameOf(out.procedure, id);
    const Symbol *s = wanted.count(name) ? cells->symbolOf(id) : nullptr;
    if (s)
      places.try_emplace(name, s->location.file, s->location.line, s->location.column);
  };
  for (auto &[id, deps] : found.state().all()) {
    note(id);
    if (deps)
      for (const Deps::Entry &e : deps->entries())
        note(e.source.cell);
  }
  out.variables.assign(wanted.begin(), wanted.end());
  std::stable_sort(out.variables.begin(), out.variables.end(),
                   [&](const std::string &a, const std::string &b) { return places[a] < places[b]; });
}

CarriedReads &Linearity::reads() {
  if (!carriedReads)
    carriedReads = std::make_unique<CarriedReads>(program, *cells, *effects);
  return *carriedReads;
}

VaryingUses Linearity::varyingUses(LinearityFold &found, const std::function<bool(const Stmt &)> &wanted) {
  VaryingUses uses;
  found.observe([&](const Stmt &s) {
    if (!wanted(s))
      return;
    for (const Expr *e : expressions(s))
      forEach(e, [&](const Expr *x) {
        if (x->isPlace() && found.varies(x))
          uses.places.insert(x);
      });
    if (auto *call = llvm::dyn_cast<Call>(&s))
      found.results(*call, found, [&](CellId id) {
        DepsRef value = found.read(id);
        if (value)
          uses.inputs.insert({call, id});
        return value;
      });
  });
  return uses;
}

void Linearity::listLoops(ProcedureLinearity &out, LinearityFold &found) {
  const Procedure *p = out.procedure;
  std::vector<const Stmt *> loops;
  std::set<const Stmt *> inside;
  forEachStmt(p->body, [&](const Stmt &s) { // outer before inner
    if (!llvm::isa<For, While>(s))
      return;
    loops.push_back(&s);
    if (inside.insert(&s).second)
      for (const Block *b : blocks(s))
        forEachStmt(*b, [&](const Stmt &x) { inside.insert(&x); });
  });
  if (loops.empty())
    return;
  VaryingUses uses = varyingUses(found, [&](const Stmt &s) { return inside.count(&s) > 0; });
  for (const Stmt *loop : loops) {
    LoopLinearity answer = CarriedDependences(*cells, *effects, reads(), found, p, uses, *loop).run();
    for (CarriedDependence &c : answer.carried) {
      c.of = nameOf(p, c.ofCell);
      c.on = nameOf(p, c.onCell);
    }
    for (CellId id : answer.needed)
      if (std::string name = nameOf(p, id); !name.empty())
        answer.neededValues.push_back(name);
    out.loops.push_back(std::move(answer));
  }
}

ProcedureLinearity Linearity::describe(const Procedure *p, bool statements) {
  ProcedureLinearity out;
  out.procedure = p;
  out.interfaceOnly = hasManyVariables(p);
  auto found = fold(p, entryOf(p), out.interfaceOnly ? InnerSources::Interface : InnerSources::All);
  out.pairs = pairsOf(p, found->state());
  listVariables(out, *found);
  listLoops(out, *found);
  if (statements)
    listStatements(out, *found);
  return out;
}

std::vector<ProcedureLinearity> Linearity::procedures(bool statements) {
  std::vector<ProcedureLinearity> out;
  for (const Procedure *p : reached())
    out.push_back(describe(p, statements));
  return out;
}

std::vector<const Procedure *> Linearity::reached() const {
  std::set<const Procedure *> all;
  for (auto &component : cells->bottomUp())
    all.insert(component.begin(), component.end());
  std::vector<const Procedure *> out;
  for (const Procedure *p : ir::procedures(program))
    if (all.count(p))
      out.push_back(p);
  return out;
}

LinearityReason Linearity::why(const Procedure *p, const std::string &of, const std::string &on) {
  LinearityReason out;
  out.procedure = p;
  auto found = fold(p, entryOf(p), InnerSources::All);
  std::set<CellId> targets, sources;
  auto note = [&](CellId id) {
    bool pointer = !(id & statusBit) && (*cells)[id].type && (*cells)[id].type->isPointer();
    std::string name = id & statusBit || pointer ? "" : nameOf(p, id);
    if (!name.empty() && name == of)
      targets.insert(id);
    if (!name.empty() && name == on)
      sources.insert(id);
  };
  for (auto &[id, deps] : found->state().all()) {
    note(id);
    if (deps)
      for (const Deps::Entry &e : deps->entries())
        note(e.source.cell);
  }
  for (auto &s : p->scope.symbols)
    if (s->kind == SymbolKind::Variable)
      note(cells->variable(s.get()));
  out.known = !targets.empty() && !sources.empty();
  LinearityWhy reason(*cells, *found, p, targets, sources);
  out.steps = reason.run();
  out.shape = reason.shape();
  return out;
}

} // namespace costate::analysis
