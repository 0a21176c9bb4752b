#include "transform/SpecializeProcedures.h"

#include "analysis/CallGraph.h"
#include "ir/Rewrite.h"

#include <set>

namespace costate::transform {

using namespace ir;

namespace {

class Specialization {
public:
  explicit Specialization(Program &program) : program(program) {
    for (Procedure *p : procedures(program))
      names.insert(p->name);
  }

  std::map<const Procedure *, Procedure *> run(const std::vector<analysis::Head> &heads) {
    analysis::CallGraph calls(program);
    std::vector<Procedure *> roots;
    for (const analysis::Head &head : heads)
      roots.push_back(head.procedure);
    for (auto &component : calls.bottomUp(roots))
      for (Procedure *p : component)
        findSeveral(*p, calls);
    for (auto &component : calls.bottomUp(roots))
      for (Procedure *p : component)
        if (!hasDummies(*p)) // the copies of others are gone through when they are made
          redirect(*p);
    for (const analysis::Head &head : heads)
      redirect(*head.procedure);
    return originals;
  }

private:
  using Bindings = std::vector<Symbol *>; ///< by parameter; null: not a procedure

  Program &program;
  std::set<std::string> names;
  std::set<const Procedure *> several; ///< a dummy of theirs may stand for several, here or further down
  std::map<std::pair<const Procedure *, Bindings>, Procedure *> copies;
  std::map<const Procedure *, Procedure *> originals;

  static bool hasDummies(const Procedure &p) {
    for (const Symbol *s : p.parameters)
      if (s->isDummyProcedure())
        return true;
    return false;
  }

  void findSeveral(const Procedure &p, const analysis::CallGraph &calls) {
    for (const Call *call : calls.calls(&p)) {
      bool indirect = call->callee && call->callee->isDummyProcedure();
      if (indirect && calls.targets(*call).size() > 1)
        several.insert(&p);
      for (Procedure *target : calls.targets(*call)) // callees come first
        if (hasDummies(p) && hasDummies(*target) && several.count(target))
          several.insert(&p);
    }
  }

  /// What a call gives to the dummy procedures of its target; nothing where one of them is not known.
  static std::optional<Bindings> bindings(const Call &call, const Procedure &target) {
    Bindings out;
    for (size_t i = 0; i < target.parameters.size(); ++i) {
      out.push_back(nullptr);
      if (!target.parameters[i]->isDummyProcedure())
        continue;
      const Expr *value = i < call.arguments.size() ? call.arguments[i].value : nullptr;
      auto *reference = value ? llvm::dyn_cast<ProcedureReference>(value) : nullptr;
      const Procedure *given = reference ? reference->symbol->procedure : nullptr;
      if (!given || !given->hasBody || reference->symbol->isDummyProcedure())
        return std::nullopt;
      out.back() = reference->symbol;
    }
    return out;
  }

  void redirect(Procedure &p) {
    forEachStmt(p.body, [&](Stmt &s) {
      auto *call = llvm::dyn_cast<Call>(&s);
      Procedure *target = call && call->callee && !call->pointer ? call->callee->procedure : nullptr;
      if (!target || !target->hasBody || !several.count(target) || !hasDummies(*target))
        return;
      std::optional<Bindings> given = bindings(*call, *target);
      if (!given)
        return;
      call->callee = copyOf(*target, *given)->symbol;
      call->written.clear();
      call->generic = nullptr;
    });
  }

  Procedure *copyOf(Procedure &p, const Bindings &given) {
    Procedure *&copy = copies[{&p, given}];
    if (copy)
      return copy;
    Renaming renaming(program);
    auto made = cloneProcedure(program, p, renaming);
    copy = made.get();
    for (Symbol *s : given)
      if (s)
        copy->name += "_" + s->name;
    while (!names.insert(copy->name).second)
      copy->name += "_";
    copy->bindC = false;
    Symbol *symbol = addSymbol(p.unit->scope, copy->name, SymbolKind::Procedure, p.symbol->type);
    symbol->unit = p.unit;
    symbol->storage = p.symbol->storage;
    symbol->procedure = copy;
    symbol->isPrivate = p.symbol->isPrivate;
    copy->symbol = symbol;
    originals[copy] = &p;
    p.unit->procedures.push_back(std::move(made));
    bind(*copy, given);
    redirect(*copy);
    return copy;
  }

  /// Calls of the dummies, and uses of them as values.
  void bind(Procedure &copy, const Bindings &given) {
    Renaming dummies(program);
    for (size_t i = 0; i < given.size(); ++i)
      if (given[i]) {
        // The caller's own EXTERNAL declaration of it is not one in the copy.
        Symbol *definition = given[i]->owner ? given[i]->procedure->symbol : nullptr;
        dummies.add(copy.parameters[i], definition ? definition : given[i]);
      }
    forEachStmt(copy.body, [&](Stmt &s) {
      auto *call = llvm::dyn_cast<Call>(&s);
      if (!call || !call->callee || !call->callee->isDummyProcedure())
        return;
      call->written.clear();
      call->generic = nullptr;
    });
    dummies.apply(copy.body);
  }
};

} // namespace

std::map<const Procedure *, Procedure *> specializeProcedures(Program &program,
                                                              const std::vector<analysis::Head> &heads) {
  return Specialization(program).run(heads);
}

} // namespace costate::transform
