#include "transform/ExpandIntents.h"

#include "analysis/CallGraph.h"
#include "analysis/Differentiable.h"
#include "analysis/Extensions.h"
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
    for (Symbol *s : p.parameters)
      if (s->kind == SymbolKind::Variable && s->intent == Intent::Out && !s->type->isPointer() &&
          !(s->allocatable && isHead))
        expand(s, first);
    prepend(std::move(first));
  }

  void expandOne(Symbol *s) {
    Block first;
    if (!s->type->isPointer())
      expand(s, first);
    s->intent = Intent::InOut;
    prepend(std::move(first));
  }

private:
  Program &program;
  Builder b;
  Procedure &p;
  bool onlyDefaults;
  Diagnostics &diagnostics;

  void expand(Symbol *s, Block &first) {
    if (s->polymorphic && !s->allocatable)
      checkExtensions(*s);
    Block begins;
    begin(b.variable(s, s->location), s->allocatable, begins);
    if (begins.empty())
      return;
    if (!onlyDefaults)
      s->intent = Intent::InOut;
    if (!s->optional)
      std::move(begins.begin(), begins.end(), std::back_inserter(first));
    else
      first.push_back(std::make_unique<If>(inquiry("present", b.variable(s, s->location)), std::move(begins), Block{},
                                           s->location));
  }

  void prepend(Block first) {
    p.body.insert(p.body.begin(), std::make_move_iterator(first.begin()), std::make_move_iterator(first.end()));
  }

  const Expr *inquiry(const char *name, const Expr *of) {
    return program.exprs.make<Intrinsic>(b.defaultLogical(), name, std::vector<const Expr *>{of}, of->location);
  }

  /// The components of the type that an object happens to have cannot be named here.
  void checkExtensions(const Symbol &s) {
    auto *declared = llvm::dyn_cast<RecordType>(s.type->scalar()->strip());
    for (const RecordType *type : declared ? analysis::extensionsOf(program, *declared) : std::vector<const RecordType *>())
      for (const Component &c : type->components)
        if (c.type != type->parent && begins(c))
          return diagnostics.error(s.location,
                                   "cannot differentiate what INTENT(OUT) does to '" + c.name + "' of '" + type->name +
                                       "', which CLASS '" + s.name + "' may be",
                                   "make it INTENT(INOUT), and assign the components in the procedures of '" +
                                       type->name + "'");
  }

  /// Whether INTENT(OUT) does something to a component that a derivative has to know. A tangent deallocates shadows with
  /// their originals; default values are not those of shadows.
  bool begins(const Component &c) const {
    if (c.initial)
      return !onlyDefaults || (analysis::carriesDerivative(c.type) && !c.type->isPointer());
    if (c.allocatable)
      return !onlyDefaults;
    auto *record = llvm::dyn_cast<RecordType>(c.type->scalar()->strip());
    return record && std::any_of(record->components.begin(), record->components.end(),
                                 [&](const Component &inner) { return begins(inner); });
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

template <typename Visit>
void forEachReached(Program &program, const std::vector<analysis::Head> &heads, Visit &&visit) {
  std::vector<Procedure *> roots;
  for (const analysis::Head &head : heads)
    roots.push_back(head.procedure);
  for (auto &component : analysis::CallGraph(program).bottomUp(roots))
    for (Procedure *p : component)
      if (p->language == Language::Fortran)
        visit(*p, llvm::is_contained(roots, p));
}

} // namespace

void expandDefaults(Program &program, const std::vector<analysis::Head> &heads, Diagnostics &diagnostics) {
  forEachReached(program, heads,
                 [&](Procedure &p, bool) { IntentsOf(program, p, true, diagnostics).expand(false); });
}

void expandIntents(Program &program, const std::vector<analysis::Head> &heads, Diagnostics &diagnostics) {
  forEachReached(program, heads,
                 [&](Procedure &p, bool isHead) { IntentsOf(program, p, false, diagnostics).expand(isHead); });
}

void beginArgument(Program &program, Procedure &p, Symbol *argument, Diagnostics &diagnostics) {
  IntentsOf(program, p, false, diagnostics).expandOne(argument);
}

} // namespace costate::transform
