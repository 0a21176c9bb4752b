#include "transform/KeptArrays.h"

#include "ir/Constants.h"
#include "transform/AdjointPlaces.h"

#include <set>

namespace costate::transform {

using namespace ir;

std::optional<int64_t> constantTrips(const Expr *lower, const Expr *bound, int64_t step, bool inclusive) {
  std::optional<int64_t> first = constantValue(lower), last = constantValue(bound);
  if (!first || !last || step == 0)
    return std::nullopt;
  return (*last - *first + step - (inclusive ? 0 : step > 0 ? 1 : -1)) / step;
}

const Expr *KeptArrays::in(const Expr *e, const Type *type) {
  if (auto *number = llvm::dyn_cast<IntegerConstant>(e))
    return b.constant(type, number->value);
  return e->type->strip() == type ? e : program.exprs.make<Convert>(type, e, false, e->location);
}

/// Fortran: the loop's variable is the subscript.
bool KeptArrays::countsItself(const Loop &x) const {
  return procedure.language == Language::Fortran && x.inclusive && (x.step == 1 || x.step == -1);
}

/// How often the loop runs; nothing above 0 where it does not.
const Expr *KeptArrays::trips(const Loop &x, const Type *type) {
  if (auto count = constantTrips(x.lower, x.bound, x.step, x.inclusive))
    return b.constant(type, *count);
  const Expr *distance = b.binary(BinaryOp::Subtract, in(x.bound, type), in(x.lower, type));
  int64_t extra = x.step - (x.inclusive ? 0 : x.step > 0 ? 1 : -1);
  if (x.step == -1)
    distance = b.binary(BinaryOp::Subtract, in(x.lower, type), in(x.bound, type));
  if (x.step == -1)
    extra = -extra;
  const Expr *reach = extra == 0  ? distance
                      : extra < 0 ? b.binary(BinaryOp::Subtract, distance, b.constant(type, -extra))
                                  : b.binary(BinaryOp::Add, distance, b.constant(type, extra));
  return x.step == 1 || x.step == -1
             ? reach
             : b.binary(BinaryOp::Divide, reach, b.constant(type, x.step));
}

/// Which iteration this is, from 0.
const Expr *KeptArrays::position(const Loop &x, const Type *type) {
  const Expr *now = in(b.variable(x.variable), type), *first = in(x.lower, type);
  if (auto *zero = llvm::dyn_cast<IntegerConstant>(x.lower); zero && zero->value == 0)
    return x.step == 1 ? now : b.binary(BinaryOp::Divide, now, b.constant(type, x.step));
  if (x.step == -1)
    return b.binary(BinaryOp::Subtract, first, now);
  const Expr *distance = b.binary(BinaryOp::Subtract, now, first);
  return x.step == 1 ? distance
                     : b.binary(BinaryOp::Divide, distance, b.constant(type, x.step));
}

const Type *KeptArrays::wide() {
  return program.types.integer(8, true, procedure.language == Language::C ? "long" : "");
}

/// Of counts: all iterations of a nest may be many.
const Type *KeptArrays::indexType(const std::vector<Loop> &nest) {
  auto *own = llvm::cast<IntegerType>(nest.front().variable->type->strip());
  return nest.size() == 1 && own->isSigned ? own : wide();
}

const Expr *KeptArrays::count(const std::vector<Loop> &nest) {
  const Expr *total = nullptr;
  const Type *type = indexType(nest);
  for (const Loop &x : nest)
    total = total ? b.binary(BinaryOp::Multiply, total, trips(x, type)) : trips(x, type);
  return total;
}

/// Which iteration of the nest this is. From 0 but for a Fortran loop that counts itself and is the innermost:
/// its room begins at the loop's first value.
const Expr *KeptArrays::flatPosition(const std::vector<Loop> &nest) {
  if (nest.size() == 1 && countsItself(nest.front()))
    return b.variable(nest.front().variable);
  const Expr *at = nullptr;
  const Type *type = indexType(nest);
  for (const Loop &x : nest) {
    const Expr *here =
        &x == &nest.back() && countsItself(x) ? in(b.variable(x.variable), type) : position(x, type);
    at = at ? b.binary(BinaryOp::Add, b.binary(BinaryOp::Multiply, at, trips(x, type)), here) : here;
  }
  return at;
}

const Type *KeptArrays::arrayType(const Type *value, size_t rank, bool onTape) {
  if (procedure.language == Language::C)
    return program.types.pointer(value);
  Dimension deferred;
  deferred.form = Dimension::Form::Deferred;
  const Type *array = program.types.array(value, std::vector<Dimension>(onTape ? 1 : rank, deferred), false);
  return onTape ? program.types.pointer(array) : array;
}

const Expr *KeptArrays::element(const std::string &name, const Type *value, const std::vector<Loop> &nest,
                                const For &owner, bool onTape) {
  auto &make = program.exprs;
  bool isC = procedure.language == Language::C;
  const Type *type = arrayType(value, nest.size(), onTape);
  Symbol *array = procedure.makeTemporary(name + "_kept", type);
  array->temporary = false;
  array->allocatable = !isC && !onTape;
  array->contiguous = !isC && onTape;
  open.push_back({array, value, nest, &owner, onTape});
  if (isC)
    return make.make<Dereference>(value, b.variable(array), flatPosition(nest));
  if (onTape) {
    const Type *target = llvm::cast<PointerType>(type)->pointee;
    return make.make<Element>(value, make.make<Dereference>(target, b.variable(array)),
                              std::vector{flatPosition(nest)});
  }
  std::vector<const Expr *> subscripts; // the innermost loop first: its elements are neighbours
  for (auto x = nest.rbegin(); x != nest.rend(); ++x)
    subscripts.push_back(countsItself(*x) ? b.variable(x->variable) : position(*x, b.integer(Language::Fortran)));
  return make.make<Element>(value, b.variable(array), subscripts);
}

void KeptArrays::allocate(const Kept &kept, Block &out) {
  const Expr *place = b.variable(kept.array);
  if (procedure.language == Language::C)
    return tape.reserve(place, count(kept.nest), kept.value, procedure, out);
  Allocation a;
  a.place = place;
  const Type *integer = b.integer(Language::Fortran);
  for (auto x = kept.nest.rbegin(); x != kept.nest.rend(); ++x) {
    Dimension d;
    if (countsItself(*x)) {
      d.lower = x->step > 0 ? x->lower : x->bound;
      d.upper = x->step > 0 ? x->bound : x->lower;
    } else {
      d.lower = b.constant(integer, 0);
      d.upper = b.binary(BinaryOp::Subtract, trips(*x, integer), b.constant(integer, 1));
    }
    a.shape.push_back(d);
  }
  out.push_back(std::make_unique<Allocate>(Allocate::How::Fortran, std::vector{a}));
}

/// Where the room is, the tape itself tells, where no variable does.
void KeptArrays::reserve(const Kept &kept, bool survives, Around &out) {
  const Expr *place = b.variable(kept.array);
  const Loop &last = kept.nest.back();
  const Expr *first = nullptr;
  if (procedure.language == Language::Fortran)
    first = countsItself(last) ? in(last.step > 0 ? last.lower : last.bound, wide()) : b.constant(wide(), 0);
  const Expr *values = count(kept.nest);
  if (first)
    values = in(values, wide());
  tape.reserveRoom(place, first, values, kept.value, procedure, out.before);
  Block again, end;
  if (!survives) {
    tape.push(place, procedure, out.after);
    tape.pop(place, procedure, again);
  }
  tape.releaseRoom(place, kept.value, procedure, end);
  for (auto [to, from] : {std::pair{&out.again, &again}, {&out.end, &end}}) { // in the opposite order
    std::move(to->begin(), to->end(), std::back_inserter(*from));
    *to = std::move(*from);
  }
}

KeptArrays::Around KeptArrays::finish(const For &owner, bool survives) {
  Around out;
  for (const Kept &kept : open) {
    if (kept.owner != &owner)
      continue;
    if (kept.onTape) {
      reserve(kept, survives, out);
    } else {
      allocate(kept, out.before);
      out.end.push_back(std::make_unique<Free>(std::vector<const Expr *>{b.variable(kept.array)}));
    }
  }
  std::erase_if(open, [&](const Kept &kept) { return kept.owner == &owner; });
  return out;
}

namespace {

void removeAssignments(Block &block, const std::set<const Symbol *> &arrays) {
  std::erase_if(block, [&](const StmtPtr &s) {
    auto *assign = llvm::dyn_cast<Assign>(s.get());
    return assign && arrays.count(leader(assign->place));
  });
  for (StmtPtr &s : block)
    for (Block *inner : blocks(*s))
      removeAssignments(*inner, arrays);
}

} // namespace

void KeptArrays::drop(const For &owner, Block &forward) {
  std::set<const Symbol *> arrays;
  for (const Kept &kept : open)
    if (kept.owner == &owner)
      arrays.insert(kept.array);
  std::erase_if(open, [&](const Kept &kept) { return kept.owner == &owner; });
  if (!arrays.empty())
    removeAssignments(forward, arrays);
}

} // namespace costate::transform
