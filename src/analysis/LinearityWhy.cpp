#include "analysis/LinearityWhy.h"

#include "llvm/Support/Casting.h"

#include <algorithm>
#include <deque>

namespace costate::analysis {

using namespace ir;

std::vector<LinearityStep> LinearityWhy::run() {
  nest(p->body, {});
  fold.observe([&](const Stmt &s) { visit(s); });
  for (CellId id : of)
    if (fold.state().holds(id))
      how = rules::meet(how, onSource(fold.state().get(id)));
  if (how.isNone())
    return {};
  std::vector<LinearityStep> found = search(!how.isLinear());
  return found.empty() ? search(false) : found;
}

void LinearityWhy::nest(const Block &b, std::vector<const Stmt *> around) {
  for (const StmtPtr &s : b) {
    enclosing[s.get()] = around;
    if (blocks(*s).empty())
      continue;
    std::vector<const Stmt *> inner = around;
    inner.push_back(s.get());
    for (const Block *x : blocks(*s))
      nest(*x, inner);
  }
}

Shape LinearityWhy::onSource(const DepsRef &deps) const {
  Shape out;
  if (deps)
    for (const Deps::Entry &e : deps->entries())
      if (on.count(e.source.cell))
        out = rules::meet(out, e.shape);
  return out;
}

// ---- What happens -------------------------------------------------------------------------------------

void LinearityWhy::read(Event &event, CellId id) {
  if (on.count(id))
    event.direct = event.direct || fold.current(id);
  Shape shape = onSource(fold.current(id));
  if (!shape.isNone())
    event.inputs.push_back({id, shape});
}

void LinearityWhy::read(Event &event, const Expr *e) {
  forEachRead(e, [&](const Expr *place) {
    for (CellId id : memory.places(p, place))
      memory.forEachLeaf(id, [&](CellId leaf) { read(event, leaf); });
  });
}

void LinearityWhy::add(Event event, const Stmt &s) {
  event.step.statement = &s;
  for (const Stmt *around : enclosing[&s])
    if (auto decision = decisions.find(around); decision != decisions.end())
      event.deciders.push_back(decision->second);
  event.whole = event.whole && enclosing[&s].empty(); // it is run, and once
  if (event.shape.isNone() && event.deciders.empty() && !event.whole)
    return;
  if (event.step.decides)
    decisions[&s] = events.size();
  else
    writers[event.step.written].push_back(events.size());
  events.push_back(std::move(event));
}

void LinearityWhy::visit(const Stmt &s) {
  Event event;
  if (auto *call = llvm::dyn_cast<Call>(&s)) {
    for (const Argument &a : call->arguments)
      read(event, a.value);
    std::map<CellId, CallDeps::Result> results = fold.results(*call, fold, [&](CellId id) {
      read(event, id);
      return fold.read(id);
    });
    for (auto &[id, result] : results) {
      event.step.written = id;
      event.shape = onSource(result.deps);
      event.whole = result.sure;
      add(event, s);
    }
    return;
  }
  DepsRef deps;
  if (auto *assign = llvm::dyn_cast<Assign>(&s)) {
    deps = meet(meet(fold.deps(assign->value), fold.address(assign->place)), nonlinear(fold.deps(assign->mask)));
    read(event, assign->value);
    read(event, assign->mask);
    for (const Expr *operand : operands(assign->place))
      if (!operand->type || !operand->type->isArray())
        read(event, operand);
    event.shape = onSource(deps);
    event.whole = !assign->mask && memory.isWhole(p, assign->place);
    for (CellId id : memory.places(p, assign->place))
      memory.forEachLeaf(id, [&](CellId leaf) {
        event.step.written = leaf;
        add(event, s);
      });
    return;
  }
  for (const Expr *e : expressions(s)) {
    deps = meet(deps, nonlinear(fold.deps(e)));
    read(event, e);
  }
  event.shape = onSource(deps);
  event.step.decides = true;
  if (!blocks(s).empty() && !event.shape.isNone())
    add(event, s);
}

// ---- The way ------------------------------------------------------------------------------------------

/// Whether a value may still be there: written before and not overwritten since, or in an earlier iteration.
bool LinearityWhy::reaches(size_t writer, size_t reader, CellId id) const {
  if (reader < events.size() && writer >= reader) {
    const auto &one = enclosing.at(events[writer].step.statement), &other = enclosing.at(events[reader].step.statement);
    return !one.empty() && !other.empty() && llvm::isa<For, While>(one[0]) && one[0] == other[0];
  }
  const std::vector<size_t> &all = writers.at(id);
  return std::none_of(all.begin(), all.end(), [&](size_t between) {
    return writer < between && between < reader && events[between].whole;
  });
}

/// Backwards from what is left in the variable, breadth first; with whether a step has made it nonlinear.
std::vector<LinearityStep> LinearityWhy::search(bool wanted) {
  using State = std::pair<size_t, bool>;
  std::map<State, std::pair<State, bool>> cameFrom; // the later state, and whether its step is nonlinear
  std::deque<State> open;
  constexpr size_t none = ~size_t(0);
  auto go = [&](size_t event, State later, bool nonlinear) {
    State next{event, nonlinear || later.second};
    if (cameFrom.try_emplace(next, later, nonlinear).second)
      open.push_back(next);
  };
  for (CellId id : of)
    for (auto w = writers[id].rbegin(); w != writers[id].rend(); ++w)
      if (reaches(*w, none, id))
        go(*w, {none, false}, false);
  while (!open.empty()) {
    State at = open.front();
    open.pop_front();
    const Event &event = events[at.first];
    bool breaks = event.step.decides || !event.shape.isLinear();
    // What else it reads may be what makes it nonlinear.
    bool itself = event.step.decides || std::none_of(event.inputs.begin(), event.inputs.end(), [&](auto &input) {
                    return !on.count(input.first) && !input.second.isLinear();
                  });
    if (event.direct && (at.second || (breaks && itself) || !wanted)) {
      std::vector<LinearityStep> way;
      bool nonlinear = breaks && itself;
      for (State s = at; s.first != none;) {
        way.push_back(events[s.first].step);
        way.back().nonlinear = nonlinear;
        auto &[later, broke] = cameFrom.at(s);
        nonlinear = broke;
        s = later;
      }
      return way;
    }
    for (auto &[id, shape] : event.inputs)
      for (size_t writer : writers[id])
        if (reaches(writer, at.first, id))
          go(writer, at, event.step.decides || (breaks && shape.isLinear()));
    for (size_t decider : event.deciders)
      go(decider, at, false);
  }
  return {};
}

} // namespace costate::analysis
