// What a procedure does to memory its callers can see: may read, may write, must write.
//
// Cells are scalar parts (leaves) in the procedure's own terms; Memory::bind says what they are at a
// call. A must-write covers all of its cell on every way through the procedure that returns: a
// definition before the call does not survive it.
#pragma once

#include "analysis/CellBits.h"
#include "analysis/Memory.h"
#include "analysis/OutsideCalls.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace costate::analysis {

struct Effects {
  CellBits reads, writes, kills;
  CellBits shapes;    ///< read on entry by its declarations: extents of arrays; some of `reads`
  CellBits mentioned; ///< shared cells in the procedure's own statements
};

class EffectSummaries {
public:
  explicit EffectSummaries(Memory &, const Externals * = nullptr);

  const Effects &of(const ir::Procedure *p) const { return *summaries.find(p)->second; }

  /// A callee's effect at a call, cell by cell in the caller's terms.
  CellBits bound(const ir::Procedure *caller, const ir::Call &, const ir::Procedure *target,
                 const CellBits &cells);

  /// The callee's cells that are some of these at the call. Only what it touches matters to it.
  CellBits inCallee(const ir::Procedure *caller, const ir::Call &, const ir::Procedure *target, const CellBits &);
  /// Those of the callee's cells that the caller sees, as it does.
  CellBits inCaller(const ir::Procedure *caller, const ir::Call &, const ir::Procedure *target, const CellBits &);

  /// What the call writes for sure, whichever of its targets runs.
  CellBits killsOf(const ir::Procedure *caller, const ir::Call &);

  /// What a call that is not known in full does with its arguments.
  OutsideEffect outside(const ir::Procedure *caller, const ir::Call &) const;
  /// Leaves that a call without source may reach through its arguments.
  CellBits reachable(const ir::Procedure *caller, const ir::Call &);
  /// Leaves of those that it may write.
  CellBits outsideWrites(const ir::Procedure *caller, const ir::Call &);

private:
  friend class EffectReader;
  void summarise();
  void findAliases();
  bool isSamePlace(const ir::Procedure *, const ir::Expr *, const ir::Expr *);
  void samePlacesAt(const ir::Procedure *caller, const ir::Call &, const ir::Procedure *target, bool &changed);
  void aliasesAt(const ir::Procedure *caller, const ir::Call &, const ir::Procedure *target,
                 bool &changed);

  Memory &memory;
  const Externals *externals;
  llvm::DenseMap<const ir::Procedure *, std::unique_ptr<Effects>> summaries;
};

/// Whether an expression asks for the shape of a variable that has had one since it came to be: nothing of
/// what the variable holds is read. (What an allocatable or a pointer holds stands for its status, too.)
inline bool asksForShape(const ir::Expr *e) {
  auto *function = llvm::dyn_cast<ir::Intrinsic>(e);
  auto *of = function && !function->arguments.empty() && function->arguments[0]
                 ? llvm::dyn_cast<ir::Variable>(function->arguments[0]) : nullptr;
  return of && !of->symbol->allocatable && !of->type->isPointer() &&
         (function->name == "size" || function->name == "lbound" || function->name == "ubound" ||
          function->name == "shape");
}

/// Calls `visit` for each extent in a C type, of an array of variable length or of what a pointer leads to, that local
/// variables determine. Such types are taken where a variable is declared, but every sweep has declarations of its own:
/// naming the variable counts as reading its extents. (Parameters determine theirs when the procedure is entered.)
template <typename Visit> void forEachLocalExtent(const ir::Type *type, Visit &&visit) {
  auto namesLocal = [](const ir::Expr *extent) {
    bool found = false;
    ir::forEach(extent, [&](const ir::Expr *x) {
      auto *v = llvm::dyn_cast<ir::Variable>(x);
      found |= v && v->symbol->kind == ir::SymbolKind::Variable && v->symbol->storage == ir::Storage::Local;
    });
    return found;
  };
  while (type) {
    type = type->strip();
    if (auto *pointer = llvm::dyn_cast<ir::PointerType>(type)) {
      type = pointer->fortran ? nullptr : pointer->pointee;
      continue;
    }
    auto *array = llvm::dyn_cast<ir::ArrayType>(type);
    for (size_t i = 0; array && i < array->dimensions.size(); ++i)
      if (namesLocal(array->dimensions[i].extent))
        visit(array->dimensions[i].extent);
    type = array ? array->element : nullptr;
  }
}

/// Whether there is one: a variable of the type must not be named before its extents have their values.
inline bool hasLocalExtent(const ir::Type *type) {
  bool found = false;
  forEachLocalExtent(type, [&](const ir::Expr *) { found = true; });
  return found;
}

/// Calls `visit(place, value-expression-context)` for each place that is read in an expression:
/// its own address computation included.
template <typename Visit> void forEachRead(const ir::Expr *e, Visit &&visit) {
  if (!e)
    return;
  auto readExtents = [&](const ir::Type *type) {
    forEachLocalExtent(type, [&](const ir::Expr *extent) { forEachRead(extent, visit); });
  };
  if (auto *list = llvm::dyn_cast<ir::ImpliedDo>(e)) {
    for (const ir::Expr *bound : {list->lower, list->upper, list->step})
      forEachRead(bound, visit);
    auto free = [&](const ir::Expr *place) { // its variable holds nothing from before
      auto *v = llvm::dyn_cast<ir::Variable>(place);
      if (!v || v->symbol != list->variable)
        visit(place);
    };
    for (const ir::Expr *item : list->items)
      forEachRead(item, llvm::function_ref<void(const ir::Expr *)>(free));
    return;
  }
  if (auto *v = llvm::dyn_cast<ir::Variable>(e))
    readExtents(v->symbol->type); // in a copy of a procedure the expression's type is still the original's
  else if (auto *size = llvm::dyn_cast<ir::SizeOf>(e))
    readExtents(size->of);
  else if (llvm::isa<ir::Convert>(e))
    readExtents(e->type);
  if (asksForShape(e)) {
    auto &arguments = llvm::cast<ir::Intrinsic>(e)->arguments;
    for (size_t i = 1; i < arguments.size(); ++i)
      forEachRead(arguments[i], visit);
    return;
  }
  if (e->isPlace())
    visit(e);
  for (const ir::Expr *operand : ir::operands(e))
    forEachRead(operand, visit);
}

} // namespace costate::analysis
