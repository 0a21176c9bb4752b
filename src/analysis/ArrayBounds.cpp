// Bounds of arrays: LoopValues knows them where they are declared or where one statement allocates the array.
#include "analysis/LoopValues.h"

#include "llvm/Support/Casting.h"

#include <algorithm>

namespace costate::analysis {

using namespace ir;

namespace {

const ArrayType *fortranArray(const Type *type) {
  auto *array = type ? llvm::dyn_cast<ArrayType>(type->strip()) : nullptr;
  return array && !array->rowMajor ? array : nullptr;
}

/// What a statement may do to the shape of an allocatable variable other than to allocate it with given bounds.
bool mayReshape(const Stmt &s, const Symbol *array, const CallGraph &calls) {
  auto isArray = [&](const Expr *e) { return e && variableOf(e) == array; };
  if (auto *assign = llvm::dyn_cast<Assign>(&s))
    return isArray(assign->place);
  if (auto *opaque = llvm::dyn_cast<Opaque>(&s))
    return std::any_of(opaque->pieces.begin(), opaque->pieces.end(), [&](const OpaquePiece &piece) {
      return piece.effect >= OpaquePiece::Effect::Writes && isArray(piece.value);
    });
  auto *call = llvm::dyn_cast<Call>(&s);
  if (!call)
    return false;
  bool isPassed = std::any_of(call->arguments.begin(), call->arguments.end(),
                              [&](const Argument &a) { return isArray(a.value); });
  if (isArray(call->result) || (isPassed && !calls.isKnown(*call)))
    return true;
  for (const Procedure *target : calls.targets(*call))
    for (const Symbol *parameter : target->parameters)
      if (parameter->allocatable && isArray(Memory::argument(*call, target, parameter)))
        return true;
  return false;
}

} // namespace

// An allocatable that is the procedure's own is unallocated on entry. Where the one ALLOCATE in the procedure that
// names it stands outside of all loops, and nothing else gives it a shape, it has the bounds of that statement
// wherever it has a value.
bool LoopValues::isAllocatedOnce(const Symbol *array) const {
  if (!array->allocatable || array->storage != Storage::Local || array->owner != p || !p->internal.empty())
    return false;
  unsigned allocations = 0;
  bool isReshaped = false;
  forEachStmt(p->body, [&](const Stmt &s) {
    if (auto *allocate = llvm::dyn_cast<Allocate>(&s))
      for (const Allocation &a : allocate->objects)
        allocations += variableOf(a.place) == array;
    isReshaped |= mayReshape(s, array, memory.calls());
  });
  return allocations == 1 && !isReshaped;
}

void LoopValues::allocate(const Allocate &s, const LoopState &state) {
  for (const Allocation &a : s.objects) {
    const Symbol *array = variableOf(a.place);
    if (!array || a.shape.empty() || !isAllocatedOnce(array))
      continue;
    ArrayBounds &bounds = shapes[array];
    for (const Dimension &d : a.shape)
      bounds.push_back({d.lower ? evaluate(d.lower, state).value : Form(1), evaluate(d.upper, state).value});
  }
}

/// Bounds of a declaration: numbers, or expressions that were evaluated when this procedure began.
LoopValues::Bounds LoopValues::declared(const Dimension &d, const Procedure *where) {
  auto value = [&](const Expr *bound) {
    auto known = evaluate(bound, {}).value;
    return known && (known->constant() || where == p) ? known : std::nullopt;
  };
  Bounds out;
  if (d.form != Dimension::Form::Deferred && d.form != Dimension::Form::AssumedRank)
    out.lower = d.lower ? value(d.lower) : Form(1);
  if (d.form == Dimension::Form::Explicit)
    out.upper = value(d.upper);
  return out;
}

LoopValues::ArrayBounds LoopValues::boundsOf(const Symbol *array) {
  if (auto known = shapes.find(array); known != shapes.end())
    return known->second;
  ArrayBounds out;
  if (const ArrayType *type = fortranArray(array->type))
    for (const Dimension &d : type->dimensions)
      out.push_back(declared(d, array->owner));
  return out;
}

/// Of a variable's or component's own dimensions; none of what is no array of Fortran.
LoopValues::ArrayBounds LoopValues::boundsOf(const Expr *array) {
  if (const Symbol *variable = variableOf(array))
    return boundsOf(variable);
  auto *field = llvm::dyn_cast<Field>(array);
  const ArrayType *type = field ? fortranArray(field->record->components[field->component].type) : nullptr;
  ArrayBounds out;
  for (size_t i = 0; type && i < type->dimensions.size(); ++i)
    out.push_back(declared(type->dimensions[i], nullptr));
  return out;
}

std::optional<int64_t> LoopValues::strideOf(const Range &range, const LoopState &state) {
  auto stride = range.stride ? evaluate(range.stride, state).value : Form(1);
  return stride ? stride->integer() : std::nullopt;
}

/// Of `a(2:)`, `a(n:1:-1)`: between its ends, where the sign of the stride is known. Bounds it does not say are
/// those of the array.
Known LoopValues::rangeOf(const Range &range, const Expr *array, size_t dimension, const LoopState &state) {
  auto by = strideOf(range, state);
  if (!by || *by == 0)
    return {};
  ArrayBounds bounds = boundsOf(array);
  Bounds own = dimension < bounds.size() ? bounds[dimension] : Bounds();
  auto end = [&](const Expr *given, const std::optional<Form> &otherwise) {
    return given ? evaluate(given, state) : otherwise ? Known::exactly(*otherwise) : Known();
  };
  Known first = end(range.lower, *by > 0 ? own.lower : own.upper);
  Known last = end(range.upper, *by > 0 ? own.upper : own.lower);
  return *by > 0 ? Known{{}, first.low(), last.high()} : Known{{}, last.low(), first.high()};
}

// The bounds of `path` are exact where every range in the place goes by one between ends that are known exactly.
// Parts of complex numbers and of texts are not all of the element.
bool LoopValues::isAllOfPath(const Expr *place, const LoopState &state) {
  if (auto *field = llvm::dyn_cast<Field>(place))
    return isAllOfPath(field->base, state);
  if (auto *target = llvm::dyn_cast<Dereference>(place))
    return target->type && !target->type->isArray();
  auto *element = llvm::dyn_cast<Element>(place);
  if (!element)
    return llvm::isa<Variable>(place);
  auto isExact = [&](const Expr *e) { return !e || evaluate(e, state).value; };
  for (const Expr *s : element->subscripts)
    if (auto *range = llvm::dyn_cast<Range>(s)) {
      auto by = strideOf(*range, state);
      if (!by || (*by != 1 && *by != -1) || !isExact(range->lower) || !isExact(range->upper))
        return false;
    } else if (s->type->isArray()) {
      return false;
    }
  return llvm::isa<Dereference>(element->base) || isAllOfPath(element->base, state);
}

} // namespace costate::analysis
