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

HeldValues::InBlock HeldValues::in(const Block &block, const Sweep &sweep,
                                   const std::function<bool(const Assign &)> &isLoaded) const {
  InBlock out;
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
      if (comes && !assign->place->type->isArray() && isCostly(assign->value) && isFixed(assign->value))
        forEach(assign->value, [&](const Expr *x) {
          if (auto *read = llvm::dyn_cast<Variable>(x))
            out.readers.emplace(read->symbol, assign);
        });
    }
  return out;
}

std::vector<const Assign *> HeldValues::InBlock::at(const Stmt &s) const {
  std::vector<const Assign *> out;
  auto *assign = llvm::dyn_cast<Assign>(&s);
  if (!assign)
    return out;
  if (own.count(assign))
    out.push_back(assign);
  if (!readers.empty())
    forEach(assign->value, [&](const Expr *x) {
      auto *read = llvm::dyn_cast<Variable>(x);
      auto [first, last] = read ? readers.equal_range(read->symbol) : std::pair(readers.end(), readers.end());
      for (auto i = first; i != last; ++i)
        if (!llvm::is_contained(out, i->second))
          out.push_back(i->second);
    });
  return out;
}

} // namespace costate::transform
