#include "analysis/ElementNames.h"

#include "llvm/Support/Casting.h"

namespace costate::analysis {

using namespace ir;

namespace {

/// The counters of counted loops by their variables.
Form inVariables(symbolic::AtomTable &table, Form f, const Loop *innermost) {
  for (const Loop *l = innermost; l; l = l->outer) {
    auto *counted = llvm::dyn_cast<For>(l->statement);
    auto step = l->step ? l->step->integer() : std::nullopt;
    if (counted && l->lower && step)
      f = table.substitute(f, l->id,
                           (table.symbol(counted->variable->name) - *l->lower) * symbolic::Rational::of(1, *step));
  }
  return f;
}

} // namespace

std::string ElementNames::bound(CellId array, const std::optional<Form> &f, const Loop *innermost) {
  if (!f)
    return {};
  symbolic::AtomTable &table = nests.atoms();
  const Cell &cell = memory[array];
  bool pointed = cell.kind == Cell::Kind::Pointee && memory[cell.base].kind == Cell::Kind::Variable;
  Form shown = *f;
  if (const Symbol *pointer = pointed ? memory[cell.base].symbol : nullptr)
    for (const std::string &name : {pointer->name, pointer->name + "0"}) // as LoopValues names what it holds on entry
      if (Form base = table.symbol(name, pointer); table.contains(shown, *base.asAtom()))
        shown = shown - base;
  return table.text(inVariables(table, shown, innermost));
}

std::string ElementNames::subscript(CellId array, const Known &k, const Loop *innermost) {
  return k.value ? bound(array, k.value, innermost)
                 : bound(array, k.low(), innermost) + ":" + bound(array, k.high(), innermost);
}

} // namespace costate::analysis
