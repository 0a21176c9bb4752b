#include "transform/DirectionLoops.h"

#include "analysis/Differentiable.h"

namespace costate::transform {

using namespace ir;

bool DirectionLoops::mentionsIndex(const Expr *e) const {
  return LinearForm(program, directions.index, keep).mentionsIndex(e);
}

bool DirectionLoops::isLoop(const Stmt &s) const {
  auto *loop = llvm::dyn_cast<For>(&s);
  return loop && loop->variable == directions.index;
}

void DirectionLoops::append(std::unique_ptr<Assign> s, Block &out) {
  bool single = !mentionsIndex(s->place) && !mentionsIndex(s->value) && !mentionsIndex(s->mask);
  if (!directions.several() || single) {
    out.push_back(std::move(s));
    return;
  }
  auto element = [&](std::unique_ptr<Assign> one, Block &body) { append(std::move(one), body); };
  if (elements.append(*s, out, element))
    return;
  // Under a mask nothing is computed that the program would not compute.
  if (!s->mask)
    s->value = LinearForm(program, directions.index, keep).of(s->value, out);
  inLoop(std::move(s), out);
}

void DirectionLoops::inLoop(std::unique_ptr<Assign> s, Block &out) {
  if (StmtPtr earlier = earlierLoop(out)) {
    llvm::cast<For>(*earlier).body.push_back(std::move(s));
    out.push_back(std::move(earlier));
    return;
  }
  bool inC = procedure.language == Language::C;
  Location at = s->location;
  Block body;
  body.push_back(std::move(s));
  const Type *integer = b.integer(procedure.language);
  auto loop = std::make_unique<For>(directions.index, b.constant(integer, inC ? 0 : 1, at),
                                    directions.count, nullptr, std::move(body), at);
  loop->inclusive = !inC;
  loop->direction = For::Direction::Up;
  out.push_back(std::move(loop));
}

// ---- Loops that wait for the next ---------------------------------------------------------------

/// The last loop over the directions, taken out of the block, where it may run at its end.
StmtPtr DirectionLoops::earlierLoop(Block &out) const {
  constexpr size_t reach = 16; // far enough for any statement's temporaries
  for (size_t i = out.size(), seen = 0; i-- > 0 && seen < reach; ++seen) {
    if (isLoop(*out[i])) {
      auto &loop = llvm::cast<For>(*out[i]);
      for (size_t j = i + 1; j < out.size(); ++j)
        if (reads(loop, llvm::cast<Assign>(*out[j])))
          return nullptr;
      StmtPtr taken = std::move(out[i]);
      out.erase(out.begin() + i);
      return taken;
    }
    auto *assign = llvm::dyn_cast<Assign>(out[i].get());
    if (out[i].get() == last || !assign || isShadow(assign->place) || isShadow(assign->value))
      return nullptr;
  }
  return nullptr;
}

bool DirectionLoops::isShadow(const Expr *e) const {
  bool found = false;
  forEach(e, [&](const Expr *x) {
    auto *v = llvm::dyn_cast<Variable>(x);
    found |= v && shadows.isShadow(v->symbol);
  });
  return found;
}

/// Whether a loop may read a value that the assignment writes. Values other than plain variables
/// have been given names before the loop, mostly; where not, the answer is yes.
bool DirectionLoops::reads(const For &loop, const Assign &written) const {
  const Symbol *root = rootVariable(written.place);
  if (!analysis::isDifferentiableScalar(written.place->type) || written.mask ||
      (root && root->overlay))
    return true; // it may be a subscript, or be known by another name
  bool found = false;
  auto visit = [&](const Expr *x) {
    if (!x->type || !analysis::isDifferentiableScalar(x->type) || !x->isPlace() || isShadow(x))
      return;
    auto *v = llvm::dyn_cast<Variable>(x);
    // Through a pointer any variable may be written, but not the names.
    found |= !v || v->symbol == root || (!root && !names.count(v->symbol));
  };
  for (const StmtPtr &s : loop.body)
    for (const Expr *e : expressions(*s))
      forEach(e, visit);
  return found;
}

} // namespace costate::transform
