#include "transform/PointerTargets.h"

#include "ir/Constants.h"

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

namespace {

const Type *pointeeOf(const Expr *pointer) {
  auto *type = llvm::dyn_cast<PointerType>(pointer->type->strip());
  return type && !type->fortran ? type->pointee->strip() : nullptr;
}

bool isZero(const Expr *offset) {
  auto n = offset ? constantValue(offset) : 0;
  return n && *n == 0;
}

/// The place that lies `offset` places of the same kind behind another.
const Expr *moved(Program &program, const Expr *place, const Expr *offset) {
  if (isZero(offset))
    return place;
  if (auto *element = llvm::dyn_cast<Element>(place)) {
    std::vector<const Expr *> subscripts = element->subscripts;
    if (subscripts.empty())
      return nullptr;
    subscripts.back() = sumOf(program, subscripts.back(), offset, Language::C);
    return program.exprs.make<Element>(element->type, element->base, subscripts, element->location);
  }
  if (auto *target = llvm::dyn_cast<Dereference>(place))
    return targetOf(program, target->pointer, sumOf(program, target->offset, offset, Language::C), target->type);
  return nullptr;
}

} // namespace

const Expr *targetOf(Program &program, const Expr *pointer, const Expr *offset, const Type *type) {
  const Type *pointee = pointeeOf(pointer);
  if (!pointee || pointee != type->strip())
    return nullptr;
  if (auto *sum = llvm::dyn_cast<PointerAdd>(pointer)) {
    const Expr *n = sum->offset;
    if (sum->negative)
      n = program.exprs.make<Unary>(n->type, UnaryOp::Negate, n, n->location);
    return targetOf(program, sum->pointer, sumOf(program, n, offset, Language::C), type);
  }
  if (auto *cast = llvm::dyn_cast<Convert>(pointer)) {
    const Type *inner = pointeeOf(cast->operand);
    return inner == pointee ? targetOf(program, cast->operand, offset, type) : nullptr;
  }
  if (auto *address = llvm::dyn_cast<AddressOf>(pointer))
    return address->place->type->strip() == type->strip() ? moved(program, address->place, offset) : nullptr;
  if (!llvm::isa<Variable>(pointer) && !llvm::isa<Field>(pointer))
    return nullptr;
  return program.exprs.make<Dereference>(type, pointer, offset, pointer->location);
}

const Expr *elementOf(Program &program, const Expr *pointer, const Expr *offset,
                      const std::vector<const Expr *> &subscripts, const Element &e) {
  if (auto *sum = llvm::dyn_cast<PointerAdd>(pointer); sum && !sum->negative)
    return elementOf(program, sum->pointer, sumOf(program, sum->offset, offset, Language::C), subscripts, e);
  auto *address = llvm::dyn_cast<AddressOf>(pointer);
  auto *first = address ? llvm::dyn_cast<Element>(address->place) : nullptr;
  if (!first || first->type->isArray()) {
    const Expr *row = targetOf(program, pointer, offset, e.base->type);
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
  all[outer - 1] = sumOf(program, all[outer - 1], offset, Language::C);
  return program.exprs.make<Element>(e.type, first->base, all, e.location);
}

} // namespace costate::transform
