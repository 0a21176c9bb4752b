#include "transform/LiftInternal.h"

#include "ir/Builder.h"
#include "ir/Constants.h"
#include "ir/Rewrite.h"
#include "transform/DerivativeParts.h"

#include <algorithm>

namespace costate::transform {

using namespace ir;

namespace {

class Lifting {
public:
  Lifting(Program &program, Diagnostics &diagnostics)
      : program(program), diagnostics(diagnostics), b(program) {}

  void run() {
    for (Procedure *p : procedures(program))
      if (p->host)
        internal.push_back(p);
    if (internal.empty())
      return;
    for (Procedure *p : internal)
      findCaptures(*p);
    closeOverCalls();
    for (Procedure *p : internal)
      refuseShared(*p);
    for (Procedure *p : internal)
      declare(*p);
    for (Procedure *p : procedures(program))
      passArguments(*p);
    for (Procedure *p : internal)
      renamings.at(p)->apply(p->body);
  }

private:
  Program &program;
  Diagnostics &diagnostics;
  Builder b;
  std::vector<Procedure *> internal;
  std::map<const Procedure *, std::vector<Symbol *>> captured;
  std::map<const Procedure *, std::unique_ptr<Renaming>> renamings;

  static bool isHost(const Procedure &p, const Procedure *owner) {
    for (const Procedure *h = p.host; h; h = h->host)
      if (h == owner)
        return true;
    return false;
  }

  void capture(Procedure &p, Symbol *s) {
    auto &list = captured[&p];
    if (!isHost(p, s->owner) || std::find(list.begin(), list.end(), s) != list.end())
      return;
    bool isInternal = s->kind == SymbolKind::Procedure && s->procedure && s->procedure->host;
    if (isInternal)
      return; // they are lifted, too
    list.push_back(s);
    captureType(p, s->type);
    if (s->kind == SymbolKind::NamedConstant)
      captureExpr(p, s->initial);
    if (s->storage == Storage::Common)
      captureBlock(p, *s);
  }

  /// A COMMON block is declared as a whole, with what EQUIVALENCE puts into it.
  void captureBlock(Procedure &p, const Symbol &s) {
    const Scope &host = s.owner->scope;
    for (const CommonDeclaration &c : host.commons)
      if (c.block == s.overlay->block)
        for (Symbol *member : c.members)
          capture(p, member);
    for (const auto &set : host.equivalences)
      if (std::any_of(set.begin(), set.end(), [&](const Expr *place) { return rootVariable(place) == &s; }))
        for (const Expr *place : set)
          captureExpr(p, place);
  }

  /// Constants and names of external procedures are no values that could be passed. What is in a COMMON block could be
  /// changed by others while a dummy argument stands for it.
  static bool isDeclaredAgain(const Symbol &s) {
    return s.kind == SymbolKind::NamedConstant || s.storage == Storage::Common ||
           (s.kind == SymbolKind::Procedure && !s.isDummyProcedure());
  }

  void captureExpr(Procedure &p, const Expr *e) {
    forEach(e, [&](const Expr *x) {
      if (auto *v = llvm::dyn_cast<Variable>(x))
        capture(p, v->symbol);
      if (auto *r = llvm::dyn_cast<ProcedureReference>(x))
        capture(p, r->symbol);
    });
  }

  void captureType(Procedure &p, const Type *type) {
    if (!type)
      return;
    if (auto *pointer = llvm::dyn_cast<PointerType>(type->strip()))
      return captureType(p, pointer->pointee);
    if (auto *array = llvm::dyn_cast<ArrayType>(type->strip())) {
      for (const Dimension &d : array->dimensions)
        for (const Expr *e : {d.lower, d.upper, d.extent})
          captureExpr(p, e);
      return captureType(p, array->element);
    }
    if (auto *text = llvm::dyn_cast<CharacterType>(type->strip()))
      captureExpr(p, text->length);
  }

  void findCaptures(Procedure &p) {
    captured[&p];
    for (auto &s : p.scope.symbols) {
      captureType(p, s->type);
      captureExpr(p, s->initial);
    }
    forEachStmt(p.body, [&](const Stmt &s) {
      for (const Expr *e : expressions(s))
        captureExpr(p, e);
      if (auto *loop = llvm::dyn_cast<For>(&s))
        capture(p, loop->variable);
      if (auto *call = llvm::dyn_cast<Call>(&s); call && call->callee)
        capture(p, call->callee);
    });
  }

  /// Who calls an internal procedure needs what that one needs, up to the host that owns it.
  void closeOverCalls() {
    for (bool changed = true; changed;) {
      changed = false;
      for (Procedure *p : internal)
        forEachStmt(p->body, [&](const Stmt &s) {
          auto *call = llvm::dyn_cast<Call>(&s);
          Procedure *target = call && call->callee ? call->callee->procedure : nullptr;
          if (!target || !captured.count(target))
            return;
          size_t before = captured[p].size();
          for (Symbol *x : std::vector<Symbol *>(captured[target]))
            if (x->storage != Storage::Common)
              capture(*p, x);
          changed |= captured[p].size() != before;
        });
    }
  }

  /// Captured variables become arguments, constants and external names are declared again.
  void declare(Procedure &p) {
    auto renaming = std::make_unique<Renaming>(program);
    std::vector<std::pair<Symbol *, Symbol *>> made;
    for (Symbol *s : captured[&p]) {
      // What it captured it does not declare, so the host's name is free in it; but two hosts deep
      // the same name may stand for two variables.
      bool taken = std::any_of(made.begin(), made.end(), [&](auto &m) { return m.first->name == s->name; });
      std::string name = taken ? p.makeTemporary(s->name, s->type)->name : s->name;
      Symbol *own = taken ? p.scope.symbols.back().get()
                          : addSymbol(p.scope, name, s->kind, s->type, s->location);
      *own = *s;
      own->name = name;
      own->owner = &p;
      own->temporary = false;
      if (!isDeclaredAgain(*s)) {
        own->storage = Storage::Argument;
        own->overlay.reset();
        own->initial = nullptr;
        own->byValue = false;
        own->intent = Intent::Unknown;
        p.parameters.push_back(own);
      }
      renaming->add(s, own);
      made.push_back({s, own});
    }
    declareBlocks(p, *renaming);
    for (auto &[original, own] : made) {
      own->type = (*renaming)(own->type);
      own->initial = (*renaming)(own->initial);
    }
    for (auto &s : p.scope.symbols) {
      s->type = (*renaming)(s->type);
      s->initial = (*renaming)(s->initial);
    }
    renamings[&p] = std::move(renaming);
  }

  void declareBlocks(Procedure &p, Renaming &renaming) {
    auto isCaptured = [&](const Symbol *s) {
      auto &list = captured[&p];
      return std::find(list.begin(), list.end(), s) != list.end();
    };
    for (const Procedure *host = p.host; host; host = host->host) {
      for (const CommonDeclaration &c : host->scope.commons) {
        if (!std::any_of(c.members.begin(), c.members.end(), isCaptured))
          continue;
        for (const CommonDeclaration &own : p.scope.commons)
          if (own.block == c.block)
            diagnostics.error(p.location, "'" + p.name + "' uses the COMMON block '" + c.block->name +
                                              "' by its own declaration and by that of its host",
                              "use one of them");
        p.scope.commons.push_back({c.block, {}});
        for (Symbol *member : c.members)
          p.scope.commons.back().members.push_back(renaming.of(member));
      }
      for (const auto &set : host->scope.equivalences)
        if (const Symbol *root = rootVariable(set.front()); root->storage == Storage::Common && isCaptured(root)) {
          p.scope.equivalences.emplace_back();
          for (const Expr *place : set)
            p.scope.equivalences.back().push_back(renaming(place));
        }
    }
  }

  /// Variables that share memory would be arguments that do: only what nobody changes may come by two names.
  void refuseShared(const Procedure &p) {
    for (const Symbol *one : captured[&p])
      for (const Symbol *other : captured[&p]) {
        if (one == other || !overlap(*one, *other) ||
            std::none_of(internal.begin(), internal.end(), [&](Procedure *x) { return changesParameter(*x, one); }))
          continue;
        diagnostics.error(p.location,
                          "cannot differentiate the internal procedure '" + p.name + "': it uses '" + one->name + "' and '" +
                              other->name + "' of its host, which share memory by EQUIVALENCE, and changes one",
                          "use one of them in it");
        return;
      }
  }
  /// In one EQUIVALENCE class of locals.
  static bool overlap(const Symbol &one, const Symbol &other) {
    auto &first = one.overlay, &second = other.overlay;
    if (!first || !second || first->block || second->block || one.owner != other.owner || first->group != second->group)
      return false;
    auto reaches = [](const Symbol &s, const Symbol &to) {
      auto bytes = bytesOf(s.type);
      return !bytes || s.overlay->offset + *bytes > to.overlay->offset;
    };
    return reaches(one, other) && reaches(other, one);
  }

  /// Every call of an internal procedure passes what it captured: as the caller itself knows it.
  void passArguments(Procedure &caller) {
    forEachStmt(caller.body, [&](Stmt &s) {
      auto *call = llvm::dyn_cast<Call>(&s);
      Procedure *target = call && call->callee ? call->callee->procedure : nullptr;
      for (const Expr *e : expressions(s))
        refuseReferences(e);
      if (!target || !captured.count(target))
        return;
      size_t added = std::count_if(captured[target].begin(), captured[target].end(), [](Symbol *x) {
        return !isDeclaredAgain(*x);
      });
      call->arguments.resize(target->parameters.size() - added); // absent optional ones at the end
      for (Symbol *x : captured[target]) {
        if (isDeclaredAgain(*x))
          continue;
        const Expr *value = b.variable(x, s.location);
        if (x->kind == SymbolKind::Procedure)
          value = program.exprs.make<ProcedureReference>(x->type, x, s.location);
        call->arguments.push_back({value, {}});
      }
    });
  }

  /// An internal procedure that is passed on as an argument would be called without what it needs.
  void refuseReferences(const Expr *e) {
    forEach(e, [&](const Expr *x) {
      auto *reference = llvm::dyn_cast<ProcedureReference>(x);
      Procedure *target = reference ? reference->symbol->procedure : nullptr;
      if (target && captured.count(target) &&
          !std::all_of(captured[target].begin(), captured[target].end(),
                       [](const Symbol *s) { return isDeclaredAgain(*s); }))
        diagnostics.error(reference->location,
                          "cannot differentiate with the internal procedure '" + target->name +
                              "' passed as an argument: it uses variables of its host",
                          "make it a module procedure and pass what it needs");
    });
  }
};

} // namespace

void liftInternalProcedures(Program &program, Diagnostics &diagnostics) {
  Lifting(program, diagnostics).run();
}

} // namespace costate::transform
