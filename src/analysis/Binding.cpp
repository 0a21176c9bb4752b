// A callee's memory in the terms of a call.
#include "analysis/Memory.h"
#include "analysis/PointsTo.h"

#include "llvm/Support/Casting.h"

namespace costate::analysis {

using namespace ir;

// ---- Calls ----------------------------------------------------------------------------------------

const Expr *Memory::argument(const Call &call, const Procedure *target, const Symbol *parameter) {
  for (size_t i = 0; i < target->parameters.size() && i < call.arguments.size(); ++i)
    if (target->parameters[i] == parameter)
      return call.arguments[i].value;
  return nullptr;
}

CellSet Memory::bind(const Procedure *caller, const Call &call, const Procedure *target,
                         CellId id) {
  CellSet out;
  const Cell l = cells[id]; // a copy: binding may create locations
  switch (l.kind) {
  case Cell::Kind::Unknown:
  case Cell::Kind::Heap:
    out.push_back(id);
    break;
  case Cell::Kind::Variable: {
    if (!l.procedure) {
      out.push_back(id);
      break;
    }
    if (l.symbol == target->result)
      return call.result ? places(caller, call.result) : out;
    const Expr *actual = argument(call, target, l.symbol);
    if (!actual || l.symbol->byValue)
      break;
    bool address = actual->type && actual->type->isPointer() && !l.type->isPointer();
    return address ? pointees(caller, actual) : places(caller, actual);
  }
  case Cell::Kind::Component: {
    auto *record = recordAt(l.base);
    for (CellId base : bind(caller, call, target, l.base))
      insert(out, component(base, record, l.component));
    break;
  }
  case Cell::Kind::Pointee:
    out = bindPointee(caller, call, target, l.base);
    closeCollapsed(caller, id, out);
    if (l.many)
      walk(out);
    break;
  }
  return out;
}

/// Where a pointer of the target leads on entry.
CellSet Memory::bindPointee(const Procedure *caller, const Call &call, const Procedure *target,
                            CellId pointer) {
  CellSet out;
  const Cell &outermost = cells[root(pointer)];
  bool isArgument = outermost.kind == Cell::Kind::Variable && outermost.procedure == target &&
                    outermost.symbol->storage == Storage::Argument;
  if (isArgument && (root(pointer) == pointer || outermost.symbol->byValue)) {
    const Expr *actual = argument(call, target, outermost.symbol);
    return actual ? heldByValue(caller, actual, pointer) : out;
  }
  for (CellId at : bind(caller, call, target, pointer))
    insertAll(out, pointedTo(caller, at));
  return out;
}

/// Where the pointer leads that a value has at the place `part` of the parameter it is passed to.
CellSet Memory::heldByValue(const Procedure *caller, const Expr *actual, CellId part) {
  std::vector<CellId> path; // components, the outermost last
  for (CellId id = part; cells[id].kind == Cell::Kind::Component; id = cells[id].base)
    path.push_back(id);
  CellSet out;
  std::function<void(const Expr *, size_t)> collect = [&](const Expr *value, size_t depth) {
    bool isPointer = value->type && value->type->scalar()->strip()->isPointer();
    if (depth == 0 || isPointer)
      return insertAll(out, isPointer ? pointees(caller, value) : places(caller, value));
    if (auto *list = llvm::dyn_cast<RecordConstructor>(value)) {
      unsigned index = cells[path[depth - 1]].component;
      if (index < list->values.size() && list->values[index])
        collect(list->values[index], depth - 1);
      return;
    }
    if (!value->isPlace()) {
      for (const Expr *operand : operands(value)) // ?:, array constructors
        if (operand->type && operand->type->scalar()->strip()->isRecord())
          collect(operand, depth);
      return;
    }
    CellSet at = places(caller, value);
    for (; depth > 0; --depth) {
      CellSet inner;
      CellId id = path[depth - 1];
      for (CellId outer : at)
        insert(inner, component(outer, recordAt(cells[id].base), cells[id].component));
      at = std::move(inner);
    }
    for (CellId id : at)
      insertAll(out, pointedTo(caller, id));
  };
  collect(actual, path.size());
  return out;
}

/// A pointee that stands for what pointers inside it lead to (the nodes of a list) is, at a call, all
/// that is reached by them from there.
void Memory::closeCollapsed(const Procedure *caller, CellId pointee, CellSet &bound) {
  auto found = leadBack.find(pointee);
  if (found == leadBack.end())
    return;
  CellSet pointers = found->second;
  for (size_t before = 0; before != bound.size();) {
    before = bound.size();
    for (CellId pointer : pointers)
      for (CellId at : translated(caller, pointer, pointee, bound))
        insertAll(bound, pointedTo(caller, at));
  }
}

/// A cell inside or behind `from`, where that is `bound`.
CellSet Memory::translated(const Procedure *caller, CellId id, CellId from, const CellSet &bound) {
  if (id == from)
    return bound;
  const Cell l = cells[id];
  CellSet out;
  for (CellId base : translated(caller, l.base, from, bound))
    if (l.kind == Cell::Kind::Component)
      insert(out, component(base, recordAt(l.base), l.component));
    else
      insertAll(out, pointedTo(caller, base));
  if (l.kind == Cell::Kind::Pointee)
    closeCollapsed(caller, id, out);
  return out;
}

llvm::ArrayRef<CellId> Memory::aliases(const Procedure *p, CellId id) const {
  auto found = aliasSets.find({p, id});
  return found == aliasSets.end() ? llvm::ArrayRef<CellId>()
                                  : llvm::ArrayRef<CellId>(found->second);
}

void Memory::addAlias(const Procedure *p, CellId a, CellId b) {
  insert(aliasSets[{p, a}], b);
  insert(aliasSets[{p, b}], a);
  insert(aliasedCells[p], a);
  insert(aliasedCells[p], b);
}

bool Memory::shareAliasedPointers() {
  bool changed = false;
  for (auto &component : order)
    for (const Procedure *p : component)
      for (CellId a : aliased(p))
        for (CellId b : aliases(p, a))
          if (mayHoldPointer(p, a) && mayHoldPointer(p, b))
            changed |= addPointedTo(p, a, pointedTo(p, b));
  if (changed) {
    solvePointsTo(*this);
    findEscaped();
  }
  return changed;
}

llvm::ArrayRef<CellId> Memory::aliased(const Procedure *p) const {
  auto found = aliasedCells.find(p);
  return found == aliasedCells.end() ? llvm::ArrayRef<CellId>()
                                     : llvm::ArrayRef<CellId>(found->second);
}

} // namespace costate::analysis
