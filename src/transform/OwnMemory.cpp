#include "transform/OwnMemory.h"

#include "analysis/LoopValues.h"
#include "ir/Builder.h"
#include "ir/Constants.h"
#include "ir/Rewrite.h"
#include "transform/PointerTargets.h"

#include "llvm/Support/Casting.h"

#include <algorithm>

namespace costate::transform {

using namespace ir;
using namespace analysis;
using analysis::Loop; // not the raw statement

namespace {

constexpr uint64_t smallArray = 4096; ///< bytes that a thread's stack has room for

bool isAllocated(const Symbol *v) { return v->allocatable || v->type->isPointer(); }

bool names(const Stmt &s, const Symbol *v) {
  bool found = false;
  for (const Expr *e : expressions(s))
    forEach(e, [&](const Expr *x) { found |= analysis::variableOf(x) == v; });
  auto *loop = llvm::dyn_cast<For>(&s);
  return found || (loop && loop->variable == v);
}

bool contains(const Block &block, const Stmt &wanted) {
  bool found = false;
  forEachStmt(block, [&](const Stmt &s) { found |= &s == &wanted; });
  return found;
}

bool isAllocationOf(const Stmt &s, const Symbol *v) {
  auto *allocate = llvm::dyn_cast<Allocate>(&s);
  return allocate && std::any_of(allocate->objects.begin(), allocate->objects.end(),
                                 [&](const Allocation &object) { return analysis::variableOf(object.place) == v; });
}

/// Elements get a value that has nothing to do with it: what a derivative's own array starts with. (Of Fortran, where copies
/// have the contents that the array has when the loop begins.)
bool isFilling(const Stmt &s, const Symbol *v) {
  auto *assign = llvm::dyn_cast<Assign>(&s);
  bool isNumber = assign && v->type->isArray() && v->owner->language == Language::Fortran && !assign->mask &&
                  llvm::isa<RealConstant>(assign->value);
  auto *part = isNumber ? llvm::dyn_cast<Element>(assign->place) : nullptr;
  return isNumber && analysis::variableOf(part ? part->base : assign->place) == v;
}

} // namespace

const Symbol *OwnMemory::variableOf(const Procedure &p, CellId id) const {
  const Cell &cell = memory[id];
  if (cell.kind == Cell::Kind::Variable) {
    const Symbol *s = cell.symbol;
    bool isSmall = s->type->isArray() && bytesOf(s->type->strip()).value_or(smallArray + 1) <= smallArray;
    return isSmall || (s->type->isArray() && p.language == Language::Fortran) ? s : nullptr;
  }
  auto *allocate = cell.kind == Cell::Kind::Heap ? llvm::dyn_cast_or_null<Allocate>(cell.site) : nullptr;
  bool isPlain = allocate && p.language == Language::C && allocate->objects.size() == 1 &&
                 (allocate->how == Allocate::How::Malloc || allocate->how == Allocate::How::Calloc);
  return isPlain ? analysis::variableOf(allocate->objects[0].place) : nullptr;
}

/// But for where it is allocated, once, filled and freed.
bool OwnMemory::isNamedInLoopAlone(const Procedure &p, const For &loop, const Symbol *v) {
  std::set<const Stmt *> inside;
  forEachStmt(loop.body, [&](const Stmt &s) { inside.insert(&s); });
  unsigned allocations = 0;
  bool alone = true;
  forEachStmt(p.body, [&](const Stmt &s) {
    bool isAllocation = isAllocationOf(s, v), isAssigned = false;
    if (auto *assign = llvm::dyn_cast<Assign>(&s))
      isAssigned = analysis::variableOf(assign->place) == v && v->type->isPointer();
    if (auto *call = llvm::dyn_cast<Call>(&s))
      isAssigned = call->result && analysis::variableOf(call->result) == v;
    allocations += isAllocation;
    if (inside.count(&s))
      alone &= !isAllocation && !isAssigned && !(llvm::isa<Free>(s) && names(s, v));
    else
      alone &= isAllocation || llvm::isa<Free>(s) || isFilling(s, v) || !names(s, v);
  });
  return alone && allocations == isAllocated(v);
}

/// The allocation runs whenever the loop does: it stands in one of the blocks around the loop, before it.
const Allocate *OwnMemory::allocationBefore(const Procedure &p, const For &loop, const Symbol *v) const {
  const Block *block = &p.body;
  while (block) {
    const Allocate *found = nullptr;
    const Block *next = nullptr;
    for (const StmtPtr &s : *block) {
      if (s.get() == &loop)
        return found;
      if (isAllocationOf(*s, v))
        found = llvm::cast<Allocate>(s.get());
      for (const Block *inner : blocks(*s))
        if (!next && contains(*inner, loop))
          next = inner;
      if (next)
        break;
    }
    if (found)
      return found;
    block = next;
  }
  return nullptr;
}

bool OwnMemory::isOwn(const Loop &loop, CellId id) {
  auto *counted = llvm::dyn_cast<For>(loop.statement);
  const Procedure &p = *loop.procedure;
  const Symbol *v = counted ? variableOf(p, id) : nullptr;
  bool isLocal = v && v->owner == &p && v->storage == Storage::Local && !v->target && !v->overlay && !v->isVolatile;
  if (!isLocal || memory.isInterface(&p, id) || memory.isShared(id) || !memory.aliases(&p, id).empty() ||
      (v->type->isPointer() && addressTaken(p.body).count(v)) || !isNamedInLoopAlone(p, *counted, v) || (isAllocated(v) && !allocationBefore(p, *counted, v)))
    return false;
  if (v->type->isPointer()) { // nothing else leads there when the loop begins
    CellSet there = memory.pointedTo(&p, memory.variable(v));
    if (there.size() != 1 || there[0] != id)
      return false;
    bool isOnly = true;
    for (auto &s : p.scope.symbols)
      if (s.get() != v && s->kind == SymbolKind::Variable && s->type->isPointer() &&
          llvm::is_contained(memory.pointedTo(&p, memory.variable(s.get())), id))
        forEachStmt(p.body, [&](const Stmt &x) { isOnly &= contains(counted->body, x) || !names(x, s.get()); });
    if (!isOnly)
      return false;
  }
  if (!replay)
    replay = std::make_unique<LoopReplay>(program, memory, effects);
  return isCovered(loop, id) || replay->of(*counted, id) == LoopReplay::Carry::Private;
}

bool OwnMemory::isCovered(const Loop &loop, CellId id) {
  return replay->of(*llvm::cast<For>(loop.statement), id) == LoopReplay::Carry::Covered;
}

void OwnMemory::prepare(Procedure &p, const Symbol *pointer) {
  if (sizes.count(pointer))
    return;
  const Allocate *found = nullptr;
  forEachStmt(p.body, [&](const Stmt &s) {
    if (isAllocationOf(s, pointer))
      found = llvm::cast<Allocate>(&s);
  });
  auto variable = [&](const char *suffix, const Expr *value) -> Symbol * {
    Symbol *s = value && !constantValue(value) ? p.makeTemporary(pointer->name + suffix, value->type->strip()) : nullptr;
    if (s)
      s->temporary = false;
    return s;
  };
  sizes[pointer] = {found, variable("_size", found->size), variable("_number", found->count)};
  Symbol *copy = p.makeTemporary(pointer->name + "_own", pointer->type);
  copy->temporary = false;
  copies[pointer] = copy;
}

Block OwnMemory::beforeAllocation(const Stmt &s) {
  Builder b(program);
  Block out;
  for (auto &[pointer, known] : sizes)
    if (known.allocation == &s) {
      if (known.count)
        out.push_back(b.assign(known.count, known.allocation->count));
      if (known.size)
        out.push_back(b.assign(known.size, known.allocation->size));
    }
  return out;
}

void OwnMemory::surround(For &loop, const std::vector<const Symbol *> &pointers) {
  Builder b(program);
  Renaming moved(program);
  Block body, end;
  for (const Symbol *pointer : pointers) {
    const Sizes &known = sizes.at(pointer);
    Symbol *own = copies.at(pointer);
    auto allocation = std::make_unique<Allocate>(known.allocation->how,
                                                 std::vector{Allocation{b.variable(own), {}, nullptr}}, loop.location);
    allocation->size = known.size ? b.variable(known.size) : known.allocation->size;
    allocation->count = known.count ? b.variable(known.count) : known.allocation->count;
    body.push_back(std::move(allocation));
    end.push_back(std::make_unique<Free>(std::vector<const Expr *>{b.variable(own)}, loop.location));
    moved.add(const_cast<Symbol *>(pointer), own);
  }
  moved.apply(loop.body);
  std::move(loop.body.begin(), loop.body.end(), std::back_inserter(body));
  std::move(end.begin(), end.end(), std::back_inserter(body));
  loop.body = std::move(body);
}

} // namespace costate::transform
