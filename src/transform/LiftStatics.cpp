#include "transform/LiftStatics.h"

#include "analysis/CallGraph.h"

namespace costate::transform {

using namespace ir;

namespace {

std::string uniqueName(const Unit &unit, const std::string &base) {
  auto isTaken = [&](const std::string &name) {
    for (auto &s : unit.scope.symbols)
      if (s->name == name)
        return true;
    return false;
  };
  std::string name = base;
  for (unsigned i = 1; isTaken(name); ++i)
    name = base + std::to_string(i);
  return name;
}

void lift(Procedure &p, std::vector<const Symbol *> &lifted) {
  auto &own = p.scope.symbols;
  for (size_t i = 0; i < own.size();) {
    Symbol *s = own[i].get();
    if (s->storage != Storage::Saved || s->kind != SymbolKind::Variable) {
      ++i;
      continue;
    }
    s->name = uniqueName(*p.unit, p.name + "_" + s->name);
    s->storage = Storage::Global;
    s->internalLinkage = true;
    s->owner = nullptr;
    s->unit = p.unit;
    lifted.push_back(s);
    p.unit->scope.symbols.push_back(std::move(own[i]));
    own.erase(own.begin() + i);
  }
}

} // namespace

std::vector<const Symbol *> liftStatics(Program &program, const std::vector<analysis::Head> &heads) {
  analysis::CallGraph calls(program);
  std::vector<Procedure *> roots;
  for (const analysis::Head &head : heads)
    roots.push_back(head.procedure);
  std::vector<const Symbol *> lifted;
  for (auto &component : calls.bottomUp(roots))
    for (Procedure *caller : component)
      for (Procedure *p : calls.callees(caller))
        if (p->language == Language::C && p->hasBody)
          lift(*p, lifted);
  return lifted;
}

} // namespace costate::transform
