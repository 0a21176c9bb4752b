#include "check/ComplexProgram.h"

#include "analysis/LibraryFunctions.h"
#include "check/ComplexNumbers.h"

#include <algorithm>

namespace costate::check {

using namespace ir;

namespace {

class ComplexProgram {
public:
  explicit ComplexProgram(Program &program) : program(program), over(program) {}

  std::string run() {
    dropMain();
    auto retypeAll = [&](Scope &scope, Procedure *p) {
      retype(scope);
      if (p)
        p->resultType = over.type(p->resultType);
    };
    for (auto &unit : program.units)
      if (!unit->external)
        everyScope(*unit, retypeAll);
    for (auto &p : program.detached)
      everyScope(*p, retypeAll);
    for (auto &unit : program.units)
      if (!unit->external && over.reason().empty())
        rewrite(*unit);
    return over.reason();
  }

private:
  Program &program;
  ComplexNumbers over;

  /// The driver is the program.
  void dropMain() {
    for (auto &unit : program.units)
      std::erase_if(unit->procedures, [](auto &p) {
        return p->kind == ProcedureKind::MainProgram ||
               (p->language == Language::C && p->name == "main");
      });
  }

  template <typename Visit> void everyScope(Unit &unit, Visit visit) {
    visit(unit.scope, nullptr);
    for (auto *list : {&unit.procedures, &unit.interfaces})
      for (auto &p : *list)
        everyScope(*p, visit);
  }

  template <typename Visit> void everyScope(Procedure &p, Visit visit) {
    visit(p.scope, &p);
    for (auto *list : {&p.internal, &p.interfaces})
      for (auto &inner : *list)
        everyScope(*inner, visit);
  }

  void retype(Scope &scope) {
    if (!scope.equivalences.empty())
      over.refuse("it uses EQUIVALENCE");
    for (auto &s : scope.symbols) {
      if (s->fromHeader || s->isIntrinsicProcedure)
        continue;
      s->type = over.type(s->type);
      s->writtenArray = over.type(s->writtenArray);
    }
    for (RecordType *record : scope.records)
      for (Component &component : record->components) {
        const Type *type = over.type(component.type);
        if (type != component.type && record->fromHeader)
          over.refuse("a header declares types with numbers");
        component.type = type;
      }
  }

  // ---- Values -----------------------------------------------------------------------------------

  void rewrite(Unit &unit) {
    over.enter(unit.language());
    if (unit.language() == Language::C)
      unit.preamble.insert(unit.preamble.end(), {"#include <complex.h>", "#undef I"});
    everyScope(unit, [&](Scope &scope, Procedure *) { initials(scope); });
    for (Procedure *p : procedures(unit)) {
      if (p->fromHeader || p->symbol->declaredInHeader)
        over.refuse("a header declares '" + p->name + "'");
      forEachStmt(p->body, [&](Stmt &s) { statement(s); });
    }
  }

  void initials(Scope &scope) {
    for (auto &s : scope.symbols)
      if (!s->fromHeader)
        on(s->initial);
    for (RecordType *record : scope.records)
      for (Component &component : record->components)
        on(component.initial);
  }

  void on(const Expr *&e) { e = over(e); }

  void statement(Stmt &s) {
    if (auto *x = llvm::dyn_cast<Assign>(&s)) {
      on(x->place), on(x->value), on(x->mask);
    } else if (auto *x = llvm::dyn_cast<Call>(&s)) {
      call(*x);
    } else if (auto *x = llvm::dyn_cast<If>(&s)) {
      on(x->condition);
    } else if (auto *x = llvm::dyn_cast<For>(&s)) {
      if (x->variable->type->isComplex())
        over.refuse("a loop counts with a real variable");
      on(x->lower), on(x->bound), on(x->step);
    } else if (auto *x = llvm::dyn_cast<While>(&s)) {
      on(x->condition);
    } else if (auto *x = llvm::dyn_cast<Allocate>(&s)) {
      allocate(*x);
    } else if (auto *x = llvm::dyn_cast<Free>(&s)) {
      for (const Expr *&place : x->places)
        on(place);
      on(x->status), on(x->message);
    } else if (auto *x = llvm::dyn_cast<Opaque>(&s)) {
      opaque(*x);
    }
  }

  void call(Call &s) {
    using analysis::LibraryEffect;
    Procedure *target = s.callee ? s.callee->procedure : nullptr;
    bool known = s.pointer || (s.callee && s.callee->isDummyProcedure()) ||
                 (target && (target->hasBody || target->isAbstract || target->separateModule));
    LibraryEffect effect = known ? LibraryEffect::CopiesBytes : analysis::libraryEffect(s);
    bool prints = effect == LibraryEffect::Output;
    bool copies = effect == LibraryEffect::CopiesBytes || effect == LibraryEffect::SetsBytes ||
                  (s.callee && s.callee->name == "move_alloc");
    bool numbers = ComplexNumbers::isReal(s.result);
    for (Argument &a : s.arguments)
      numbers |= a.value && holdsNumbers(a.value->type);
    if (numbers && !prints && !copies)
      over.refuse("it calls '" + (s.callee ? s.callee->name : "a pointer") +
                  "', whose source is not given");
    for (Argument &a : s.arguments)
      a.value = a.value && prints ? over.realPart(a.value) : over(a.value);
    on(s.pointer), on(s.result);
  }

  static bool holdsNumbers(const Type *type) {
    type = type->scalar()->strip();
    if (auto *pointer = llvm::dyn_cast<PointerType>(type))
      return holdsNumbers(pointer->pointee);
    return type->isReal() || type->isRecord();
  }

  /// Memory for numbers grows with them only where its size names their type.
  void allocate(Allocate &s) {
    bool sized = false;
    for (const Expr *e : {s.size, s.count})
      if (e)
        forEach(e, [&](const Expr *x) { sized |= llvm::isa<SizeOf>(x); });
    for (Allocation &a : s.objects) {
      if (s.how != Allocate::How::Fortran && !sized && holdsNumbers(a.place->type))
        over.refuse("it allocates numbers by bytes");
      on(a.place);
      for (Dimension &d : a.shape)
        on(d.lower), on(d.upper), on(d.extent);
    }
    on(s.source), on(s.mold), on(s.status), on(s.message), on(s.count), on(s.size), on(s.old);
  }

  void opaque(Opaque &s) {
    for (OpaquePiece &piece : s.pieces) {
      if (!piece.value)
        continue;
      if (piece.effect >= OpaquePiece::Effect::Writes && holdsNumbers(piece.value->type))
        over.refuse("it reads numbers");
      piece.value = ComplexNumbers::isReal(piece.value) ? over.realPart(piece.value)
                                                        : over(piece.value);
    }
  }
};

} // namespace

std::string makeComplex(Program &program) { return ComplexProgram(program).run(); }

} // namespace costate::check
