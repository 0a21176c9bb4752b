#include "ir/Fixed.h"

#include "ir/Program.h"

#include <set>

namespace costate::ir {

namespace {

using Symbols = std::set<const Symbol *>;

bool names(const Expr *e, const Symbols &variables) {
  bool found = false;
  forEach(e, [&](const Expr *x) {
    auto *v = llvm::dyn_cast<Variable>(x);
    found |= v && variables.count(v->symbol);
  });
  return found;
}

/// Whether any call may change it without being told its name: globals, COMMON members, what
/// pointers may point to, and what internal procedures see of their host.
bool isSeenElsewhere(const Symbol &s) {
  bool own = s.storage == Storage::Local || s.storage == Storage::Argument;
  return !own || s.target || s.type->isPointer() || (s.owner && !s.owner->internal.empty());
}

bool mayWrite(const Call &call, const Symbols &variables) {
  for (const Symbol *v : variables)
    if (isSeenElsewhere(*v))
      return true;
  for (const Argument &a : call.arguments)
    if (a.value && a.value->isPlace() && names(a.value, variables))
      return true;
  return call.result && names(call.result, variables);
}

bool mayWrite(const Stmt &s, const Symbols &variables) {
  if (auto *assign = llvm::dyn_cast<Assign>(&s)) {
    const Symbol *root = rootVariable(assign->place);
    return root ? variables.count(root) != 0 : !variables.empty();
  }
  if (auto *loop = llvm::dyn_cast<For>(&s))
    return variables.count(loop->variable) != 0;
  if (auto *call = llvm::dyn_cast<Call>(&s))
    return mayWrite(*call, variables);
  if (!llvm::isa<Opaque>(s) && !llvm::isa<Allocate>(s))
    return false;
  for (const Expr *e : expressions(s))
    if (names(e, variables))
      return true;
  return false;
}

} // namespace

bool isFixed(const Expr *e, const Symbol *variable, const Block &body) {
  Symbols read;
  bool simple = true;
  forEach(e, [&](const Expr *x) {
    auto *v = llvm::dyn_cast<Variable>(x);
    if (v && v->symbol->kind != SymbolKind::NamedConstant)
      read.insert(v->symbol);
    simple &= x->isConstant() || v || llvm::isa<Binary>(x) || llvm::isa<Unary>(x) ||
              llvm::isa<Convert>(x);
  });
  simple &= !read.count(variable);
  if (simple && !read.empty())
    forEachStmt(body, [&](const Stmt &s) { simple &= !mayWrite(s, read); });
  return simple;
}

} // namespace costate::ir
