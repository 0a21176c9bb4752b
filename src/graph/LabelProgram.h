// The straight-line program over labels that an elimination writes: products and sums, with what they really cost.
//
// A factor is a sign and a label, or a sign alone: plus or minus one. So a product with a unit costs nothing and makes
// no step, a sign moves along until somebody needs it, and a*b, (-a)*b and b*a are computed once. All of this is exact
// in floating point: multiplication and addition commute, and signs come out of products.
#pragma once

#include "graph/Elimination.h"

#include <unordered_map>

namespace costate::graph {

struct Factor {
  static constexpr LabelId unit = ~0u;
  LabelId label = unit;
  bool isNegative = false;
};

/// What matters for costs. The kind of an edge is Value if one of the paths that it stands for has a Value, Unit if it
/// stands for one path of units, else Constant: it does not depend on the order of elimination.
enum class Kind : uint8_t { Unit, Constant, Value };

inline Kind productKind(Kind a, Kind b) { return a > b ? a : b; }
inline Kind sumKind(Kind a, Kind b) { return a == Kind::Value || b == Kind::Value ? Kind::Value : Kind::Constant; }
/// Whether a product or sum is left for the program to compute: constants are folded when code is generated.
inline bool isMultiplication(Kind a, Kind b) {
  return a != Kind::Unit && b != Kind::Unit && productKind(a, b) == Kind::Value;
}
inline bool isAddition(Kind a, Kind b) { return sumKind(a, b) == Kind::Value; }
inline Kind kindOf(Label label) {
  return label == Label::Value ? Kind::Value : label == Label::Constant ? Kind::Constant : Kind::Unit;
}

class LabelProgram {
public:
  explicit LabelProgram(std::vector<Label> graphLabels);

  Factor factor(LabelId) const; ///< of the graph
  Kind kind(Factor f) const { return f.label == Factor::unit ? Kind::Unit : kindOf(labels[f.label]); }
  Factor product(Factor, Factor);
  Factor sum(Factor, Factor);
  LabelId label(Factor); ///< a label with this value: makes a step where there is none yet

  std::vector<Label> labels;
  std::vector<Step> steps;
  Operations operations; ///< of the steps
  Operations unshared;   ///< had each product and sum been computed where it was asked for

private:
  LabelId step(Step::Kind, LabelId left, LabelId right, Label result);
  LabelId one();

  std::unordered_map<uint64_t, LabelId> products, sums;
  LabelId oneLabel = Factor::unit, minusOneLabel = Factor::unit;
};

} // namespace costate::graph
