#include "transform/DerivativeParts.h"

#include "analysis/CallGraph.h"
#include "analysis/Differentiable.h"
#include "analysis/Extensions.h"
#include "transform/ConformArguments.h"
#include "transform/LiftInternal.h"
#include "transform/ParallelDerivatives.h"
#include "transform/ProcedureValues.h"

#include <algorithm>
#include <set>

namespace costate::transform {

using namespace ir;
using analysis::Varied;
using analysis::Variant;

namespace {

/// What EQUIVALENCE puts into a COMMON block is in it like a member, from here on.
void placeInCommon(Program &program) {
  auto place = [](Scope &scope) {
    for (auto &s : scope.symbols)
      if (s->overlay && s->overlay->block)
        s->storage = Storage::Common;
  };
  for (auto &unit : program.units)
    place(unit->scope);
  for (Procedure *p : procedures(program))
    place(p->scope);
}

template <typename Names> bool passes(const Call &call, Names names) {
  return std::any_of(call.arguments.begin(), call.arguments.end(),
                     [&](const Argument &a) { return names(a.value); });
}

} // namespace

bool prepare(Program &program, const std::vector<std::string> &specifications,
             analysis::Externals &externals, Diagnostics &diagnostics) {
  placeInCommon(program);
  dropDirectives(program);
  for (const std::string &path : specifications)
    externals.read(path, diagnostics);
  externals.check(program, diagnostics);
  if (diagnostics.hasErrors())
    return false;
  conformArguments(program);
  liftInternalProcedures(program, diagnostics);
  giveMathBodies(program);
  return true;
}

bool needsShadow(const Varied &varied, const Variant &v, const Symbol *s) {
  if (s->kind != SymbolKind::Variable || !analysis::carriesDerivative(s->type))
    return false;
  if (v.head && (s->storage == Storage::Argument || s->storage == Storage::Result))
    return v.head->names(s) || varied.mayWrite()(*v.procedure, s) ||
           (s->storage == Storage::Result && varied.varies(v, s));
  return varied.varies(v, s);
}

bool changesParameter(const Procedure &p, const Symbol *parameter) {
  auto names = [&](const Expr *place) { return place && rootVariable(place) == parameter; };
  bool found = false;
  forEachStmt(p.body, [&](const Stmt &s) {
    if (auto *assign = llvm::dyn_cast<Assign>(&s))
      found |= names(assign->place);
    else if (auto *call = llvm::dyn_cast<Call>(&s))
      found |= names(call->result) || (p.language == Language::Fortran && passes(*call, names));
    else if (auto *opaque = llvm::dyn_cast<Opaque>(&s))
      for (const OpaquePiece &piece : opaque->pieces)
        found |= piece.effect >= OpaquePiece::Effect::Writes && names(piece.value);
    for (const Expr *e : expressions(s))
      forEach(e, [&](const Expr *x) {
        auto *address = llvm::dyn_cast<AddressOf>(x);
        found |= address && names(address->place);
      });
  });
  return found;
}

void shadowGlobals(const Varied &varied, const Variant &v, Procedure &derivative,
                   Renaming &renaming, Shadows &shadows, Generated &generated,
                   const std::function<void(const Symbol *)> &added) {
  auto note = [&](Symbol *g) {
    bool shared = g && (!g->owner || g->storage == Storage::Common);
    if (!shared || shadows.of(g) || !varied.varies(v, g))
      return;
    shadows.add(g, g->storage == Storage::Common
                       ? generated.shadowOfCommon(derivative, renaming.of(g))
                       : generated.shadowOfGlobal(g));
    if (added)
      added(g);
  };
  forEachStmt(v.procedure->body, [&](const Stmt &s) {
    for (const Expr *e : expressions(s))
      forEach(e, [&](const Expr *x) {
        if (auto *variable = llvm::dyn_cast<Variable>(x))
          note(variable->symbol);
      });
  });
  if (v.head) // what only its callees mention is the caller's to set and read all the same
    for (auto *list : {&v.head->independents, &v.head->dependents})
      for (const analysis::HeadVariable &x : *list)
        if (!x.symbol->owner)
          note(x.symbol);
}

bool computesInSingle(const Varied &varied, const std::vector<const Variant *> &variants) {
  auto isSingle = [](const Expr *e) {
    auto *real = e->type ? llvm::dyn_cast<RealType>(e->type->scalar()->strip()) : nullptr;
    return real && real->realKind < 8;
  };
  bool found = false;
  for (const Variant *v : variants)
    forEachStmt(v->procedure->body, [&](const Stmt &s) {
      for (const Expr *e : expressions(s))
        if (!found)
          forEach(e, [&](const Expr *x) { found = found || (isSingle(x) && varied.varies(*v, x)); });
    });
  return found;
}

void clearReturned(Block &block) {
  forEachStmt(block, [](Stmt &s) {
    if (auto *branch = llvm::dyn_cast<If>(&s))
      branch->thenReturned = false;
  });
}

namespace {

bool holdsPolymorphic(const Type *type, std::set<const RecordType *> &seen) {
  auto *pointer = llvm::dyn_cast_or_null<PointerType>(type ? type->strip() : nullptr);
  auto *record = llvm::dyn_cast_or_null<RecordType>(pointer ? pointer->pointee->scalar()->strip()
                                                            : type ? type->scalar()->strip() : nullptr);
  return record && seen.insert(record).second &&
         std::any_of(record->components.begin(), record->components.end(), [&](const Component &c) {
           return c.polymorphic || holdsPolymorphic(c.type, seen);
         });
}

/// A binding of this name that extensions may override.
bool isOpenBinding(const RecordType *type, const std::string &name) {
  for (; type; type = type->parent)
    for (const Binding &b : type->bindings)
      if (b.name == name)
        return b.attributes.find("non_overridable") == std::string::npos;
  return false;
}

/// What an object of unknown type decides: the name of the binding; none: nothing.
std::string dispatched(const Call &call) {
  bool isName = call.written.starts_with("%");
  bool isOperator = !call.generic && (call.written.starts_with("operator(") || call.written == "assignment(=)");
  for (const Argument &a : call.arguments) {
    if (!a.value || !a.value->isPlace() || !analysis::isPolymorphic(a.value))
      continue;
    auto *type = llvm::dyn_cast<RecordType>(a.value->type->scalar()->strip());
    if (isOperator || (isName && isOpenBinding(type, call.written.substr(1))))
      return call.written.substr(isName ? 1 : 0);
    if (isName)
      break;
  }
  return {};
}

} // namespace

bool takesExtensions(const Procedure &head) {
  return std::any_of(head.parameters.begin(), head.parameters.end(), [](const Symbol *s) {
    std::set<const RecordType *> seen;
    return s->polymorphic || holdsPolymorphic(s->type, seen);
  });
}

void warnOfExtensions(Program &program, const std::vector<analysis::Head> &heads, Diagnostics &diagnostics) {
  std::vector<Procedure *> roots;
  for (const analysis::Head &head : heads)
    if (takesExtensions(*head.procedure))
      roots.push_back(head.procedure);
  if (roots.empty())
    return;
  for (auto &component : analysis::CallGraph(program).bottomUp(roots))
    for (const Procedure *p : component)
      forEachStmt(p->body, [&](const Stmt &s) {
        auto *call = llvm::dyn_cast<Call>(&s);
        std::string name = call ? dispatched(*call) : std::string();
        if (!name.empty())
          diagnostics.warning(s.location,
                              "'" + name + "' is taken for '" + call->callee->name +
                                  "': an extension outside of these files may bind another procedure to it",
                              "give the files of all types that the arguments of the head may be of");
      });
}

void warnOfZeros(const std::vector<const Variant *> &variants, Diagnostics &diagnostics) {
  for (const Variant *v : variants)
    if (v->head && v->constant)
      diagnostics.warning(v->procedure->location, "no dependent of '" + v->head->text +
                                                      "' depends on its independents: the "
                                                      "derivative is zero");
}

} // namespace costate::transform
