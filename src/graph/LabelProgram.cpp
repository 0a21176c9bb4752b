#include "graph/LabelProgram.h"

#include <algorithm>
#include <cassert>

namespace costate::graph {

static uint64_t pairKey(LabelId left, LabelId right) {
  return uint64_t(std::min(left, right)) << 32 | std::max(left, right);
}

LabelProgram::LabelProgram(std::vector<Label> graphLabels) : labels(std::move(graphLabels)) {
  auto find = [&](Label what) {
    auto found = std::find(labels.begin(), labels.end(), what);
    return found == labels.end() ? Factor::unit : LabelId(found - labels.begin());
  };
  oneLabel = find(Label::One);
  minusOneLabel = find(Label::MinusOne);
}

Factor LabelProgram::factor(LabelId id) const {
  if (kindOf(labels[id]) == Kind::Unit)
    return {Factor::unit, labels[id] == Label::MinusOne};
  return {id, false};
}

LabelId LabelProgram::step(Step::Kind kind, LabelId left, LabelId right, Label result) {
  steps.push_back({kind, left, right});
  labels.push_back(result);
  return LabelId(labels.size() - 1);
}

LabelId LabelProgram::one() {
  if (oneLabel == Factor::unit)
    oneLabel = step(Step::Kind::One, 0, 0, Label::One);
  return oneLabel;
}

Factor LabelProgram::product(Factor a, Factor b) {
  bool isNegative = a.isNegative != b.isNegative;
  if (a.label == Factor::unit || b.label == Factor::unit)
    return {a.label == Factor::unit ? b.label : a.label, isNegative};
  bool counts = isMultiplication(kind(a), kind(b));
  unshared.multiplications += counts;
  auto [known, isNew] = products.try_emplace(pairKey(a.label, b.label));
  if (isNew) {
    operations.multiplications += counts;
    known->second = step(Step::Kind::Product, a.label, b.label, counts ? Label::Value : Label::Constant);
  }
  return {known->second, isNegative};
}

/// Equal signs are taken out of the sum.
Factor LabelProgram::sum(Factor a, Factor b) {
  bool isNegative = a.isNegative && b.isNegative, counts = isAddition(kind(a), kind(b));
  unshared.additions += counts;
  if (isNegative)
    a.isNegative = b.isNegative = false;
  if (a.isNegative)
    std::swap(a, b);
  LabelId left = label(a), right = label(b);
  auto [known, isNew] = sums.try_emplace(pairKey(left, right));
  if (isNew) {
    operations.additions += counts;
    known->second = step(Step::Kind::Sum, left, right, counts ? Label::Value : Label::Constant);
  }
  return {known->second, isNegative};
}

/// Signs come from labels of the graph that are minus one, so there is one to multiply with.
LabelId LabelProgram::label(Factor f) {
  if (!f.isNegative)
    return f.label == Factor::unit ? one() : f.label;
  assert(minusOneLabel != Factor::unit);
  if (f.label == Factor::unit)
    return minusOneLabel;
  auto [known, isNew] = products.try_emplace(pairKey(minusOneLabel, f.label));
  if (isNew)
    known->second = step(Step::Kind::Product, minusOneLabel, f.label, labels[f.label]);
  return known->second;
}

} // namespace costate::graph
