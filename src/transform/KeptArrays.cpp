#include "transform/KeptArrays.h"

#include "ir/Constants.h"

namespace costate::transform {

using namespace ir;

std::optional<int64_t> constantTrips(const Expr *lower, const Expr *bound, int64_t step, bool inclusive) {
  std::optional<int64_t> first = constantValue(lower), last = constantValue(bound);
  if (!first || !last || step == 0)
    return std::nullopt;
  return (*last - *first + step - (inclusive ? 0 : step > 0 ? 1 : -1)) / step;
}

const Expr *KeptArrays::in(const Expr *e, const Type *type) {
  return e->type->strip() == type ? e : program.exprs.make<Convert>(type, e, true, e->location);
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
  if (auto *zero = llvm::dyn_cast<IntegerConstant>(x.lower); zero && zero->value == 0)
    distance = in(x.bound, type);
  int64_t extra = x.step - (x.inclusive ? 0 : x.step > 0 ? 1 : -1);
  if (x.step == -1)
    distance = b.binary(BinaryOp::Subtract, in(x.lower, type), in(x.bound, type));
  if (x.step == -1)
    extra = -extra;
  const Expr *reach =
      extra == 0 ? distance : b.binary(BinaryOp::Add, distance, b.constant(type, extra));
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

const Expr *KeptArrays::element(const std::string &name, const Type *value,
                                const std::vector<Loop> &nest) {
  auto &make = program.exprs;
  bool isC = procedure.language == Language::C;
  const Type *type;
  if (isC) {
    type = program.types.pointer(value);
  } else {
    Dimension deferred;
    deferred.form = Dimension::Form::Deferred;
    type = program.types.array(value, std::vector<Dimension>(nest.size(), deferred), false);
  }
  Symbol *array = procedure.makeTemporary(name + "_kept", type);
  array->temporary = false;
  array->allocatable = !isC;
  open.push_back({array, value, nest});
  const Type *index = isC ? program.types.integer(8, true, "long") : b.integer(Language::Fortran);
  if (isC) {
    const Expr *at = nullptr;
    for (const Loop &x : nest) {
      const Expr *here = position(x, index);
      at = at ? b.binary(BinaryOp::Add, b.binary(BinaryOp::Multiply, at, trips(x, index)), here)
              : here;
    }
    return make.make<Dereference>(value, b.variable(array), at);
  }
  std::vector<const Expr *> subscripts; // the innermost loop first: its elements are neighbours
  for (auto x = nest.rbegin(); x != nest.rend(); ++x)
    subscripts.push_back(countsItself(*x) ? b.variable(x->variable) : position(*x, index));
  return make.make<Element>(value, b.variable(array), subscripts);
}

void KeptArrays::finishNest(Block &before, Block &after) {
  bool isC = procedure.language == Language::C;
  for (const Kept &kept : open) {
    const Expr *place = b.variable(kept.array);
    if (isC) {
      const Type *count = program.types.integer(8, true, "long");
      const Expr *total = nullptr;
      for (const Loop &x : kept.nest)
        total = total ? b.binary(BinaryOp::Multiply, total, trips(x, count)) : trips(x, count);
      tape.reserve(place, total, kept.value, procedure, before);
    } else {
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
      before.push_back(std::make_unique<Allocate>(Allocate::How::Fortran, std::vector{a}));
    }
    after.push_back(std::make_unique<Free>(std::vector{place}));
  }
  open.clear();
}

} // namespace costate::transform
