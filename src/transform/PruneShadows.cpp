#include "transform/PruneShadows.h"

#include "ir/Builder.h"

#include "llvm/ADT/SetVector.h"

#include <algorithm>

namespace costate::transform {

using namespace ir;

std::set<const Symbol *> namedIn(const Procedure &p) {
  std::set<const Symbol *> out;
  auto note = [&](const Expr *e) {
    forEach(e, [&](const Expr *x) {
      if (auto *v = llvm::dyn_cast<Variable>(x))
        out.insert(v->symbol);
      if (auto *r = llvm::dyn_cast<ProcedureReference>(x))
        out.insert(r->symbol);
      if (auto *loop = llvm::dyn_cast<ImpliedDo>(x))
        out.insert(loop->variable);
    });
  };
  forEachStmt(p.body, [&](const Stmt &s) {
    for (const Expr *e : expressions(s))
      note(e);
    if (auto *loop = llvm::dyn_cast<For>(&s))
      out.insert(loop->variable);
    if (auto *call = llvm::dyn_cast<Call>(&s))
      out.insert(call->callee);
  });
  for (auto &s : p.scope.symbols) {
    note(s->initial);
    const Type *type = s->type ? s->type->strip() : nullptr;
    while (auto *pointer = llvm::dyn_cast_or_null<PointerType>(type)) // `double (*a)[m]` names m
      type = pointer->pointee->strip();
    auto *array = llvm::dyn_cast_or_null<ArrayType>(type);
    for (size_t i = 0; array && i < array->dimensions.size(); ++i)
      for (const Expr *e : {array->dimensions[i].lower, array->dimensions[i].upper,
                            array->dimensions[i].extent})
        note(e);
  }
  for (auto &set : p.scope.equivalences)
    for (const Expr *e : set)
      note(e);
  for (auto &[name, members] : p.scope.namelists)
    out.insert(members.begin(), members.end());
  return out;
}

namespace {

/// Procedures whose name is used as a value: their interface is someone else's, too.
std::set<const Symbol *> passedOn(const std::vector<Procedure *> &derivatives) {
  std::set<const Symbol *> out;
  for (const Procedure *p : derivatives)
    forEachStmt(p->body, [&](const Stmt &s) {
      for (const Expr *e : expressions(s))
        forEach(e, [&](const Expr *x) {
          if (auto *r = llvm::dyn_cast<ProcedureReference>(x))
            out.insert(r->symbol);
        });
    });
  return out;
}

} // namespace

void pruneShadows(const std::vector<Procedure *> &derivatives,
                  const std::set<const Symbol *> &prunable) {
  std::set<const Symbol *> fixed = passedOn(derivatives);
  std::map<const Symbol *, std::vector<std::pair<Call *, Procedure *>>> calls; // with the procedure each is in
  for (Procedure *p : derivatives)
    forEachStmt(p->body, [&](Stmt &s) {
      if (auto *call = llvm::dyn_cast<Call>(&s); call && call->callee)
        calls[call->callee].push_back({call, p});
    });
  llvm::SetVector<Procedure *> open;
  open.insert(derivatives.begin(), derivatives.end());
  while (!open.empty()) {
    Procedure *p = open.pop_back_val();
    if (fixed.count(p->symbol))
      continue;
    std::set<const Symbol *> named = namedIn(*p);
    for (size_t i = p->parameters.size(); i-- > 0;) {
      if (named.count(p->parameters[i]) || !prunable.count(p->parameters[i]))
        continue;
      p->parameters.erase(p->parameters.begin() + i);
      for (auto &[call, caller] : calls[p->symbol]) {
        if (i < call->arguments.size())
          call->arguments.erase(call->arguments.begin() + i);
        open.insert(caller); // what the call no longer passes may have been the last use
      }
    }
  }
}

namespace {

/// What can be said of a parameter whatever it is called with: an assumed-size array is no selector as
/// a whole, and what is not there has no value.
const Expr *harmless(Program &program, Symbol *s) {
  Builder b(program);
  const Expr *whole = b.variable(s);
  const char *inquiry = s->optional           ? "present"
                        : s->allocatable      ? "allocated"
                        : s->type->isPointer() ? "associated"
                                              : nullptr;
  if (inquiry)
    return program.exprs.make<Intrinsic>(b.defaultLogical(), inquiry,
                                         std::vector<const Expr *>{whole});
  auto *array = llvm::dyn_cast<ArrayType>(s->type->strip());
  if (!array || array->dimensions.back().form != Dimension::Form::Star)
    return whole;
  const Type *integer = b.integer(Language::Fortran);
  std::vector<const Expr *> nothing(
      array->dimensions.size(),
      program.exprs.make<Range>(b.constant(integer, 1), b.constant(integer, 0), nullptr));
  return program.exprs.make<Element>(s->type, whole, nothing);
}

} // namespace

void nameUnusedShadows(Program &program, Procedure &derivative,
                       const std::set<const Symbol *> &shadows) {
  if (derivative.language != Language::Fortran)
    return;
  using Effect = OpaquePiece::Effect;
  std::set<const Symbol *> named = namedIn(derivative);
  Block uses;
  for (Symbol *s : derivative.parameters)
    if (shadows.count(s) && !named.count(s) && s->kind == SymbolKind::Variable)
      uses.push_back(std::make_unique<Opaque>(std::vector<OpaquePiece>{
          {"associate (unused => ", nullptr, Effect::None},
          {"", harmless(program, s), Effect::Reads},
          {"); end associate", nullptr, Effect::None}}));
  derivative.body.insert(derivative.body.begin(), std::make_move_iterator(uses.begin()),
                         std::make_move_iterator(uses.end()));
}

} // namespace costate::transform
