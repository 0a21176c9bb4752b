#include "transform/ArrayElements.h"

#include <set>

namespace costate::transform {

using namespace ir;

bool holdsAllocatable(const Type *type) {
  auto *record = llvm::dyn_cast<RecordType>(type->scalar()->strip());
  for (size_t i = 0; record && i < record->components.size(); ++i) {
    const Component &c = record->components[i];
    if (c.allocatable || (!c.type->isPointer() && holdsAllocatable(c.type)))
      return true;
  }
  return false;
}

namespace {

bool holds(const Type *type, const RecordType *wanted, std::set<const Type *> &open) {
  auto *record = llvm::dyn_cast<RecordType>(type->scalar()->strip());
  if (!record || !open.insert(record).second)
    return false;
  for (const Component &c : record->components)
    if (!c.type->isPointer() &&
        (c.type->scalar()->strip() == wanted || holds(c.type, wanted, open)))
      return true;
  return false;
}

} // namespace

bool holdsItself(const Type *type) {
  auto *record = llvm::dyn_cast<RecordType>(type->scalar()->strip());
  std::set<const Type *> open;
  if (!record)
    return false;
  if (holds(record, record, open))
    return true;
  for (const Component &c : record->components) // or one of its parts does
    if (!c.type->isPointer() && c.type->scalar()->strip() != record && holdsItself(c.type))
      return true;
  return false;
}

const Expr *ArrayElements::inquiry(const char *name, const Expr *array, unsigned dimension) {
  const Type *integer = b.integer(Language::Fortran);
  std::vector<const Expr *> arguments{array, b.constant(integer, dimension + 1, array->location)};
  return b.program.exprs.make<Intrinsic>(integer, name, arguments, array->location);
}

/// first + (position - 1)*stride; nulls are 1.
const Expr *ArrayElements::counted(const Expr *first, const Expr *position, const Expr *stride) {
  auto isOne = [](const Expr *e) {
    auto *c = llvm::dyn_cast_or_null<IntegerConstant>(e);
    return !e || (c && c->value == 1);
  };
  if (isOne(first) && isOne(stride))
    return position;
  const Expr *one = b.constant(position->type, 1);
  const Expr *distance = b.binary(BinaryOp::Subtract, position, one);
  if (!isOne(stride))
    distance = b.binary(BinaryOp::Multiply, distance, stride);
  return b.binary(BinaryOp::Add, first ? first : one, distance);
}

const Expr *ArrayElements::element(const Expr *array, const std::vector<const Expr *> &position, Block &before) {
  auto &make = b.program.exprs;
  Location at = array->location;
  if (auto *field = llvm::dyn_cast<Field>(array); field && field->base->type->isArray())
    return make.make<Field>(array->type->scalar(), element(field->base, position, before), field->record,
                            field->component, at);
  std::vector<const Expr *> subscripts;
  if (auto *section = llvm::dyn_cast<Element>(array)) {
    if (auto *field = llvm::dyn_cast<Field>(section->base); field && field->base->type->isArray()) { // `r%v(2)`
      const Expr *own = make.make<Field>(field->record->components[field->component].type,
                                         element(field->base, position, before), field->record, field->component, at);
      return make.make<Element>(array->type->scalar(), own, section->subscripts, at);
    }
    size_t next = 0;
    for (unsigned i = 0; i < section->subscripts.size(); ++i) {
      const Expr *s = section->subscripts[i];
      if (auto *range = llvm::dyn_cast<Range>(s)) {
        const Expr *first = range->lower ? range->lower : inquiry("lbound", section->base, i);
        subscripts.push_back(counted(first, position[next++], range->stride));
      } else if (s->type->isArray()) { // elements in the order of a list
        subscripts.push_back(element(s->isPlace() ? s : lists.holding(s, before), {position[next++]}, before));
      } else {
        subscripts.push_back(s);
      }
    }
    return make.make<Element>(array->type->scalar(), section->base, subscripts, at);
  }
  auto *type = llvm::cast<ArrayType>(array->type->strip());
  for (unsigned i = 0; i < position.size(); ++i) {
    const Dimension &d = type->dimensions[i];
    bool isKnown = d.form == Dimension::Form::Explicit;
    subscripts.push_back(counted(isKnown ? d.lower : inquiry("lbound", array, i), position[i], nullptr));
  }
  return make.make<Element>(array->type->scalar(), array, subscripts, at);
}

void ArrayElements::forEach(const std::vector<const Expr *> &arrays, Block &out, const Body &body,
                             bool backwards) {
  const Type *integer = b.integer(Language::Fortran);
  Location at = arrays.front()->location;
  std::vector<Symbol *> counters;
  std::vector<const Expr *> position, elements;
  for (unsigned i = 0; i < arrays.front()->type->rank(); ++i) {
    counters.push_back(procedure.makeTemporary("k", integer));
    counters.back()->temporary = false;
    position.push_back(b.variable(counters.back(), at));
  }
  lists.beginBlock(false);
  for (const Expr *array : arrays)
    elements.push_back(element(array, position, out));
  Block inner;
  body(elements, inner);
  for (unsigned i = 0; i < counters.size() && !inner.empty(); ++i) {
    const Expr *first = b.constant(integer, 1, at), *last = inquiry("size", arrays.front(), i);
    const Expr *step = backwards ? b.program.exprs.make<Unary>(integer, UnaryOp::Negate, first, at) : nullptr;
    Block loop;
    loop.push_back(std::make_unique<For>(counters[i], backwards ? last : first, backwards ? first : last,
                                         step, std::move(inner), at));
    inner = std::move(loop);
  }
  for (StmtPtr &s : inner)
    out.push_back(std::move(s));
  lists.endBlock(out);
}

} // namespace costate::transform
