#include "transform/Adoption.h"

#include <algorithm>

namespace costate::transform {

using namespace ir;

void Adoption::procedure(const Procedure &p) {
  for (auto &s : p.scope.symbols) {
    type(s->type, s->location);
    expression(s->initial, s->location);
  }
  forEachStmt(p.body, [&](const Stmt &s) {
    for (const Expr *e : expressions(s))
      expression(e, s.location);
    if (auto *allocate = llvm::dyn_cast<Allocate>(&s))
      for (const Allocation &a : allocate->objects)
        for (const Dimension &d : a.shape)
          expression(d.lower, s.location), expression(d.upper, s.location);
  });
}

bool Adoption::isPrivate(const Type *t) const {
  if (!t)
    return false;
  t = t->scalar()->strip();
  if (auto *pointer = llvm::dyn_cast<PointerType>(t))
    return isPrivate(pointer->pointee);
  auto *record = llvm::dyn_cast<RecordType>(t);
  return record && (record->isPrivate || adopted.count(record));
}

bool Adoption::showsPrivateType(const Procedure &p) const {
  return isPrivate(p.resultType) || std::any_of(p.parameters.begin(), p.parameters.end(),
                                                [&](const Symbol *s) { return isPrivate(s->type); });
}

void Adoption::expression(const Expr *e, Location at) {
  forEach(e, [&](const Expr *x) {
    if (auto *v = llvm::dyn_cast<Variable>(x)) {
      Symbol &s = *v->symbol;
      bool module = s.unit && originals.count(s.unit) && !s.owner;
      if (module && s.kind == SymbolKind::NamedConstant && s.isPrivate)
        constant(s);
      else if (module && s.kind == SymbolKind::Variable && isPrivate(s.type) &&
               seen.insert(&s).second)
        diagnostics.error(at, "the derivative needs '" + s.name + "', whose type is private",
                          "make the type public in its module");
    } else if (auto *f = llvm::dyn_cast<Field>(x)) {
      const Component &c = f->record->components[f->component];
      bool hidden = c.isPrivate || f->record->privateComponents;
      if (hidden && originals.count(f->record->unit) && !f->record->isPrivate &&
          seen.insert(&c).second)
        diagnostics.error(at, "the derivative needs the private component '" + c.name +
                                  "' of type '" + f->record->name + "'",
                          "make it public in its module");
    }
    if (x->type)
      type(x->type, at);
  });
}

void Adoption::type(const Type *t, Location at) {
  if (!t)
    return;
  t = t->strip();
  if (auto *pointer = llvm::dyn_cast<PointerType>(t)) {
    type(pointer->pointee, at);
  } else if (auto *array = llvm::dyn_cast<ArrayType>(t)) {
    if (!seen.insert(array).second)
      return;
    type(array->element, at);
    for (const Dimension &d : array->dimensions)
      expression(d.lower, at), expression(d.upper, at);
  } else if (auto *callable = llvm::dyn_cast<ProcedureType>(t)) {
    if (Procedure *p = callable->interface; p && p->isAbstract && p->isPrivate && originals.count(p->unit))
      interface(*p);
  } else if (auto *text = llvm::dyn_cast<CharacterType>(t)) {
    expression(text->length, at);
  } else if (auto *r = llvm::dyn_cast<RecordType>(t)) {
    if (r->isPrivate && originals.count(r->unit) && !r->procedure)
      record(*r, at);
  }
}

void Adoption::constant(Symbol &s) {
  auto &from = s.unit->scope.symbols;
  auto found = std::find_if(from.begin(), from.end(), [&](auto &x) { return x.get() == &s; });
  if (found == from.end())
    return;
  Unit *to = moduleFor(*s.unit);
  std::unique_ptr<Symbol> owned = std::move(*found);
  from.erase(found);
  s.unit = to;
  s.isPrivate = false;
  type(s.type, s.location);
  expression(s.initial, s.location);
  to->scope.symbols.push_back(std::move(owned));
}

void Adoption::record(const RecordType &constRecord, Location at) {
  auto &from = constRecord.unit->scope.records;
  auto found = std::find(from.begin(), from.end(), &constRecord);
  if (found == from.end())
    return;
  RecordType &r = **found;
  if (!r.bindings.empty() || r.parent) {
    diagnostics.error(at, "the derivative needs the private type '" + r.name +
                              "', which has bindings or a parent",
                      "make the type public in its module");
    r.isPrivate = false; // said once
    return;
  }
  from.erase(found);
  adopted.insert(&r);
  r.unit = moduleFor(*r.unit);
  r.isPrivate = false;
  r.privateComponents = false;
  for (Component &c : r.components) {
    c.isPrivate = false;
    type(c.type, at);
    expression(c.initial, at);
  }
  r.unit->scope.records.push_back(&r);
}

void Adoption::interface(Procedure &p) {
  auto &from = p.unit->interfaces;
  auto found = std::find_if(from.begin(), from.end(), [&](auto &x) { return x.get() == &p; });
  if (found == from.end())
    return;
  std::unique_ptr<Procedure> owned = std::move(*found);
  from.erase(found);
  p.unit = p.symbol->unit = moduleFor(*p.unit);
  p.isPrivate = p.symbol->isPrivate = false;
  p.unit->interfaces.push_back(std::move(owned));
  procedure(p);
}

} // namespace costate::transform
