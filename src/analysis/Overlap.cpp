#include "analysis/Overlap.h"

#include "llvm/Support/Casting.h"

#include <algorithm>

namespace costate::analysis {

using namespace ir;

Overlaps::Overlaps(Program &program, Memory &memory, Callers callers) : memory(memory), callers(callers) {
  auto noteInitial = [&](const Scope &scope) {
    for (auto &s : scope.symbols)
      forEach(s->initial, [&](const Expr *x) {
        if (auto *address = llvm::dyn_cast<AddressOf>(x))
          if (const Symbol *v = rootVariable(address->place))
            addressTaken.insert(v);
      });
  };
  for (auto &unit : program.units)
    noteInitial(unit->scope);
  for (Procedure *p : procedures(program))
    noteInitial(p->scope);
  for (Procedure *p : procedures(program))
    forEachStmt(p->body, [&](const Stmt &s) {
      for (const Expr *e : expressions(s))
        forEach(e, [&](const Expr *x) {
          if (auto *reference = llvm::dyn_cast<ProcedureReference>(x))
            if (reference->symbol->procedure)
              values.insert(reference->symbol->procedure);
          if (auto *address = llvm::dyn_cast<AddressOf>(x))
            if (const Symbol *v = rootVariable(address->place))
              addressTaken.insert(v);
        });
    });
}

CellSet Overlaps::leaves(const Procedure *p, const Access &a) {
  CellSet out;
  for (CellId id : a.cells.empty() && a.place ? memory.places(p, a.place) : a.cells)
    memory.forEachLeaf(id, [&](CellId leaf) { insert(out, leaf); });
  return out;
}

namespace {

/// How the outermost part of a place's path counts.
enum class Addressing { Address, Subscripts, FortranPointer };

Addressing addressing(const Expr *place) {
  for (const Expr *e = place;;) {
    if (auto *element = llvm::dyn_cast<Element>(e)) {
      auto *array = llvm::dyn_cast<ArrayType>(element->base->type->strip());
      if (variableOf(element->base))
        return array && array->rowMajor && element->subscripts.size() == 1 ? Addressing::Address
                                                                           : Addressing::Subscripts;
      e = element->base;
    } else if (auto *target = llvm::dyn_cast<Dereference>(e)) {
      auto *pointer = llvm::dyn_cast<PointerType>(target->pointer->type->strip());
      return pointer && pointer->fortran ? Addressing::FortranPointer : Addressing::Address;
    } else if (auto *field = llvm::dyn_cast<Field>(e)) {
      e = field->base;
    } else {
      return Addressing::Subscripts;
    }
  }
}

/// The type of what an address counts.
const Type *counted(const Expr *place) {
  for (const Expr *e = place;;) {
    if (auto *element = llvm::dyn_cast<Element>(e)) {
      if (variableOf(element->base))
        return element->type->strip();
      e = element->base;
    } else if (auto *target = llvm::dyn_cast<Dereference>(e)) {
      auto *pointer = llvm::dyn_cast<PointerType>(target->pointer->type->strip());
      return pointer ? pointer->pointee->strip() : nullptr;
    } else if (auto *field = llvm::dyn_cast<Field>(e)) {
      e = field->base;
    } else {
      return nullptr;
    }
  }
}

/// Objects of these types may be the same memory in C: equal types, integers of one size, characters.
bool sameKind(const Type *a, const Type *b) {
  auto *x = llvm::dyn_cast_or_null<IntegerType>(a), *y = llvm::dyn_cast_or_null<IntegerType>(b);
  if (!a || !b || a == b || (x && x->bytes == 1) || (y && y->bytes == 1))
    return true;
  return x && y && x->bytes == y->bytes;
}

/// An element that a pointer or an array leads to, or a variable, of no record.
bool isNumber(const Access &a) {
  bool isElement = a.place && (llvm::isa<Element>(a.place) || llvm::isa<Dereference>(a.place)) && !a.path.empty();
  return (isElement || variableOf(a.place)) && !a.linear && !a.place->type->isArray();
}

const Dereference *rowOf(const Access &a) {
  auto *element = llvm::dyn_cast_or_null<Element>(a.place);
  return element ? llvm::dyn_cast<Dereference>(element->base) : nullptr;
}

/// Of an array that a pointer points to.
bool isOfRow(const Access &a) { return rowOf(a) && rowOf(a)->type->strip()->isArray(); }

/// Their rows are apart by whole rows: they come from one pointer. Two whose difference has one pointer to be added
/// and one to be subtracted may be apart by any part of a row.
bool areInStep(const Access &a, const Access &b) {
  if (!isOfRow(a) || !isOfRow(b))
    return false;
  const Symbol *one = variableOf(rowOf(a)->pointer), *other = variableOf(rowOf(b)->pointer);
  if (one && one == other)
    return true;
  if (!a.path[0].value || !b.path[0].value)
    return false;
  bool added = false, subtracted = false;
  const Form difference = *a.path[0].value - *b.path[0].value;
  for (const symbolic::Term &t : difference.terms())
    if (t.monomial.size() == 1 && t.monomial[0].second == 1) {
      added |= t.factor.isOne();
      subtracted |= (-t.factor).isOne();
    }
  return !added || !subtracted;
}

} // namespace

bool Overlaps::isRestrict(CellId pointee) const {
  const Cell &cell = memory[memory.root(pointee)];
  if (cell.kind != Cell::Kind::Pointee)
    return false;
  const Cell &pointer = memory[cell.base];
  if (pointer.kind != Cell::Kind::Variable)
    return false;
  for (const Type *type = pointer.symbol->type; type;) {
    if (auto *qualified = llvm::dyn_cast<QualifiedType>(type)) {
      if (qualified->isRestrict)
        return true;
      type = qualified->underlying;
    } else if (auto *alias = llvm::dyn_cast<AliasType>(type)) {
      type = alias->underlying;
    } else {
      return false;
    }
  }
  return false;
}

/// Whether two different cells may be the same memory.
bool Overlaps::mayBeOne(const Procedure *p, CellId a, CellId b) {
  if (a == Memory::unknown() || b == Memory::unknown())
    return true;
  auto aliases = memory.aliases(p, a);
  if (std::find(aliases.begin(), aliases.end(), b) != aliases.end())
    return true;
  if (callers == Callers::AsSeen)
    return false;
  const Cell &x = memory[memory.root(a)], &y = memory[memory.root(b)];
  bool pointees = x.kind == Cell::Kind::Pointee || y.kind == Cell::Kind::Pointee;
  if (!pointees || !sameKind(memory[a].type, memory[b].type))
    return false;
  // Memory of the procedure's own is not what came in from outside.
  auto outside = [&](CellId id, const Cell &root) {
    if (root.kind == Cell::Kind::Pointee || memory.isShared(id))
      return true;
    return root.kind == Cell::Kind::Variable && root.symbol->storage == Storage::Argument &&
           !root.symbol->byValue && root.symbol->target;
  };
  if (!outside(a, x) || !outside(b, y))
    return false;
  // A file's own variable whose address nobody takes is where no pointer leads.
  auto hidden = [&](const Cell &root) {
    return root.kind == Cell::Kind::Variable && root.symbol->internalLinkage && !root.symbol->target &&
           !addressTaken.count(root.symbol);
  };
  if (hidden(x) || hidden(y))
    return false;
  if (isRestrict(a) || isRestrict(b))
    return false;
  if (p->language == Language::C)
    return !p->internalLinkage || values.count(p) || (p->symbol && p->symbol->target); // else all calls were looked at
  auto isTarget = [](const Cell &root) {
    return root.kind == Cell::Kind::Pointee || (root.symbol && root.symbol->target);
  };
  return isTarget(x) && isTarget(y);
}

Overlap Overlaps::of(const Procedure *p, const Access &a, const Access &b) {
  CellSet first = leaves(p, a), second = leaves(p, b);
  bool common = false, other = first.empty() || second.empty();
  for (CellId x : first)
    for (CellId y : second) {
      if (x == y)
        common = true;
      else if (mayBeOne(p, x, y))
        other = true;
    }
  if (!common && !other)
    return Overlap::Never;
  if (first.empty() || second.empty())
    return Overlap::Unknown;
  Overlap paths = ofPaths(a, b, other);
  return paths == Overlap::Unknown && p->language == Language::C && isNumber(a) && isNumber(b) &&
                 a.place->type->strip() == b.place->type->strip()
             ? Overlap::Addresses
             : paths;
}

Overlap Overlaps::ofPaths(const Access &a, const Access &b, bool other) {
  if (!a.place || !b.place || a.path.empty() || b.path.empty() || a.path.size() != b.path.size() ||
      a.linear != b.linear)
    return Overlap::Unknown;
  Addressing how = addressing(a.place);
  if (how != addressing(b.place))
    return Overlap::Unknown;
  switch (how) {
  case Addressing::Address:
    if ((isOfRow(a) || isOfRow(b)) && (other || !areInStep(a, b)))
      return Overlap::Unknown;
    return counted(a.place) && counted(a.place) == counted(b.place) ? Overlap::Comparable : Overlap::Unknown;
  case Addressing::FortranPointer:
    return !other && a.path[0].value && a.path[0] == b.path[0] ? Overlap::Comparable
                                                                : Overlap::Unknown;
  case Addressing::Subscripts:
    return !other && rootVariable(a.place) && rootVariable(a.place) == rootVariable(b.place)
               ? Overlap::Comparable
               : Overlap::Unknown;
  }
  return Overlap::Unknown;
}

} // namespace costate::analysis
