#include "transform/ConformArguments.h"

#include "ir/Builder.h"
#include "ir/Constants.h"
#include "ir/MapExpressions.h"
#include "ir/Rewrite.h"

#include <algorithm>
#include <set>

namespace costate::transform {

using namespace ir;

namespace {

/// Scalar data that is not an element, which stands for the sequence of elements that begins with it.
bool isScalarData(const Expr *e) {
  const Type *type = e->type->strip();
  bool numeric = type->isInteger() || type->isReal() || type->isComplex() || type->isLogical();
  return numeric && !llvm::isa<Element>(e);
}

/// Explicit shape or assumed size: what a sequence of elements can be passed to.
bool isSequence(const Type *type) {
  auto *array = llvm::dyn_cast<ArrayType>(type->strip());
  for (size_t i = 0; array && i < array->dimensions.size(); ++i)
    if (Dimension::Form form = array->dimensions[i].form;
        form != Dimension::Form::Explicit && form != Dimension::Form::Star)
      return false;
  return array != nullptr;
}

/// The procedure of a call whose arguments need not have the ranks of the dummy arguments.
Procedure *conformed(const Call &call) {
  Procedure *target = call.callee ? call.callee->procedure : nullptr;
  bool isOne = target && target->hasBody && target->language == Language::Fortran && !target->elemental;
  return isOne ? target : nullptr;
}

bool hasOneElement(const Type *type) {
  auto *array = llvm::cast<ArrayType>(type->strip());
  return std::all_of(array->dimensions.begin(), array->dimensions.end(), [](const Dimension &d) {
    return d.form == Dimension::Form::Explicit && constantValue(d.upper) == 1 && (!d.lower || constantValue(d.lower) == 1);
  });
}

/// Dummy arguments that are declared as scalars and passed on as arrays: the memory is that of the caller, who has an
/// array there. They become arrays of assumed size.
class Sequences {
public:
  Sequences(Program &program, Procedure &procedure) : program(program), procedure(procedure), b(program) {}

  /// True where there are some.
  bool run() {
    find();
    if (passed.empty())
      return false;
    dropOthers();
    for (Symbol *s : passed) {
      Dimension any;
      any.form = Dimension::Form::Star;
      s->type = program.types.array(s->type->strip(), {any}, false);
    }
    forEachStmt(procedure.body, [&](Stmt &s) {
      auto *call = llvm::dyn_cast<Call>(&s);
      Procedure *target = call ? conformed(*call) : nullptr;
      std::vector<const Expr *> whole;
      for (size_t i = 0; target && i < call->arguments.size() && i < target->parameters.size(); ++i)
        if (Symbol *v = passedAt(*call, *target, i, true))
          whole.push_back(call->arguments[i].value = b.variable(v, s.location));
      mapExpressions(s, [&](const Expr *e) {
        return std::find(whole.begin(), whole.end(), e) != whole.end() ? e : firstElements(e);
      });
    });
    return !passed.empty();
  }

private:
  /// What an argument passes on, whole, to an array; null for others.
  Symbol *passedAt(const Call &call, const Procedure &target, size_t i, bool known) const {
    auto *v = llvm::dyn_cast_or_null<Variable>(call.arguments[i].value);
    const Symbol *dummy = target.parameters[i];
    bool isArray = dummy->kind == SymbolKind::Variable && !dummy->polymorphic && isSequence(dummy->type);
    if (!v || !isArray || hasOneElement(dummy->type))
      return nullptr;
    return known == (passed.count(v->symbol) > 0) ? v->symbol : nullptr;
  }

  void find() {
    forEachStmt(procedure.body, [&](const Stmt &s) {
      auto *call = llvm::dyn_cast<Call>(&s);
      Procedure *target = call ? conformed(*call) : nullptr;
      for (size_t i = 0; target && i < call->arguments.size() && i < target->parameters.size(); ++i)
        if (Symbol *v = passedAt(*call, *target, i, false))
          if (v->storage == Storage::Argument && !v->byValue && !v->optional && !v->allocatable && isScalarData(call->arguments[i].value))
            passed.insert(v);
    });
  }

  /// What counts a loop or tells the size of an array stays a scalar.
  void dropOthers() {
    forEachStmt(procedure.body, [&](const Stmt &s) {
      if (auto *loop = llvm::dyn_cast<For>(&s))
        passed.erase(loop->variable);
    });
    for (auto &s : procedure.scope.symbols)
      if (auto *array = s->type ? llvm::dyn_cast<ArrayType>(s->type->strip()) : nullptr)
        for (const Dimension &d : array->dimensions)
          for (const Expr *bound : {d.lower, d.upper})
            if (bound)
              forEach(bound, [&](const Expr *x) {
                if (auto *v = llvm::dyn_cast<Variable>(x))
                  passed.erase(v->symbol);
              });
  }

  const Expr *firstElements(const Expr *e) {
    if (!e)
      return e;
    auto *v = llvm::dyn_cast<Variable>(e);
    if (v && passed.count(v->symbol)) {
      const Expr *one = b.constant(b.integer(Language::Fortran), 1, e->location);
      return program.exprs.make<Element>(v->symbol->type->scalar(), b.variable(v->symbol, e->location),
                                         std::vector<const Expr *>{one}, e->location);
    }
    return mapOperands(program.exprs, e, [&](const Expr *x) { return firstElements(x); });
  }

  Program &program;
  Procedure &procedure;
  Builder b;
  std::set<Symbol *> passed;
};

class Conforming {
public:
  Conforming(Program &program, Procedure &procedure)
      : program(program), procedure(procedure), b(program) {}

  void run(Block &block) {
    Block out;
    for (StmtPtr &s : block) {
      for (Block *inner : blocks(*s))
        run(*inner);
      Block after;
      if (auto *call = llvm::dyn_cast<Call>(s.get()))
        conform(*call, out, after);
      out.push_back(std::move(s));
      for (StmtPtr &x : after)
        out.push_back(std::move(x));
    }
    block = std::move(out);
  }

private:
  Program &program;
  Procedure &procedure;
  Builder b;

  void conform(Call &call, Block &before, Block &after) {
    Procedure *target = conformed(call);
    if (!target)
      return;
    for (size_t i = 0; i < call.arguments.size() && i < target->parameters.size(); ++i) {
      const Expr *&actual = call.arguments[i].value;
      const Symbol *dummy = target->parameters[i];
      if (!actual || dummy->kind != SymbolKind::Variable || dummy->polymorphic || dummy->type->isPointer())
        continue;
      if (actual->type->isArray() && !dummy->type->isArray() && actual->isPlace())
        actual = firstElement(actual);
      else if (isScalarData(actual) && isSequence(dummy->type))
        actual = arrayOfOne(actual, before, after);
    }
  }

  const Expr *firstElement(const Expr *place) {
    auto *array = llvm::dyn_cast<ArrayType>(place->type->strip());
    auto *variable = llvm::dyn_cast<Variable>(place);
    if (!array || !variable || variable->symbol->allocatable)
      return place;
    std::vector<const Expr *> subscripts;
    for (const Dimension &d : array->dimensions) {
      if (d.form == Dimension::Form::Deferred || d.form == Dimension::Form::AssumedRank)
        return place;
      subscripts.push_back(d.lower ? d.lower
                                   : b.constant(b.integer(Language::Fortran), 1, place->location));
    }
    return program.exprs.make<Element>(array->element, place, std::move(subscripts),
                                       place->location);
  }

  /// A local array that holds the value during the call.
  const Expr *arrayOfOne(const Expr *actual, Block &before, Block &after) {
    const Expr *one = b.constant(b.integer(Language::Fortran), 1, actual->location);
    Dimension dimension;
    dimension.upper = one;
    auto *variable = llvm::dyn_cast<Variable>(actual);
    Symbol *t = procedure.makeTemporary(variable ? variable->symbol->name : "one",
                                        program.types.array(actual->type->strip(), {dimension}, false));
    t->temporary = false;
    const Expr *element = program.exprs.make<Element>(
        actual->type->strip(), b.variable(t, actual->location), std::vector<const Expr *>{one},
        actual->location);
    before.push_back(std::make_unique<Assign>(element, actual, actual->location));
    if (actual->isPlace() && !(variable && variable->symbol->kind == SymbolKind::NamedConstant))
      after.push_back(std::make_unique<Assign>(actual, element, actual->location));
    return b.variable(t, actual->location);
  }
};

} // namespace

void conformArguments(Program &program) {
  for (bool changed = true; changed;) { // a callee's scalar that is an array now may be its caller's
    changed = false;
    for (Procedure *p : procedures(program))
      if (p->language == Language::Fortran && !p->isHead && !p->elemental && p->internal.empty() && !p->host)
        changed |= Sequences(program, *p).run();
  }
  for (Procedure *p : procedures(program))
    if (p->language == Language::Fortran)
      Conforming(program, *p).run(p->body);
}

} // namespace costate::transform
