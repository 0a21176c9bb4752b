// What the judgement of all loops has in common: calls, and how conditions are said to people.
#include "analysis/Dependence.h"

#include "analysis/LoopScalars.h"

#include "llvm/Support/Casting.h"

namespace costate::analysis {

using namespace ir;
using symbolic::Condition;

Dependences::Dependences(Program &program, LoopNests &nests, Memory &memory,
                         EffectSummaries &effects)
    : nests(nests), memory(memory), effects(effects), overlaps(program, memory),
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
