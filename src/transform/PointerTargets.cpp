#include "transform/PointerTargets.h"

#include "ir/Constants.h"

#include <algorithm>

namespace costate::transform {

using namespace ir;

std::set<const Symbol *> addressTaken(const Block &block) {
  std::set<const Symbol *> out;
  forEachStmt(block, [&](const Stmt &s) {
    for (const Expr *e : expressions(s))
      forEach(e, [&](const Expr *x) {
        if (auto *address = llvm::dyn_cast<AddressOf>(x))
          out.insert(rootVariable(address->place));
      });
  });
  return out;
}

const Expr *sumOf(Program &program, const Expr *x, const Expr *y, Language language) {
  Builder b(program);
  if (!x || !y)
    return x ? x : y;
  auto i = constantValue(x), j = constantValue(y);
  if (i && j)
    return b.constant(x->type->strip(), *i + *j, x->location);
  if (i && *i == 0)
    return y;
  if (j && *j == 0)
    return x;
  if (x->type->strip() != y->type->strip()) { // of C: the wider, if it is signed
    const Type *wide = language == Language::C ? program.types.integer(8, true, "long") : b.integer(language);
    auto widened = [&](const Expr *e) {
      return e->type->strip() == wide ? e : program.exprs.make<Convert>(wide, e, false, e->location);
    };
    x = widened(x);
    y = widened(y);
  }
  if (j && *j < 0)
    return b.binary(BinaryOp::Subtract, x, b.constant(y->type->strip(), -*j, y->location));
  return b.binary(BinaryOp::Add, x, y);
}

Ranges loopRanges(const Block &block, const std::function<const Expr *(const Expr *)> &value) {
  Ranges out;
  std::set<const Symbol *> others;
  forEachStmt(block, [&](const Stmt &s) {
    if (auto *assign = llvm::dyn_cast<Assign>(&s))
      others.insert(rootVariable(assign->place));
    else if (auto *call = llvm::dyn_cast<Call>(&s); call && call->result)
      others.insert(rootVariable(call->result));
    auto *loop = llvm::dyn_cast<For>(&s);
    if (!loop)
      return;
    auto first = constantValue(value(loop->lower)), last = constantValue(value(loop->bound));
    auto step = loop->step ? constantValue(value(loop->step)) : 1;
    if (!first || !last || !step || *step == 0 || !loop->variable->type->strip()->isInteger()) {
      others.insert(loop->variable);
      return;
    }
    int64_t end = loop->inclusive ? *last : *step > 0 ? *last - 1 : *last + 1;
    auto [known, isNew] = out.try_emplace(loop->variable, std::minmax(*first, end));
    known->second = {std::min({known->second.first, *first, end}), std::max({known->second.second, *first, end})};
  });
  for (const Symbol *s : addressTaken(block))
    others.insert(s);
  for (const Symbol *s : others)
    out.erase(s);
  return out;
}

std::optional<std::pair<int64_t, int64_t>> rangeOf(const Expr *e, const Ranges &ranges) {
  using Range = std::pair<int64_t, int64_t>;
  constexpr int64_t most = int64_t(1) << 31;
  if (auto number = constantValue(e); number && std::abs(*number) < most)
    return Range(*number, *number);
  if (auto *v = llvm::dyn_cast<Variable>(e)) {
    auto known = ranges.find(v->symbol);
    return known == ranges.end() ? std::nullopt : std::optional(known->second);
  }
  if (auto *wide = llvm::dyn_cast<Convert>(e); wide && wide->type->strip()->isInteger())
    return rangeOf(wide->operand, ranges);
  auto *both = llvm::dyn_cast<Binary>(e);
  auto x = both ? rangeOf(both->left, ranges) : std::nullopt, y = x ? rangeOf(both->right, ranges) : std::nullopt;
  if (!x || !y || std::max({std::abs(x->first), std::abs(x->second), std::abs(y->first), std::abs(y->second)}) >= most)
    return std::nullopt;
  if (both->op == BinaryOp::Add)
    return Range(x->first + y->first, x->second + y->second);
  if (both->op == BinaryOp::Subtract)
    return Range(x->first - y->second, x->second - y->first);
  if (both->op != BinaryOp::Multiply)
    return std::nullopt;
  auto [least, greatest] = std::minmax({x->first * y->first, x->first * y->second, x->second * y->first, x->second * y->second});
  return Range(least, greatest);
}

namespace {

/// Whether the last subscript, which alone has moved, stays in its dimension; but that of a vector that is part of no
/// other array: where that ends, the memory does.
bool staysInRow(const Element &e, const Ranges &ranges) {
  auto *array = llvm::dyn_cast<ArrayType>(e.base->type->strip());
  if (!array || array->dimensions.size() != e.subscripts.size())
    return false;
  bool isPart = !llvm::isa<Variable>(e.base) && !llvm::isa<Field>(e.base);
  if (!isPart && e.subscripts.size() == 1)
    return true;
  const Expr *length = array->dimensions.back().extent;
  auto extent = length ? constantValue(length) : std::nullopt;
  auto range = rangeOf(e.subscripts.back(), ranges);
  return extent && range && range->first >= 0 && range->second < *extent;
}

const Type *pointeeOf(const Expr *pointer) {
  auto *type = llvm::dyn_cast<PointerType>(pointer->type->strip());
  return type && !type->fortran ? type->pointee->strip() : nullptr;
}

bool isZero(const Expr *offset) {
  auto n = offset ? constantValue(offset) : 0;
  return n && *n == 0;
}

/// The place that lies `offset` places of the same kind behind another.
const Expr *moved(Program &program, const Expr *place, const Expr *offset, const Ranges &ranges) {
  if (isZero(offset))
    return place;
  if (auto *element = llvm::dyn_cast<Element>(place)) {
    std::vector<const Expr *> subscripts = element->subscripts;
    if (subscripts.empty())
      return nullptr;
    subscripts.back() = sumOf(program, subscripts.back(), offset, Language::C);
    auto *found = program.exprs.make<Element>(element->type, element->base, subscripts, element->location);
    return staysInRow(*found, ranges) ? found : nullptr;
  }
  if (auto *target = llvm::dyn_cast<Dereference>(place))
    return targetOf(program, target->pointer, sumOf(program, target->offset, offset, Language::C), target->type, ranges);
  return nullptr;
}

} // namespace

const Expr *targetOf(Program &program, const Expr *pointer, const Expr *offset, const Type *type, const Ranges &ranges) {
  const Type *pointee = pointeeOf(pointer);
  if (!pointee || pointee != type->strip())
    return nullptr;
  if (auto *sum = llvm::dyn_cast<PointerAdd>(pointer)) {
    const Expr *n = sum->offset;
    if (sum->negative)
      n = program.exprs.make<Unary>(n->type, UnaryOp::Negate, n, n->location);
    return targetOf(program, sum->pointer, sumOf(program, n, offset, Language::C), type, ranges);
  }
  if (auto *cast = llvm::dyn_cast<Convert>(pointer)) {
    const Type *inner = pointeeOf(cast->operand);
    return inner == pointee ? targetOf(program, cast->operand, offset, type, ranges) : nullptr;
  }
  if (auto *address = llvm::dyn_cast<AddressOf>(pointer))
    return address->place->type->strip() == type->strip() ? moved(program, address->place, offset, ranges) : nullptr;
  if (!llvm::isa<Variable>(pointer) && !llvm::isa<Field>(pointer))
    return nullptr;
  return program.exprs.make<Dereference>(type, pointer, offset, pointer->location);
}

const Expr *elementOf(Program &program, const Expr *pointer, const Expr *offset,
                      const std::vector<const Expr *> &subscripts, const Element &e, const Ranges &ranges) {
  if (auto *sum = llvm::dyn_cast<PointerAdd>(pointer); sum && !sum->negative)
    return elementOf(program, sum->pointer, sumOf(program, sum->offset, offset, Language::C), subscripts, e, ranges);
  auto *address = llvm::dyn_cast<AddressOf>(pointer);
  auto *first = address ? llvm::dyn_cast<Element>(address->place) : nullptr;
  if (!first || first->type->isArray()) {
    const Expr *row = targetOf(program, pointer, offset, e.base->type, ranges);
    return row ? program.exprs.make<Element>(e.type, row, subscripts, e.location) : nullptr;
  }
  auto *whole = llvm::dyn_cast<ArrayType>(first->base->type->strip());
  auto *row = llvm::dyn_cast<ArrayType>(e.base->type->strip());
  size_t inner = subscripts.size();
  if (!whole || !row || first->subscripts.size() != whole->dimensions.size() || row->dimensions.size() != inner ||
      whole->dimensions.size() <= inner || whole->element->strip() != row->element->strip())
    return nullptr;
  std::vector<const Expr *> all = first->subscripts;
  size_t outer = all.size() - inner;
  for (size_t i = 0; i < inner; ++i) { // rows of the same extents
    auto mine = constantValue(row->dimensions[i].extent), other = constantValue(whole->dimensions[outer + i].extent);
    auto zero = constantValue(all[outer + i]);
    if (!mine || mine != other || !zero || *zero != 0)
      return nullptr;
    all[outer + i] = subscripts[i];
  }
  if (outer > 1 && !isZero(offset))
    return nullptr; // it may be in another matrix
  all[outer - 1] = sumOf(program, all[outer - 1], offset, Language::C);
  return program.exprs.make<Element>(e.type, first->base, all, e.location);
}

} // namespace costate::transform
