#include "transform/ResultsByReference.h"

#include "analysis/CallGraph.h"
#include "analysis/Differentiable.h"
#include "ir/Builder.h"
#include "ir/MapExpressions.h"
#include "ir/Rewrite.h"
#include "transform/ArrayElements.h"
#include "transform/ExpandIntents.h"
#include "transform/ProcedureValues.h"

#include <set>

namespace costate::transform {

using namespace ir;

namespace {

/// Procedures that are values, or one of several that a call may run.
std::set<const Procedure *> calledOtherwise(const Program &program, const std::vector<std::vector<Procedure *>> &order,
                                            const analysis::CallGraph &calls) {
  std::set<const Procedure *> out = usedAsValues(program);
  for (auto &component : order)
    for (Procedure *p : component)
      forEachStmt(p->body, [&](const Stmt &s) {
        if (auto *call = llvm::dyn_cast<Call>(&s))
          if (auto &targets = calls.targets(*call); targets.size() > 1)
            out.insert(targets.begin(), targets.end());
      });
  return out;
}

/// Whether the shadow of a result has to go where the result goes.
bool movesShadow(const Procedure &p) {
  const Symbol *result = p.result;
  if (!p.hasBody || !result || !analysis::carriesDerivative(result->type))
    return false;
  if (p.language == Language::C)
    return analysis::holdsPointer(result->type);
  return !result->allocatable && !result->polymorphic && !result->type->isArray() &&
         (analysis::holdsPointer(result->type) || holdsAllocatable(result->type));
}

/// The user's own file has the function as it was: what is called as it is, is called in a copy.
void takeResult(Program &program, Procedure &p, Diagnostics &diagnostics) {
  Builder b(program);
  bool fortran = p.language == Language::Fortran;
  Symbol *result = p.result;
  const Type *type = result->type->strip();
  Symbol *where = p.makeTemporary("result", fortran ? type : program.types.pointer(type));
  where->temporary = false;
  where->storage = Storage::Argument;
  where->byValue = !fortran;
  p.parameters.push_back(where);
  const Expr *place = b.variable(where);
  if (!fortran)
    place = program.exprs.make<Dereference>(type, place, nullptr, p.location);
  std::function<const Expr *(const Expr *)> replaced = [&](const Expr *e) -> const Expr * {
    if (!e)
      return e;
    if (auto *v = llvm::dyn_cast<Variable>(e))
      return v->symbol == result ? place : e;
    return mapOperands(program.exprs, e, replaced);
  };
  forEachStmt(p.body, [&](Stmt &s) { mapExpressions(s, replaced); });
  if (fortran) { // it begins as a result does
    where->location = result->location;
    beginArgument(program, p, where, diagnostics);
  }
  result->storage = Storage::Local;
  p.result = nullptr;
  p.kind = ProcedureKind::Subroutine;
  p.resultType = program.types.voidType();
  p.symbol->type = program.types.procedure(program.types.voidType());
  (fortran ? p.isPrivate : p.internalLinkage) = true;
}

/// Gives the calls in a block a place for the result: a variable of its own, since the callee may know
/// the place it goes to by another name.
class Callers {
public:
  Callers(Program &program, const analysis::CallGraph &calls,
          const std::map<const Procedure *, const Type *> &changed)
      : program(program), b(program), calls(calls), changed(changed) {}

  void run(Procedure &p) { block(p, p.body); }

private:
  Program &program;
  Builder b;
  const analysis::CallGraph &calls;
  const std::map<const Procedure *, const Type *> &changed;

  void block(Procedure &p, Block &statements) {
    Block out;
    for (StmtPtr &s : statements) {
      for (Block *inner : blocks(*s))
        block(p, *inner);
      StmtPtr after;
      if (auto *call = llvm::dyn_cast<Call>(s.get()))
        after = giveResult(p, *call);
      out.push_back(std::move(s));
      if (after)
        out.push_back(std::move(after));
    }
    statements = std::move(out);
  }

  StmtPtr giveResult(Procedure &caller, Call &call) {
    auto &targets = calls.targets(call);
    auto found = targets.size() == 1 ? changed.find(targets[0]) : changed.end();
    if (found == changed.end())
      return nullptr;
    if (isOnlyOf(caller, call, *targets[0])) {
      call.arguments.resize(targets[0]->parameters.size() - 1);
      call.arguments.push_back({std::exchange(call.result, nullptr), {}});
      return nullptr;
    }
    Symbol *own = caller.makeTemporary("result", found->second);
    own->temporary = false;
    const Expr *value = b.variable(own, call.location);
    const Type *type = program.types.pointer(found->second);
    bool fortran = caller.language == Language::Fortran;
    if (fortran)
      call.arguments.resize(targets[0]->parameters.size() - 1); // optional ones may have been left out
    call.arguments.push_back({fortran ? value : program.exprs.make<AddressOf>(type, value, false, call.location), {}});
    const Expr *place = std::exchange(call.result, nullptr);
    return place ? std::make_unique<Assign>(place, value, call.location) : nullptr;
  }
  /// Whether the result goes to a variable of Fortran that the callee has no way to know.
  static bool isOnlyOf(const Procedure &caller, const Call &call, const Procedure &target) {
    auto *v = llvm::dyn_cast_or_null<Variable>(call.result);
    if (!v || caller.language != Language::Fortran || target.host)
      return false;
    const Symbol *s = v->symbol;
    bool isOnly = s->owner == &caller && s->storage == Storage::Local && !s->target && !s->allocatable &&
                  !s->polymorphic && !s->overlay && !s->type->isArray();
    for (const Argument &a : call.arguments)
      forEach(a.value, [&](const Expr *x) {
        auto *other = llvm::dyn_cast<Variable>(x);
        isOnly = isOnly && !(other && other->symbol == s);
      });
    return isOnly;
  }
};

} // namespace

void passResultsByReference(Program &program, const std::vector<analysis::Head> &heads, Diagnostics &diagnostics) {
  analysis::CallGraph calls(program);
  std::vector<Procedure *> roots;
  for (const analysis::Head &head : heads)
    roots.push_back(head.procedure);
  auto order = calls.bottomUp(roots);
  std::set<const Procedure *> others = calledOtherwise(program, order, calls);
  std::map<const Procedure *, const Type *> changed;
  for (auto &component : order)
    for (Procedure *p : component)
      if (movesShadow(*p) && !others.count(p) && !llvm::is_contained(roots, p)) {
        changed[p] = p->result->type->strip();
        takeResult(program, *p, diagnostics);
      }
  Callers callers(program, calls, changed);
  for (auto &component : order)
    for (Procedure *p : component)
      callers.run(*p);
}

} // namespace costate::transform
