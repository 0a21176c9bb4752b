#include "transform/ExpandIntents.h"

#include "analysis/CallGraph.h"
#include "ir/Builder.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace costate::transform {

using namespace ir;

namespace {

class IntentsOf {
public:
  IntentsOf(Program &program, Procedure &p, bool onlyDefaults, Diagnostics &diagnostics)
      : program(program), b(program), p(p), onlyDefaults(onlyDefaults), diagnostics(diagnostics) {}

  void expand(bool isHead) {
    Block first;
    for (Symbol *s : p.parameters) {
      if (s->kind != SymbolKind::Variable || s->intent != Intent::Out || s->type->isPointer())
        continue;
      if (s->allocatable && isHead)
        continue;
      Block begins;
      begin(b.variable(s, s->location), s->allocatable, begins);
      if (begins.empty())
        continue;
      if (!onlyDefaults)
        s->intent = Intent::InOut;
      if (!s->optional)
        std::move(begins.begin(), begins.end(), std::back_inserter(first));
      else
        first.push_back(std::make_unique<If>(inquiry("present", b.variable(s, s->location)), std::move(begins),
                                             Block{}, s->location));
    }
    p.body.insert(p.body.begin(), std::make_move_iterator(first.begin()), std::make_move_iterator(first.end()));
  }

private:
  Program &program;
  Builder b;
  Procedure &p;
  bool onlyDefaults;
  Diagnostics &diagnostics;

  const Expr *inquiry(const char *name, const Expr *of) {
    return program.exprs.make<Intrinsic>(b.defaultLogical(), name, std::vector<const Expr *>{of}, of->location);
  }

  /// A place that comes to be: an argument, or a component of one.
  void begin(const Expr *place, bool allocatable, Block &out) {
    if (allocatable && onlyDefaults)
      return;
    if (allocatable) {
      Block drop;
      drop.push_back(std::make_unique<Free>(std::vector{place}, place->location));
      out.push_back(std::make_unique<If>(inquiry("allocated", place), std::move(drop), Block{}, place->location));
      return;
    }
    auto *record = llvm::dyn_cast<RecordType>(place->type->scalar()->strip());
    for (unsigned i = 0; record && i < record->components.size(); ++i) {
      const Component &c = record->components[i];
      Block inside;
      const Expr *part = program.exprs.make<Field>(c.type, place, record, i, place->location);
      if (c.initial)
        inside.push_back(std::make_unique<Assign>(part, c.initial, place->location));
      else if (!c.type->isPointer())
        begin(part, c.allocatable, inside);
      if (!inside.empty() && place->type->isArray() && onlyDefaults)
        return; // Tangents clear the derivatives of such arrays
      if (!inside.empty() && place->type->isArray())
        return diagnostics.error(place->location,
                                 "an adjoint cannot give the records of an array the values that INTENT(OUT) "
                                 "gives them",
                                 "make it INTENT(INOUT), and assign the values in a loop");
      std::move(inside.begin(), inside.end(), std::back_inserter(out));
    }
  }
};

} // namespace

void expandDefaults(Program &program, Diagnostics &diagnostics) {
  for (Procedure *p : procedures(program))
    if (p->language == Language::Fortran)
      IntentsOf(program, *p, true, diagnostics).expand(false);
}

void expandIntents(Program &program, const std::vector<analysis::Head> &heads, Diagnostics &diagnostics) {
  std::vector<Procedure *> roots;
  for (const analysis::Head &head : heads)
    roots.push_back(head.procedure);
  for (auto &component : analysis::CallGraph(program).bottomUp(roots))
    for (Procedure *p : component)
      if (p->language == Language::Fortran)
        IntentsOf(program, *p, false, diagnostics).expand(llvm::is_contained(roots, p));
}

} // namespace costate::transform
