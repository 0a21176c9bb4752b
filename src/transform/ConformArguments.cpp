#include "transform/ConformArguments.h"

#include "ir/Builder.h"

namespace costate::transform {

using namespace ir;

namespace {

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
    Procedure *target = call.callee ? call.callee->procedure : nullptr;
    if (!target || !target->hasBody || target->language != Language::Fortran || target->elemental)
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

  static bool isScalarData(const Expr *e) {
    const Type *type = e->type->strip();
    bool numeric = type->isInteger() || type->isReal() || type->isComplex() || type->isLogical();
    // An element stands for the sequence of elements that begins with it.
    return numeric && !llvm::isa<Element>(e);
  }

  /// Explicit shape or assumed size: what a sequence of elements can be passed to.
  static bool isSequence(const Type *type) {
    auto *array = llvm::dyn_cast<ArrayType>(type->strip());
    for (size_t i = 0; array && i < array->dimensions.size(); ++i)
      if (Dimension::Form form = array->dimensions[i].form;
          form != Dimension::Form::Explicit && form != Dimension::Form::Star)
        return false;
    return array != nullptr;
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
  for (Procedure *p : procedures(program))
    if (p->language == Language::Fortran)
      Conforming(program, *p).run(p->body);
}

} // namespace costate::transform
