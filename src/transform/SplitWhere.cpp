#include "transform/SplitWhere.h"

namespace costate::transform {

using namespace ir;

namespace {

const Assign *assignAt(const Block &block, size_t at) {
  return at < block.size() ? llvm::dyn_cast<Assign>(block[at].get()) : nullptr;
}

/// The temporary that an assignment gives the value of a mask.
Symbol *definedMask(const Assign *s) {
  auto *v = s && !s->mask ? llvm::dyn_cast<Variable>(s->place) : nullptr;
  bool isMask = v && v->symbol->temporary && v->type->isArray() && v->type->scalar()->isLogical();
  return isMask ? v->symbol : nullptr;
}

bool mentions(const Expr *e, const Symbol *s) {
  bool found = false;
  if (e)
    forEach(e, [&](const Expr *x) {
      auto *v = llvm::dyn_cast<Variable>(x);
      found |= v && v->symbol == s;
    });
  return found;
}

bool mentions(const Assign &s, const Symbol *symbol) {
  return mentions(s.place, symbol) || mentions(s.value, symbol) || mentions(s.mask, symbol);
}

bool isUnder(const Assign *s, const Symbol *mask) {
  auto *v = s && s->mask ? llvm::dyn_cast<Variable>(s->mask) : nullptr;
  return v && v->symbol == mask;
}

bool isUnderNegated(const Assign *s, const Symbol *mask) {
  auto *n = s && s->mask ? llvm::dyn_cast<Unary>(s->mask) : nullptr;
  auto *v = n && n->op == UnaryOp::Not ? llvm::dyn_cast<Variable>(n->operand) : nullptr;
  return v && v->symbol == mask;
}

/// The variable written, if it can be written by no other name.
const Symbol *writtenAlone(const Assign &s) {
  bool direct = true;
  forEach(s.place, [&](const Expr *e) { direct &= !llvm::isa<Dereference>(e); });
  const Symbol *root = direct ? rootVariable(s.place) : nullptr;
  bool alone = root && !root->type->isPointer() && !root->target && !root->overlay;
  return alone ? root : nullptr;
}

/// Whether `derivative` may run before `value`, which stood before it.
bool mayPass(const Assign &derivative, const Assign &value) {
  const Symbol *moved = writtenAlone(derivative), *over = writtenAlone(value);
  return moved && over && !mentions(value, moved) && !mentions(derivative, over);
}

} // namespace

size_t singleWhere(const Block &block, size_t at) {
  const Symbol *mask = definedMask(assignAt(block, at));
  if (!mask || !isUnder(assignAt(block, at + 1), mask))
    return 0;
  size_t count = isUnderNegated(assignAt(block, at + 2), mask) ? 2 : 1;
  const Assign *next = assignAt(block, at + 1 + count);
  return next && mentions(*next, mask) ? 0 : count;
}

void splitWhere(Block &block, size_t first, Procedure &p, Program &program) {
  const Assign *definition = assignAt(block, first);
  Symbol *mask = definedMask(definition);
  size_t size = block.size() - first;
  if (!mask || (size != 3 && size != 5))
    return;
  for (size_t i = first + 1; i < block.size(); i += 2) {
    // Derivatives come first, so the mask is found twice alike and no value is ahead of its
    // derivative.
    const Assign *derivative = assignAt(block, i), *value = assignAt(block, i + 1);
    bool good = derivative && value && derivative->mask && value->mask &&
                writtenAlone(*derivative) && !mentions(*definition, writtenAlone(*derivative)) &&
                (i == first + 1 || mayPass(*derivative, *assignAt(block, first + 2)));
    if (!good)
      return;
  }
  Symbol *again = p.makeTemporary(mask->name, mask->type);
  std::string name = again->name;
  *again = *mask;
  again->name = name;
  const Expr *place = program.exprs.make<Variable>(again, definition->location);
  auto copy = std::make_unique<Assign>(place, definition->value, definition->location);
  auto *value = llvm::cast<Assign>(block[first + 2].get());
  value->mask = place;
  if (size == 5) {
    auto *other = llvm::cast<Assign>(block[first + 4].get());
    other->mask = program.exprs.make<Unary>(other->mask->type, UnaryOp::Not, place,
                                            definition->location);
    std::swap(block[first + 2], block[first + 3]);
  }
  block.insert(block.end() - (size == 5 ? 2 : 1), std::move(copy));
}

} // namespace costate::transform
