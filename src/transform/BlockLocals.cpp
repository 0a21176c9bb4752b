#include "transform/BlockLocals.h"

namespace costate::transform {

using namespace ir;

/// How often a statement, with all inside, names variables. An address counts for more than all names together.
void BlockLocals::count(const Stmt &s, Mentions &out) {
  constexpr unsigned addressed = 1u << 20;
  auto visit = [&](const Stmt &x) {
    for (const Expr *e : expressions(x))
      forEach(e, [&](const Expr *part) {
        if (auto *v = llvm::dyn_cast<Variable>(part))
          ++out[v->symbol];
        if (auto *address = llvm::dyn_cast<AddressOf>(part))
          if (Symbol *root = rootVariable(address->place))
            out[root] += addressed;
        if (auto *loop = llvm::dyn_cast<ImpliedDo>(part))
          ++out[loop->variable];
      });
    if (auto *loop = llvm::dyn_cast<For>(&x))
      ++out[loop->variable];
  };
  visit(s);
  for (const Block *inner : blocks(s))
    forEachStmt(*inner, visit);
}

const BlockLocals::Mentions &BlockLocals::all() {
  if (std::exchange(isCounted, true))
    return everywhere;
  for (const StmtPtr &s : procedure.body)
    count(*s, everywhere);
  for (auto &s : procedure.scope.symbols) { // extents of arrays
    const Type *type = s->type ? s->type->strip() : nullptr;
    while (auto *pointer = llvm::dyn_cast_or_null<PointerType>(type))
      type = pointer->pointee->strip();
    if (auto *array = llvm::dyn_cast_or_null<ArrayType>(type))
      for (const Dimension &d : array->dimensions)
        for (const Expr *e : {d.lower, d.upper, d.extent})
          if (e)
            forEach(e, [&](const Expr *part) {
              if (auto *v = llvm::dyn_cast<Variable>(part))
                ++everywhere[v->symbol];
            });
  }
  return everywhere;
}

const BlockLocals::Mentions &BlockLocals::in(const Block &block) {
  auto [found, isNew] = inside.try_emplace(&block);
  if (isNew)
    for (const StmtPtr &s : block) {
      Mentions here;
      count(*s, here);
      for (auto &[symbol, times] : here) {
        found->second[symbol] += times;
        first[&block].try_emplace(symbol, s.get());
      }
    }
  return found->second;
}

bool BlockLocals::isSetBy(const Assign &s, const Block &block) {
  auto *v = llvm::dyn_cast<Variable>(s.place);
  const Symbol *symbol = v ? v->symbol : nullptr;
  if (!symbol || symbol->storage != Storage::Local || symbol->owner != &procedure || symbol->overlay || symbol->target ||
      symbol->isVolatile || symbol->allocatable || symbol->initial || s.mask)
    return false;
  auto &here = in(block);
  auto found = here.find(symbol);
  if (found == here.end() || found->second != all().at(symbol) || found->second >= 1u << 20 || first[&block][symbol] != &s)
    return false;
  bool readsItself = false;
  forEach(s.value, [&](const Expr *part) {
    auto *read = llvm::dyn_cast<Variable>(part);
    readsItself |= read && read->symbol == symbol;
  });
  return !readsItself;
}

} // namespace costate::transform
