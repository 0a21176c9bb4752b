#include "analysis/ArgumentArrays.h"

#include "ir/Constants.h"

#include "llvm/Support/Casting.h"

#include <algorithm>

namespace costate::analysis {

using namespace ir;

namespace {

const ArrayType *arrayOf(const Symbol *s) {
  auto *array = s ? llvm::dyn_cast<ArrayType>(s->type->strip()) : nullptr;
  return array && !array->rowMajor ? array : nullptr;
}

bool hasForm(const ArrayType &array, Dimension::Form form) {
  return std::all_of(array.dimensions.begin(), array.dimensions.end(),
                     [&](const Dimension &d) { return d.form == form; });
}

/// Its elements are one after the other, and no copy of it is passed.
bool isSequence(const Symbol *s) {
  const ArrayType *array = arrayOf(s);
  return array && (s->allocatable ||
                   std::all_of(array->dimensions.begin(), array->dimensions.end(), [](const Dimension &d) {
                     return d.form == Dimension::Form::Explicit || d.form == Dimension::Form::Star;
                   }));
}

/// Each side on its own.
Known mapped(const Known &k, const std::function<std::optional<Form>(const Form &)> &map) {
  Known out;
  if (k.value)
    out.value = map(*k.value);
  if (k.lower)
    out.lower = map(*k.lower);
  if (k.upper)
    out.upper = map(*k.upper);
  return out;
}

bool isKnown(const Known &k) { return k.low() && k.high(); }

} // namespace

std::optional<Known> ArgumentArrays::position(const Symbol *array, const std::vector<Known> &path,
                                              LoopValues &values) {
  if (!arrayOf(array) || path.size() != arrayOf(array)->dimensions.size())
    return std::nullopt;
  LoopValues::ArrayBounds bounds = values.boundsOf(array);
  Known out = Known::exactly(Form());
  Form stride = 1;
  for (size_t i = 0; i < path.size(); ++i) {
    auto [lower, upper] = bounds[i];
    if (!lower)
      return std::nullopt;
    out = out + mapped(path[i], [&, from = *lower](const Form &f) { return (f - from) * stride; });
    if (i + 1 == path.size())
      break;
    if (!upper)
      return std::nullopt;
    stride = stride * (*upper - *lower + Form(1));
  }
  return out;
}

std::optional<Access> ArgumentArrays::linearised(const Access &a, LoopValues &values) {
  auto *element = llvm::dyn_cast_or_null<Element>(a.place);
  const Symbol *array = element ? variableOf(element->base) : a.place ? variableOf(a.place) : nullptr;
  if (a.linear || !isSequence(array))
    return std::nullopt;
  auto at = position(array, a.path, values);
  if (!at || at->isNothing())
    return std::nullopt;
  Access out = a;
  out.path = {*at};
  out.linear = true;
  out.must = a.must && (a.path.size() == 1 || at->value);
  return out;
}

namespace {

/// The actual argument as a variable's elements, and what its subscripts say.
struct Actual {
  const Symbol *array = nullptr;
  std::vector<Known> path; ///< of a section: the ranges; of a whole array: its bounds
  std::vector<size_t> ranges; ///< dimensions in which it is an array
  std::vector<std::optional<Form>> starts; ///< of those: its first element
  std::vector<bool> steps; ///< of those: by one
};

Actual actualArray(const Expr *e, LoopValues &values, const LoopState &state) {
  auto *element = llvm::dyn_cast<Element>(e);
  Actual out;
  out.array = variableOf(element ? element->base : e);
  const ArrayType *type = arrayOf(out.array);
  if (!type || (element && element->subscripts.size() != type->dimensions.size()))
    return {};
  std::vector<Known> named = values.path(e, state);
  LoopValues::ArrayBounds bounds = values.boundsOf(out.array);
  for (size_t i = 0; i < type->dimensions.size(); ++i) {
    auto *range = element ? llvm::dyn_cast<Range>(element->subscripts[i]) : nullptr;
    if (element && !range) {
      out.path.push_back(named[i]);
      if (element->subscripts[i]->type->isArray()) // a subscript for each element
        out.ranges.push_back(i), out.starts.push_back(std::nullopt), out.steps.push_back(false);
      continue;
    }
    bool upwards = !range || !range->stride;
    auto first = range && range->lower ? values.evaluate(range->lower, state).value
                                       : bounds[i].lower;
    auto last = range && range->upper ? values.evaluate(range->upper, state).value
                                      : bounds[i].upper;
    out.path.push_back(upwards ? Known{{}, first, last} : named[i]);
    out.ranges.push_back(i);
    out.starts.push_back(first);
    out.steps.push_back(upwards);
  }
  return out;
}

} // namespace

ArgumentArrays::Part ArgumentArrays::part(const Symbol *dummy, const std::vector<Known> &path,
                                          bool linear, LoopValues &target, const ToCaller &toCaller,
                                          const Expr *actual, LoopValues &values,
                                          const LoopState &state) {
  if (!actual || dummy->allocatable)
    return {};
  const ArrayType *type = arrayOf(dummy);
  if (!type) { // (A1)
    auto *element = llvm::dyn_cast<Element>(actual);
    if (dummy->type->isArray() || dummy->type->strip() != actual->type->strip() || !element ||
        !variableOf(element->base))
      return {};
    return {actual, values.path(actual, state), false, false};
  }
  Actual passed = actualArray(actual, values, state);
  if (!passed.array || arrayOf(passed.array)->element->strip() != type->element->strip())
    return {};
  auto settled = [&](const Known &k) { return mapped(k, toCaller); };
  if (hasForm(*type, Dimension::Form::Assumed)) { // (A2)
    if (passed.ranges.size() != type->dimensions.size())
      return {};
    Part out{actual, passed.path, false, !linear && path.size() == passed.ranges.size()};
    for (size_t i = 0; i < passed.ranges.size() && !linear && i < path.size(); ++i) {
      auto lower = target.boundsOf(dummy)[i].lower;
      auto from = lower ? toCaller(*lower) : std::nullopt;
      Known k = settled(path[i]);
      bool known = from && passed.steps[i] && passed.starts[i] && isKnown(k);
      if (known)
        out.path[passed.ranges[i]] =
            mapped(k, [&](const Form &f) { return f - *from + *passed.starts[i]; });
      out.exact &= known;
    }
    return out;
  }
  if (!passed.ranges.empty() && (llvm::isa<Element>(actual) || !isSequence(passed.array))) // (A4)
    return {actual, passed.path, false, false};
  if (!isSequence(passed.array)) // its elements are not sequences: the language forbids it
    return {};
  // (A3)
  std::optional<Known> inside =
      linear ? std::optional(path[0]) : position(dummy, path, target);
  std::optional<Known> start = llvm::isa<Element>(actual)
                                   ? position(passed.array, passed.path, values)
                                   : Known::exactly(Form());
  if (!inside || !start || !start->value)
    return {};
  Known at = *start + settled(*inside);
  if (at.isNothing())
    return {};
  return {actual, {at}, true, isKnown(at) && (linear || path.size() == 1)};
}

std::optional<int64_t> firstSubscript(const Symbol *s) {
  auto *array = s ? llvm::dyn_cast<ArrayType>(s->type->strip()) : nullptr;
  if (!array || array->dimensions.size() != 1)
    return std::nullopt;
  const Dimension &d = array->dimensions[0];
  if (d.form == Dimension::Form::Deferred || d.form == Dimension::Form::AssumedRank)
    return std::nullopt;
  return d.lower ? constantValue(d.lower) : std::optional<int64_t>(1);
}

} // namespace costate::analysis
