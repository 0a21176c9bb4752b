// What the judgement of all loops has in common: calls, and how conditions are said to people.
#include "analysis/Dependence.h"

#include "analysis/LoopScalars.h"

#include "llvm/Support/Casting.h"

namespace costate::analysis {

using namespace ir;
using symbolic::Condition;

Dependences::Dependences(Program &program, LoopNests &nests, Memory &memory,
                         EffectSummaries &effects, Callers callers)
    : program(program), nests(nests), memory(memory), effects(effects), overlaps(program, memory, callers),
      sections(nests, memory, effects, overlaps), tests(nests) {
  for (Procedure *p : procedures(program))
    forEachStmt(p->body, [&](const Stmt &s) {
      for (const Expr *e : expressions(s))
        forEach(e, [&](const Expr *x) {
          if (auto *address = llvm::dyn_cast<AddressOf>(x))
            if (const Symbol *v = rootVariable(address->place))
              addressTaken.insert(v);
        });
    });
  findDisturbing();
}

/// Output has an order, and a procedure without source may keep a state that its arguments do not show.
void Dependences::findDisturbing() {
  std::vector<const Procedure *> found;
  std::map<const Procedure *, std::vector<const Procedure *>> callers;
  const CallGraph &calls = memory.calls();
  for (Procedure *p : procedures(program)) {
    std::string why;
    forEachStmt(p->body, [&](const Stmt &s) {
      auto *call = llvm::dyn_cast<Call>(&s);
      if (llvm::isa<Opaque>(s))
        why = "input, output or a stop";
      else if (call && !calls.isKnown(*call))
        why = "a call of something whose source is not given";
    });
    if (!why.empty()) {
      disturbing[p] = why;
      found.push_back(p);
    }
    for (const Procedure *callee : calls.callees(p))
      callers[callee].push_back(p);
  }
  while (!found.empty()) {
    const Procedure *p = found.back();
    found.pop_back();
    for (const Procedure *caller : callers[p])
      if (disturbing.try_emplace(caller, disturbing[p]).second)
        found.push_back(caller);
  }
}

/// What calls in the loop touch.
std::vector<Access> Dependences::callAccesses(const Loop &loop) {
  std::vector<Access> out;
  for (const Block *b : blocks(*loop.statement))
    forEachStmt(*b, [&](const Stmt &s) {
      auto *call = llvm::dyn_cast<Call>(&s);
      if (!call)
        return;
      for (Access &a : sections.at(*call))
        if (!isScalarByName(a))
          out.push_back(std::move(a));
    });
  return out;
}

/// LoopScalars looks at those.
bool Dependences::isScalarByName(const Access &a) {
  for (CellId id : a.cells) {
    const Cell &root = memory[memory.root(id)];
    if (root.kind == Cell::Kind::Variable && LoopScalars::isScalar(root.symbol) &&
        !isAddressTaken(root.symbol) && !memory.isShared(id))
      return true;
  }
  return false;
}

std::string Dependences::text(const Loop &loop, const Condition &condition) {
  symbolic::AtomTable &table = nests.atoms();
  Condition shown = condition;
  for (symbolic::Alternatives &clause : shown.clauses)
    for (symbolic::Conjunction &conjunction : clause)
      for (Form &f : conjunction) {
        for (const Loop *l = loop.outer; l; l = l->outer) {
          auto step = l->step ? l->step->constant() : std::nullopt;
          if (l->lower && step && !step->isZero() && table.dependsOn(f, l->id))
            f = table.substitute(
                f, l->id, (table.symbol(l->name, l) - *l->lower) * (symbolic::Rational(1) / *step));
        }
        for (auto &[v, known] : loop.entry)
          if (auto atom = known.value ? known.value->asAtom() : std::nullopt)
            if (table[*atom].name.find('?') != std::string::npos && table.contains(f, *atom))
              f = table.replace(f, *atom, table.symbol(v->name, &loop));
        f = symbolic::tightened(table, f);
      }
  return symbolic::text(table, shown);
}

} // namespace costate::analysis
