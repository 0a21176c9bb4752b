#include "transform/Finalisers.h"

#include "analysis/CallGraph.h"
#include "analysis/Differentiable.h"
#include "analysis/Extensions.h"

#include "llvm/Support/Casting.h"

#include <algorithm>
#include <map>
#include <set>

namespace costate::transform {

using namespace ir;

namespace {

/// What a FINAL procedure does that somebody could see, from least to most.
enum class Deed { Nothing, Releases, Prints, Anything };

const RecordType *recordOf(const Type *type) {
  return type ? llvm::dyn_cast<RecordType>(type->scalar()->strip()) : nullptr;
}

class Finalisers {
public:
  Finalisers(Program &program, bool isAdjoint, Diagnostics &diagnostics)
      : program(program), isAdjoint(isAdjoint), diagnostics(diagnostics) {}

  bool any() {
    auto types = analysis::recordTypes(program);
    return std::any_of(types.begin(), types.end(), [](const RecordType *t) {
      return std::any_of(t->bindings.begin(), t->bindings.end(), [](const Binding &b) { return b.isFinal; });
    });
  }

  void check(const Procedure &p) {
    for (auto &s : p.scope.symbols) {
      bool isArgument = s->storage == Storage::Argument && s->intent == Intent::Out;
      bool isOwn = s->storage == Storage::Local || s->storage == Storage::Result;
      if (s->kind == SymbolKind::Variable && s->type && !s->type->isPointer() && (isArgument || isOwn))
        refuse(s->type, s->polymorphic, s->location);
    }
    forEachStmt(p.body, [&](const Stmt &s) { check(s); });
  }

private:
  Program &program;
  bool isAdjoint;
  Diagnostics &diagnostics;

  void check(const Stmt &s) {
    auto refuseAt = [&](const Expr *place) {
      if (place)
        refuse(pointee(place->type), analysis::isPolymorphic(place), s.location);
    };
    if (auto *assign = llvm::dyn_cast<Assign>(&s); assign && !assign->place->type->isPointer())
      refuseAt(assign->place);
    if (auto *freed = llvm::dyn_cast<Free>(&s))
      for (const Expr *place : freed->places)
        refuseAt(place);
    if (auto *call = llvm::dyn_cast<Call>(&s)) {
      if (call->result && !call->result->type->isPointer())
        refuseAt(call->result);
      if (call->callee && call->callee->isIntrinsicProcedure) // MOVE_ALLOC
        for (const Argument &a : call->arguments)
          refuseAt(a.value);
    }
  }

  static const Type *pointee(const Type *type) {
    auto *pointer = llvm::dyn_cast_or_null<PointerType>(type ? type->strip() : nullptr);
    return pointer ? pointer->pointee : type;
  }

  void refuse(const Type *type, bool polymorphic, Location at) {
    std::set<const RecordType *> seen;
    if (const RecordType *record = recordOf(type))
      refuse(*record, polymorphic, at, seen);
  }

  void refuse(const RecordType &record, bool polymorphic, Location at, std::set<const RecordType *> &seen) {
    if (!seen.insert(&record).second)
      return;
    for (const Binding &b : record.bindings)
      if (b.isFinal)
        judge(record, b, at);
    for (const Component &c : record.components)
      if (const RecordType *inner = c.type->isPointer() ? nullptr : recordOf(c.type))
        refuse(*inner, c.polymorphic, at, seen);
    if (polymorphic)
      for (const RecordType *extension : analysis::extensionsOf(program, record))
        refuse(*extension, false, at, seen);
  }

  void judge(const RecordType &record, const Binding &b, Location at) {
    Deed deed = deedOf(b);
    if (deed == Deed::Anything || (deed == Deed::Prints && analysis::carriesDerivative(&record)))
      diagnostics.error(at, "cannot differentiate through the FINAL procedure '" + b.name + "' of type '" + record.name +
                                "', which runs here or when this variable ceases to exist",
                        "make it an ordinary procedure and call it");
    else if (deed == Deed::Releases && isAdjoint)
      diagnostics.error(at, "an adjoint cannot bring back what the FINAL procedure '" + b.name + "' of type '" +
                                record.name + "' releases",
                        "make it an ordinary procedure and call it");
  }

  // ---- What a FINAL procedure does --------------------------------------------------------------------

  std::map<const Symbol *, Deed> known;

  Deed deedOf(const Binding &b) {
    auto [it, isNew] = known.try_emplace(b.target, Deed::Anything);
    const Procedure *p = b.target ? b.target->procedure : nullptr;
    if (isNew && p && p->hasBody && !p->parameters.empty()) {
      std::set<const Procedure *> running;
      known[b.target] = deedOf(*p, {p->parameters[0]}, running);
    }
    return known[b.target];
  }

  using Symbols = std::set<const Symbol *>;

  /// `own`: parameters that are the object that ceases to exist, or parts of it.
  Deed deedOf(const Procedure &p, const Symbols &own, std::set<const Procedure *> &running) {
    if (!running.insert(&p).second)
      return Deed::Anything;
    auto isOwn = [&](const Expr *place) {
      const Symbol *root = place && place->isPlace() ? rootVariable(place) : nullptr;
      return root && (own.count(root) || (root->owner == &p && root->storage == Storage::Local));
    };
    Deed worst = Deed::Nothing;
    forEachStmt(p.body, [&](const Stmt &s) { worst = std::max(worst, deedOf(s, isOwn, running)); });
    running.erase(&p);
    return worst;
  }

  template <typename IsOwn>
  Deed deedOf(const Stmt &s, const IsOwn &isOwn, std::set<const Procedure *> &running) {
    switch (s.kind()) {
    case StmtKind::If:
    case StmtKind::While:
      return Deed::Nothing;
    case StmtKind::For:
      return llvm::cast<For>(s).variable->storage == Storage::Local ? Deed::Nothing : Deed::Anything;
    case StmtKind::Assign:
      return isOwn(llvm::cast<Assign>(s).place) ? Deed::Nothing : Deed::Anything;
    case StmtKind::Free: {
      auto &freed = llvm::cast<Free>(s);
      bool all = std::all_of(freed.places.begin(), freed.places.end(), isOwn) &&
                 (!freed.status || isOwn(freed.status)) && (!freed.message || isOwn(freed.message));
      return all ? Deed::Releases : Deed::Anything;
    }
    case StmtKind::Opaque: {
      auto &pieces = llvm::cast<Opaque>(s).pieces;
      bool writes = std::any_of(pieces.begin(), pieces.end(), [&](const OpaquePiece &piece) {
        return piece.effect >= OpaquePiece::Effect::Writes && !isOwn(piece.value);
      });
      return writes ? Deed::Anything : Deed::Prints;
    }
    case StmtKind::Call: {
      auto &call = llvm::cast<Call>(s);
      const Procedure *callee = call.callee ? call.callee->procedure : nullptr;
      if (!callee || !callee->hasBody || (call.result && !isOwn(call.result)))
        return Deed::Anything;
      Symbols own;
      for (size_t i = 0; i < call.arguments.size() && i < callee->parameters.size(); ++i)
        if (isOwn(call.arguments[i].value))
          own.insert(callee->parameters[i]);
      return deedOf(*callee, own, running);
    }
    default:
      return Deed::Anything;
    }
  }
};

} // namespace

void refuseFinalisers(Program &program, const std::vector<analysis::Head> &heads, bool isAdjoint,
                      Diagnostics &diagnostics) {
  Finalisers finalisers(program, isAdjoint, diagnostics);
  if (!finalisers.any())
    return;
  std::vector<Procedure *> roots;
  for (const analysis::Head &head : heads)
    roots.push_back(head.procedure);
  for (auto &component : analysis::CallGraph(program).bottomUp(roots))
    for (const Procedure *p : component)
      finalisers.check(*p);
}

} // namespace costate::transform
