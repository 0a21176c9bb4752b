#include "transform/LoopEntry.h"

#include "analysis/ElementAddresses.h"

#include "llvm/Support/Casting.h"

namespace costate::transform {

using namespace ir;
using analysis::ElementAddresses;
using analysis::Loop; // not the raw statement
using symbolic::AtomId;
using symbolic::Form;

/// An atom for what the variable holds where the loop begins.
Form LoopEntry::now(const Symbol *v) {
  Form f = table.symbol(v->name, &loop.entry);
  variables[*f.asAtom()] = build.variable(const_cast<Symbol *>(v));
  return f;
}

/// Counters of outer loops as their variables.
Form LoopEntry::withOuterVariables(Form f) {
  for (const Loop *l = loop.outer; l; l = l->outer) {
    auto *counted = llvm::dyn_cast<For>(l->statement);
    auto step = l->step ? l->step->integer() : std::nullopt;
    if (!table.dependsOn(f, l->id) || !l->lower || !counted || !counted->variable->type->isInteger() ||
        !step || *step == 0)
      continue;
    f = table.substitute(f, l->id,
                         (now(counted->variable) - *l->lower) * symbolic::Rational::of(1, *step));
  }
  return f;
}

/// The atom's value from that of a variable it is in by a factor of 1 or -1.
std::optional<Form> LoopEntry::solved(AtomId id) {
  for (auto &[v, known] : loop.entry) {
    if (!known.value)
      continue;
    std::vector<Form> parts = known.value->coefficients(id);
    auto factor = parts.size() == 2 ? parts[1].integer() : std::nullopt;
    if (!factor || (*factor != 1 && *factor != -1) || table.contains(parts[0], id))
      continue;
    Form rest = withOuterVariables(parts[0]);
    bool spelled = true;
    for (const symbolic::Term &t : rest.terms())
      for (auto &[other, exponent] : t.monomial)
        spelled &= spelling(other) != nullptr;
    if (spelled)
      return (now(v) - rest) * symbolic::Rational(*factor);
  }
  return std::nullopt;
}

Form LoopEntry::here(Form f) {
  f = withOuterVariables(f);
  return table.map(f, [&](AtomId id) -> std::optional<Form> {
    auto kind = table[id].kind;
    bool value = kind == symbolic::Atom::Kind::Symbol || kind == symbolic::Atom::Kind::Apply;
    return value && !spelling(id) ? solved(id) : std::nullopt;
  });
}

const Expr *LoopEntry::spelling(AtomId id) {
  if (auto found = variables.find(id); found != variables.end())
    return found->second;
  for (auto &[v, known] : loop.entry)
    if (known.value == Form::atom(id))
      return build.variable(const_cast<Symbol *>(v));
  const symbolic::Atom &a = table[id];
  if (a.kind != symbolic::Atom::Kind::Symbol)
    return nests.placeOf(id);
  // What it held when the procedure was entered, or wherever it was last unknown.
  bool entry = a.key && a.name.find_first_of("@?") == std::string::npos;
  Symbol *s = entry ? symbolOf(a.key) : nullptr;
  if (!s || loop.entry.count(s))
    return nullptr;
  if (a.name == ElementAddresses::nameOfFirst(s, 0))
    return build.program.exprs.make<AddressOf>(build.program.types.pointer(s->type), build.variable(s));
  return a.name[0] == '&' ? firstNumber(s) : build.variable(s);
}

/// `&a[0][0]` (ElementAddresses), of an array or of a pointer to arrays.
const Expr *LoopEntry::firstNumber(Symbol *s) {
  auto &exprs = build.program.exprs;
  const Expr *zero = build.constant(build.integer(Language::C), 0), *whole = build.variable(s);
  if (auto *pointer = llvm::dyn_cast<PointerType>(s->type->strip()))
    whole = exprs.make<Dereference>(pointer->pointee, whole, zero);
  auto *array = llvm::cast<ArrayType>(whole->type->strip());
  const Expr *first =
      exprs.make<Element>(array->element, whole, std::vector<const Expr *>(array->dimensions.size(), zero));
  return exprs.make<AddressOf>(build.program.types.pointer(array->element), first);
}

/// The variable that an atom's key is; null: it is something else.
Symbol *LoopEntry::symbolOf(const void *key) const {
  auto find = [&](const Scope &scope) -> Symbol * {
    for (auto &s : scope.symbols)
      if (s.get() == key)
        return s.get();
    return nullptr;
  };
  for (const Procedure *p = loop.procedure; p; p = p->host)
    if (Symbol *s = find(p->scope))
      return s;
  for (auto &unit : build.program.units)
    if (Symbol *s = find(unit->scope))
      return s;
  return nullptr;
}

} // namespace costate::transform
