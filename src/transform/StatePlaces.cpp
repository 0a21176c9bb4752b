#include "transform/StatePlaces.h"

#include "analysis/Differentiable.h"
#include "transform/ArrayElements.h"

#include <algorithm>

namespace costate::transform {

using namespace ir;
using analysis::Cell;
using analysis::CellBits;
using analysis::CellId;

StatePlaces::Found StatePlaces::of(const CellBits &cells) {
  Found out;
  for (CellId id : cells)
    add(id, out);
  return out;
}

void StatePlaces::add(CellId id, Found &out) {
  CellId root = memory.root(id);
  if (memory[root].kind == Cell::Kind::Variable && addVariable(root, id, out))
    return;
  const Expr *e = memory[id].many && memory[root].kind != Cell::Kind::Variable ? allocated(memory[id]) : place(id);
  if (!e) {
    out.left.push_back(id);
    return;
  }
  if (std::none_of(out.places.begin(), out.places.end(), [&](const Expr *other) { return equal(other, e); }))
    out.places.push_back(e);
}

/// All of a variable, under all its names; false where its parts must be copied one by one, or cannot be.
bool StatePlaces::addVariable(CellId root, CellId leaf, Found &out) {
  std::vector<Symbol *> names;
  for (auto &s : p->scope.symbols)
    if (s->kind == SymbolKind::Variable && memory.variable(s.get()) == root)
      names.push_back(s.get());
  if (!memory[root].overlaid)
    names.resize(std::min<size_t>(names.size(), 1));
  else if (memory.isShared(root))
    return out.left.push_back(leaf), true; // others may see parts of it that no name here has
  const Expr *one = names.empty() ? variable(root) : nullptr;
  if (one)
    names.push_back(llvm::cast<Variable>(one)->symbol);
  bool whole = !names.empty() && std::all_of(names.begin(), names.end(), [&](const Symbol *s) {
    bool inParts = p->language == Language::Fortran &&
                   (analysis::holdsPointer(s->type) || holdsAllocatable(s->type)) && !s->type->isPointer();
    return !inParts && !s->allocatable && !s->optional && (analysis::Recording::hasKnownExtent(s) || s->type->isPointer());
  });
  if (!whole)
    return false;
  for (Symbol *s : names)
    if (const Expr *e = b.variable(s);
        std::none_of(out.places.begin(), out.places.end(), [&](const Expr *other) { return equal(other, e); }))
      out.places.push_back(e);
  return true;
}

/// The name that the procedure has for a variable; null: none.
const Expr *StatePlaces::variable(CellId root) {
  for (const Procedure *at = p; at; at = at->host)
    for (auto &s : at->scope.symbols)
      if (s->kind == SymbolKind::Variable && memory.variable(s.get()) == root)
        return b.variable(s.get());
  for (auto &s : p->unit->scope.symbols)
    if (s->kind == SymbolKind::Variable && memory.variable(s.get()) == root)
      return b.variable(s.get());
  const Symbol *s = memory[root].symbol;
  bool mentioned = false;
  memory.forEachLeaf(root, [&](CellId id) { mentioned |= recording.summarised().of(p).mentioned.test(id); });
  return s && mentioned && s->storage != Storage::Common ? b.variable(const_cast<Symbol *>(s)) : nullptr;
}

/// Whether nothing in the procedure may change what a pointer leads to.
bool StatePlaces::isFixed(CellId pointer) { return !recording.accessed().writes(p, p->body).test(pointer); }

const Expr *StatePlaces::place(CellId id) {
  const Cell cell = memory[id];
  switch (cell.kind) {
  case Cell::Kind::Variable: {
    const Expr *e = variable(id);
    auto *v = e ? llvm::cast<Variable>(e) : nullptr;
    bool isOpen = v && !v->symbol->allocatable && !v->type->isPointer() && !analysis::Recording::hasKnownExtent(v->symbol);
    return !v || isOpen || v->symbol->optional || cell.overlaid ? nullptr : elements(e, b.program.exprs);
  }
  case Cell::Kind::Component: {
    const Expr *base = place(cell.base);
    auto *record = base ? llvm::dyn_cast<RecordType>(base->type->strip()) : nullptr;
    if (!record) // an array of records: its elements are copied whole, or not at all
      return nullptr;
    const Component &part = record->components[cell.component];
    return elements(b.program.exprs.make<Field>(part.type, base, record, cell.component), b.program.exprs);
  }
  case Cell::Kind::Pointee: {
    const Expr *pointer = cell.many || !isFixed(cell.base) ? nullptr : place(cell.base);
    auto *type = pointer ? llvm::dyn_cast<PointerType>(pointer->type->strip()) : nullptr;
    return type ? b.program.exprs.make<Dereference>(type->pointee, pointer) : nullptr;
  }
  case Cell::Kind::Heap:
    return allocated(cell);
  default:
    return nullptr;
  }
}

/// `a(:)` of an allocatable variable or component; others as they are.
const Expr *StatePlaces::elements(const Expr *e, ExprArena &exprs) {
  auto *v = llvm::dyn_cast<Variable>(e);
  return v && v->symbol->allocatable && v->type->isArray() ? analysis::everyElement(exprs, v) : e;
}

bool isInLoop(const Block &block, const Stmt &s, bool around) {
  return std::any_of(block.begin(), block.end(), [&](const StmtPtr &x) {
    bool inner = around || llvm::isa<For, While>(x.get());
    auto blocksOf = blocks(*x);
    return (x.get() == &s && around) ||
           std::any_of(blocksOf.begin(), blocksOf.end(), [&](const Block *b) { return isInLoop(*b, s, inner); });
  });
}

/// What a Fortran pointer variable of the procedure was allocated as, once, if it never led elsewhere; null otherwise.
const Expr *StatePlaces::allocated(const Cell &cell) {
  auto *site = cell.kind == Cell::Kind::Heap ? llvm::dyn_cast_or_null<Allocate>(cell.site) : nullptr;
  if (!site || site->how != Allocate::How::Fortran || cell.procedure != p || isInLoop(p->body, *site))
    return nullptr;
  for (const Allocation &a : site->objects) {
    auto *v = llvm::dyn_cast<Variable>(a.place);
    auto *type = v ? llvm::dyn_cast<PointerType>(v->type->strip()) : nullptr;
    if (!type)
      continue;
    CellBits own = recording.accessed().cells(p, v);
    bool moves = false;
    forEachStmt(p->body, [&](const Stmt &s) {
      moves |= &s != site && !llvm::isa<Free>(&s) && blocks(s).empty() &&
               recording.accessed().writes(p, s).intersects(own);
    });
    auto leads = memory.pointees(p, v);
    if (!moves && leads.size() == 1 && memory[leads[0]].site == site)
      return b.program.exprs.make<Dereference>(type->pointee, v);
  }
  return nullptr;
}

} // namespace costate::transform
