#include "transform/HeldValues.h"

#include "analysis/Differentiable.h"
#include "transform/Duals.h"

namespace costate::transform {

using namespace ir;

/// `v = e` of a variable, in its own type and shape.
bool HeldValues::mayHold(const Assign &s) const {
  return llvm::isa<Variable>(s.place) && !s.mask && !analysis::isWholeAllocatable(s.place) &&
         s.value->type->rank() == s.place->type->rank() &&
         s.value->type->scalar()->strip() == s.place->type->scalar()->strip();
}

bool HeldValues::isFromForward(const Assign &s, const Sweep &sweep) const {
  const Symbol *root = rootVariable(s.place);
  return sweep.once && root->storage == Storage::Local && !root->overlay && recording.runs(v, s) &&
         !recording.keeps(v, s) && !recording.undoes(v, s) && recording.writers(v.procedure, s.place) == 1 &&
         (!paired || sweep.inFused || recording.carries(v, root));
}

/// Whether an expression means the same wherever it is computed, after what it reads has got its value.
bool HeldValues::isFixed(const Expr *e) const {
  bool fixed = true;
  forEach(e, [&](const Expr *x) {
    auto *variable = llvm::dyn_cast<Variable>(x);
    bool isOwn = variable && (variable->symbol->storage == Storage::Local ||
                              (variable->symbol->storage == Storage::Argument && variable->symbol->byValue));
    if (x->isPlace())
      fixed = fixed && isOwn && !x->type->isArray() && !variable->symbol->overlay &&
              recording.writers(v.procedure, x) <= (variable->symbol->storage == Storage::Local);
  });
  return fixed;
}

namespace {

/// Whether the derivative of an expression is made of a function that the program may have computed beside it.
bool hasPartner(const Expr *e) {
  bool found = false;
  forEach(e, [&](const Expr *x) {
    auto *function = llvm::dyn_cast<Intrinsic>(x);
    found |= function && (function->name == "sin" || function->name == "cos" || function->name == "sinh" ||
                          function->name == "cosh");
  });
  return found;
}

} // namespace

HeldValues::InBlock HeldValues::in(const Block &block, const Sweep &sweep,
                                   const std::function<bool(const Assign &)> &isLoaded) const {
  InBlock out;
  out.values = this;
  out.block = &block;
  auto addTo = [](auto &readers, const Assign *s) {
    forEach(s->value, [&](const Expr *x) {
      if (auto *read = llvm::dyn_cast<Variable>(x))
        readers.emplace(read->symbol, s);
    });
  };
  std::vector<const Assign *> recomputed = recording.recomputes(v, block);
  std::set<const Assign *> again(recomputed.begin(), recomputed.end());
  for (auto s = block.rbegin(); s != block.rend(); ++s)
    if (auto *assign = llvm::dyn_cast<Assign>(s->get()); assign && mayHold(*assign)) {
      bool loaded = isLoaded(*assign);
      bool isPutBack = recording.runs(v, *assign) && !loaded && (recording.keeps(v, *assign) || recording.undoes(v, *assign));
      bool isThere = (sweep.follows && recording.runs(v, *assign)) || loaded || again.count(assign);
      bool stays = isThere && !isPutBack && !recording.isWrittenAfter(v.procedure, block, *assign);
      bool comes = isFromForward(*assign, sweep);
      if (stays || comes)
        out.own.insert(assign);
      if (!isCostly(assign->value))
        continue;
      if (comes && !assign->place->type->isArray() && isFixed(assign->value))
        addTo(out.readers, assign);
      else if ((stays || comes) && recording.writers(v.procedure, assign->place) == 1)
        addTo(out.near, assign);
    }
  if (!out.near.empty())
    for (size_t i = 0; i < block.size(); ++i)
      out.positions[block[i].get()] = i;
  return out;
}

/// Whether no statement from the one position to the other, the later not among them, writes what the assignment reads.
bool HeldValues::isSameAt(const Assign &s, size_t at, size_t other, const Block &block) const {
  constexpr size_t farthest = 32; // statements
  size_t first = std::min(at, other), last = std::max(at, other);
  if (last - first > farthest)
    return false;
  bool isSame = true;
  forEach(s.value, [&](const Expr *x) {
    for (size_t i = first; x->isPlace() && isSame && i < last; ++i)
      isSame = !recording.mayWrite(v.procedure, *block[i], x);
  });
  return isSame;
}

std::vector<const Assign *> HeldValues::InBlock::at(const Stmt &s) const {
  std::vector<const Assign *> out;
  auto *assign = llvm::dyn_cast<Assign>(&s);
  if (!assign)
    return out;
  if (own.count(assign))
    out.push_back(assign);
  auto forEachReader = [&](auto &all, auto &&take) {
    forEach(assign->value, [&](const Expr *x) {
      auto *read = llvm::dyn_cast<Variable>(x);
      auto [first, last] = read ? all.equal_range(read->symbol) : std::pair(all.end(), all.end());
      for (auto i = first; i != last; ++i)
        if (!llvm::is_contained(out, i->second))
          take(i->second);
    });
  };
  if (!readers.empty())
    forEachReader(readers, [&](const Assign *known) { out.push_back(known); });
  if (!near.empty() && hasPartner(assign->value))
    forEachReader(near, [&](const Assign *known) {
      if (values->isSameAt(*known, positions.at(known), positions.at(&s), *block))
        out.push_back(known);
    });
  return out;
}

} // namespace costate::transform
