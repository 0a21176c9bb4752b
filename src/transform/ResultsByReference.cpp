#include "transform/ResultsByReference.h"

#include "analysis/CallGraph.h"
#include "analysis/Differentiable.h"
#include "ir/Builder.h"
#include "ir/MapExpressions.h"
#include "ir/Rewrite.h"

#include <set>

namespace costate::transform {

using namespace ir;

namespace {

std::set<const Procedure *> usedAsValues(const std::vector<std::vector<Procedure *>> &order) {
  std::set<const Procedure *> out;
  for (auto &component : order)
    for (Procedure *p : component)
      forEachStmt(p->body, [&](const Stmt &s) {
        for (const Expr *e : expressions(s))
          forEach(e, [&](const Expr *x) {
            if (auto *reference = llvm::dyn_cast<ProcedureReference>(x))
              out.insert(reference->symbol->procedure);
          });
      });
  return out;
}

void takeResult(Program &program, Procedure &p) {
  Builder b(program);
  Symbol *result = p.result;
  const Type *type = result->type->strip();
  Symbol *where = p.makeTemporary("result", program.types.pointer(type));
  where->temporary = false;
  where->storage = Storage::Argument;
  where->byValue = true;
  p.parameters.push_back(where);
  const Expr *place = program.exprs.make<Dereference>(type, b.variable(where), nullptr, p.location);
  std::function<const Expr *(const Expr *)> replaced = [&](const Expr *e) -> const Expr * {
    if (!e)
      return e;
    if (auto *v = llvm::dyn_cast<Variable>(e))
      return v->symbol == result ? place : e;
    return mapOperands(program.exprs, e, replaced);
  };
  forEachStmt(p.body, [&](Stmt &s) { mapExpressions(s, replaced); });
  result->storage = Storage::Local;
  p.result = nullptr;
  p.kind = ProcedureKind::Subroutine;
  p.resultType = program.types.voidType();
  p.symbol->type = program.types.procedure(program.types.voidType());
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
    Symbol *own = caller.makeTemporary("result", found->second);
    own->temporary = false;
    const Expr *value = b.variable(own, call.location);
    const Type *type = program.types.pointer(found->second);
    call.arguments.push_back(
        {program.exprs.make<AddressOf>(type, value, false, call.location), {}});
    const Expr *place = std::exchange(call.result, nullptr);
    return place ? std::make_unique<Assign>(place, value, call.location) : nullptr;
  }
};

} // namespace

void passResultsByReference(Program &program, const std::vector<analysis::Head> &heads) {
  analysis::CallGraph calls(program);
  std::vector<Procedure *> roots;
  for (const analysis::Head &head : heads)
    roots.push_back(head.procedure);
  auto order = calls.bottomUp(roots);
  std::set<const Procedure *> values = usedAsValues(order);
  std::map<const Procedure *, const Type *> changed;
  for (auto &component : order)
    for (Procedure *p : component)
      if (p->language == Language::C && p->hasBody && p->result && !values.count(p) &&
          !llvm::is_contained(roots, p) && analysis::holdsPointer(p->result->type) &&
          analysis::carriesDerivative(p->result->type)) {
        changed[p] = p->result->type->strip();
        takeResult(program, *p);
      }
  Callers callers(program, calls, changed);
  for (auto &component : order)
    for (Procedure *p : component)
      callers.run(*p);
}

} // namespace costate::transform
