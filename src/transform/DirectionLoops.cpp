#include "transform/DirectionLoops.h"

#include "analysis/Differentiable.h"
#include "ir/LoopMarks.h"
#include "ir/Rewrite.h"

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
  if (!inElements) { // under a mask, too: what they add up is not
    Sums sums;
    s->value = withoutSums(s->value, sums, out);
  }
  if (appendChoice(*s, out))
    return;
  auto element = [&](std::unique_ptr<Assign> one, Block &body) { appendInElements(std::move(one), body); };
  if (elements.append(*s, out, element))
    return;
  // Under a mask nothing is computed that the program would not compute.
  if (!s->mask)
    s->value = LinearForm(program, directions.index, keep).of(s->value, out);
  inLoop(std::move(s), out);
}

void DirectionLoops::appendInElements(std::unique_ptr<Assign> s, Block &out) {
  bool before = std::exchange(inElements, true);
  append(std::move(s), out);
  inElements = before;
}

/// A choice that is the same in every direction is made once, not in every iteration.
bool DirectionLoops::appendChoice(const Assign &s, Block &out) {
  std::optional<Choice> choice = s.mask || s.place->type->isArray() ? std::nullopt : choiceOf(s.value);
  if (!choice || mentionsIndex(choice->condition) || choice->isSign())
    return false;
  auto side = [&](const Expr *value) {
    Block block;
    arrays.beginBlock(false);
    append(std::make_unique<Assign>(s.place, value, s.location), block);
    arrays.endBlock(block);
    return block;
  };
  Block yes = side(choice->whenTrue), no = side(choice->whenFalse);
  out.push_back(std::make_unique<If>(choice->condition, std::move(yes), std::move(no), s.location));
  return true;
}

// ---- Sums over elements -------------------------------------------------------------------------

/// The elements that a function adds up, as one array: of `sum(a)` and of `dot_product(a, b)` of reals.
const Expr *DirectionLoops::addends(const Expr *e) {
  auto *function = llvm::dyn_cast<Intrinsic>(e);
  if (!function || e->type->isArray() || !e->type->isReal())
    return nullptr;
  const auto &given = function->arguments;
  if (function->name == "sum" && given.size() == 1)
    return given[0];
  bool product = function->name == "dot_product" && given.size() == 2 && given[0]->type->scalar()->isReal() &&
                 given[1]->type->scalar()->isReal();
  return product ? program.exprs.make<Binary>(given[0]->type, BinaryOp::Multiply, given[0], given[1], e->location) : nullptr;
}

/// The expression with its sums over elements in a variable each, added up before it: the directions of an element lie
/// side by side, so they are to be innermost. The variable is new, and what it adds up is as the expression finds it.
const Expr *DirectionLoops::withoutSums(const Expr *e, Sums &sums, Block &out) {
  if (!mentionsIndex(e) || e->isPlace() || llvm::isa<ImpliedDo>(e))
    return e;
  for (auto &[sum, place] : sums)
    if (equal(sum, e))
      return place;
  const Expr *inner = mapOperands(program.exprs, e, [&](const Expr *x) { return withoutSums(x, sums, out); });
  const Expr *added = addends(inner);
  const Expr *place = added ? addUp(added, out) : nullptr;
  if (place)
    sums.emplace_back(e, place);
  return place ? place : inner;
}

/// Adds up the elements in every direction; null (and nothing done) where they cannot be taken one by one.
const Expr *DirectionLoops::addUp(const Expr *added, Block &out) {
  std::vector<const Expr *> parts{added};
  forEach(added, [&](const Expr *x) {
    if (x->isPlace() && x->type->isArray() && llvm::isa<Element>(x))
      parts.push_back(x);
  });
  const Type *number = added->type->scalar()->strip();
  const Expr *whole = nullptr, *place = nullptr;
  Block loop;
  auto body = [&](const ElementLoops::At &at, Block &inner) {
    whole = arrays.shaped({directions.count}, number, "sumd", out);
    shadows.addLike(rootVariable(whole), nullptr);
    place = program.exprs.make<Element>(number, whole, std::vector<const Expr *>{b.variable(directions.index)}, added->location);
    appendInElements(std::make_unique<Assign>(place, b.binary(BinaryOp::Add, place, at(added)), added->location), inner);
  };
  if (!elements.overElements(parts, added->location, loop, body))
    return nullptr;
  const Expr *zero = program.exprs.make<RealConstant>(number, "0.0", 0.0);
  out.push_back(std::make_unique<Assign>(whole, zero, added->location));
  std::move(loop.begin(), loop.end(), std::back_inserter(out));
  return place;
}

void DirectionLoops::inLoop(std::unique_ptr<Assign> s, Block &out) {
  if (StmtPtr earlier = earlierLoop(out)) {
    auto &loop = llvm::cast<For>(*earlier);
    loop.body.push_back(std::move(s));
    mark(loop);
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
  mark(*loop);
  out.push_back(std::move(loop));
}

/// Compilers cannot see that the directions of two numbers are the same memory or have nothing in common, and undo short loops
/// before they look for vectors: where more is done than to clear, they are told. It is so: every number has its
/// directions as a block of its own, and a direction's index is that of the loop in all of them.
void DirectionLoops::mark(For &loop) const {
  bool moves = false;
  for (const StmtPtr &s : loop.body) {
    auto *assign = llvm::dyn_cast<Assign>(s.get());
    if (!assign)
      return loop.comments.clear();
    moves |= !assign->value->isConstant();
  }
  if (moves && !isMarked(loop, eachDirection))
    loop.comments.push_back(eachDirection);
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
