// What a function does to its variables, found by one walk before it is read.
#pragma once

#include "frontend/c/Clang.h"

#include "llvm/ADT/SmallPtrSet.h"

namespace costate::frontend::c {

/// Sets over the variables a function names.
struct FunctionFacts {
  /// `&v`, or v is an array that decays where something else than a subscript follows.
  llvm::SmallPtrSet<const clang::VarDecl *, 16> addressTaken;
  /// Assigned, or incremented, whole or in part, other than by its declaration.
  llvm::SmallPtrSet<const clang::VarDecl *, 32> modified;
  /// Arrays whose address leaves as a pointer through which they could be written.
  llvm::SmallPtrSet<const clang::VarDecl *, 8> writableElsewhere;

  /// Only its own name changes it: no call, no store through a pointer.
  bool onlyByName(const clang::VarDecl *v) const {
    return v->hasLocalStorage() && !addressTaken.count(v);
  }
  /// Keeps the value its declaration gave it.
  bool neverChanges(const clang::VarDecl *v) const {
    return !modified.count(v) && !writableElsewhere.count(v);
  }
};

FunctionFacts findFacts(const clang::Stmt *body);

/// The variable a place is part of; null where it is reached through a pointer.
const clang::VarDecl *rootDeclaration(const clang::Expr *place);

} // namespace costate::frontend::c
