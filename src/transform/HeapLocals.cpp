#include "transform/HeapLocals.h"

#include "analysis/Differentiable.h"
#include "ir/Builder.h"
#include "ir/MapExpressions.h"
#include "ir/Rewrite.h"

#include <set>

namespace costate::transform {

using namespace ir;

namespace {

/// Where the value of a pointer expression comes from: variables whose address it is, and pointer
/// variables it is a copy of or some way along from.
void sources(const Expr *e, std::set<const Symbol *> &addressed, std::set<const Symbol *> &copied) {
  if (!e)
    return;
  if (auto *address = llvm::dyn_cast<AddressOf>(e)) {
    const Expr *place = address->place;
    if (const Symbol *root = rootVariable(place)) {
      addressed.insert(root);
      return;
    }
    // `&p[i]` is p, some elements on
    while (place) {
      if (auto *target = llvm::dyn_cast<Dereference>(place))
        return sources(target->pointer, addressed, copied);
      auto parts = operands(place);
      place = parts.empty() ? nullptr : parts.front();
    }
    return;
  }
  if (auto *v = llvm::dyn_cast<Variable>(e)) {
    copied.insert(v->symbol);
    return;
  }
  if (llvm::isa<Dereference>(e))
    return; // a pointer from memory
  for (const Expr *operand : operands(e))
    sources(operand, addressed, copied);
}

/// Which pointer parameters a procedure may put into a variable, change, or hand on to one that does.
class Captures {
public:
  Captures(const analysis::CallGraph &calls, const std::vector<Procedure *> &roots) : calls(calls) {
    auto order = calls.bottomUp(roots);
    for (bool changed = true; changed;) {
      changed = false;
      for (auto &component : order)
        for (Procedure *p : component)
          changed |= visit(*p);
    }
  }

  /// Variables of a procedure whose address some variable may get to hold.
  std::set<const Symbol *> addressed(const Procedure &p) {
    std::set<const Symbol *> found, copied;
    collect(p, found, copied);
    return found;
  }

private:
  const analysis::CallGraph &calls;
  std::set<const Symbol *> captured; ///< parameters

  bool visit(const Procedure &p) {
    std::set<const Symbol *> found, copied;
    collect(p, found, copied);
    bool changed = false;
    for (const Symbol *s : p.parameters)
      changed |= copied.count(s) && captured.insert(s).second;
    return changed;
  }

  void collect(const Procedure &p, std::set<const Symbol *> &addressed,
               std::set<const Symbol *> &copied) {
    forEachStmt(p.body, [&](const Stmt &s) {
      if (auto *assign = llvm::dyn_cast<Assign>(&s)) {
        if (!analysis::holdsPointer(assign->value->type))
          return;
        sources(assign->value, addressed, copied);
        if (auto *v = llvm::dyn_cast<Variable>(assign->place))
          copied.insert(v->symbol); // changed, so kept
      } else if (auto *loop = llvm::dyn_cast<For>(&s); loop && loop->variable->type->isPointer()) {
        copied.insert(loop->variable);
        sources(loop->lower, addressed, copied);
      } else if (auto *call = llvm::dyn_cast<Call>(&s)) {
        collectCall(*call, addressed, copied);
      }
    });
  }

  void collectCall(const Call &call, std::set<const Symbol *> &addressed,
                   std::set<const Symbol *> &copied) {
    bool isKnown = calls.isKnown(call) || !calls.targets(call).empty();
    for (size_t i = 0; i < call.arguments.size(); ++i) {
      const Expr *value = call.arguments[i].value;
      if (!value || !value->type || !analysis::holdsPointer(value->type))
        continue;
      bool keeps = false;
      for (const Procedure *target : calls.targets(call))
        keeps |= i >= target->parameters.size() || captured.count(target->parameters[i]) ||
                 !target->parameters[i]->type->isPointer();
      if (keeps || (!isKnown && call.pointer))
        sources(value, addressed, copied);
    }
  }
};

class Mover {
public:
  Mover(Program &program, Procedure &p, Diagnostics &diagnostics)
      : program(program), p(p), diagnostics(diagnostics), b(program) {}

  void run(const std::set<const Symbol *> &variables) {
    Block start, end;
    for (size_t i = 0, count = p.scope.symbols.size(); i < count; ++i) {
      Symbol *s = p.scope.symbols[i].get();
      bool isOwn = s->storage == Storage::Local ||
                   (s->storage == Storage::Argument && s->byValue && !s->type->isProcedure());
      if (!variables.count(s) || s->kind != SymbolKind::Variable || !isOwn)
        continue;
      if (s->initial) // a constant with the value of its declaration: it can live for ever
        s->storage = Storage::Saved;
      else if (!counts(s))
        move(s, start, end);
    }
    if (moved.empty())
      return;
    forEachStmt(p.body, [&](Stmt &s) {
      mapExpressions(s, [&](const Expr *e) { return replaced(e); });
    });
    for (StmtPtr &s : p.body)
      start.push_back(std::move(s));
    for (StmtPtr &s : end)
      start.push_back(std::move(s));
    p.body = std::move(start);
  }

private:
  Program &program;
  Procedure &p;
  Diagnostics &diagnostics;
  Builder b;
  std::map<const Symbol *, const Expr *> moved;

  bool counts(const Symbol *s) {
    bool found = false;
    forEachStmt(p.body, [&](const Stmt &x) {
      auto *loop = llvm::dyn_cast<For>(&x);
      found |= loop && loop->variable == s;
    });
    if (found)
      diagnostics.error(s->location,
                        "cannot keep a pointer to '" + s->name + "', which counts a loop",
                        "point to a copy of it");
    return found;
  }

  void move(Symbol *s, Block &start, Block &end) {
    Location at = s->location;
    const Type *type = s->type->strip();
    Symbol *memory = p.makeTemporary(s->name, program.types.pointer(type));
    memory->temporary = false;
    bool isParameter = s->storage == Storage::Argument;
    if (!isParameter)
      std::swap(memory->name, s->name);
    const Expr *pointer = b.variable(memory, at);
    const Expr *place = program.exprs.make<Dereference>(type, pointer, nullptr, at);
    auto allocation = std::make_unique<Allocate>(
        Allocate::How::Malloc, std::vector{Allocation{pointer, {}, nullptr}}, at);
    allocation->size =
        program.exprs.make<SizeOf>(program.types.integer(8, false, "long"), type, at);
    start.push_back(std::move(allocation));
    if (isParameter)
      start.push_back(std::make_unique<Assign>(place, b.variable(s, at), at));
    end.push_back(std::make_unique<Free>(std::vector{pointer}, at));
    moved[s] = place;
  }

  const Expr *replaced(const Expr *e) {
    if (!e)
      return e;
    if (auto *v = llvm::dyn_cast<Variable>(e)) {
      auto found = moved.find(v->symbol);
      return found == moved.end() ? e : found->second;
    }
    return mapOperands(program.exprs, e, [&](const Expr *operand) { return replaced(operand); });
  }
};

} // namespace

void moveLocalsToHeap(Program &program, const std::vector<analysis::Head> &heads,
                      Diagnostics &diagnostics) {
  analysis::CallGraph calls(program);
  std::vector<Procedure *> roots;
  for (const analysis::Head &head : heads)
    roots.push_back(head.procedure);
  Captures captures(calls, roots);
  std::set<Procedure *> called;
  auto order = calls.bottomUp(roots);
  for (auto &component : order)
    for (Procedure *p : component)
      called.insert(calls.callees(p).begin(), calls.callees(p).end());
  for (auto &component : order)
    for (Procedure *p : component)
      if (p->language == Language::C && called.count(p))
        Mover(program, *p, diagnostics).run(captures.addressed(*p));
}

} // namespace costate::transform
