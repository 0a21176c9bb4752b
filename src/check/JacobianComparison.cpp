// The whole Jacobian of small heads: rows by the adjoint, columns by the tangent.
#include "check/AdjointComparison.h"

#include <cmath>
#include <map>

namespace costate::check {

namespace {

constexpr size_t mostEntries = 48; ///< rows and columns of a Jacobian that is compared whole

using Vectors = std::vector<LeafValues>;
using Matrix = std::vector<std::vector<Number>>;
using Component = std::pair<size_t, size_t>; ///< a leaf, and a component of it

Number entry(const Vectors &shadows, Component at) {
  const std::vector<Number> &numbers = shadows[at.first].numbers;
  return at.second < numbers.size() ? numbers[at.second] : 0;
}

Number largest(const std::vector<Number> &v) {
  Number out = 0;
  for (Number x : v)
    out = std::max(out, std::fabs(x));
  return out;
}

/// How far entries are from a line of the Jacobian, each in units of the largest across it there: so
/// that scales of variables do not matter.
Number relativeDistance(const Vectors &shadows, const std::vector<Component> &at,
                        const std::vector<Number> &entries, const Matrix &across) {
  Number out = 0;
  for (size_t i = 0; i < at.size(); ++i)
    if (Number scale = largest(across[i]); scale > 0)
      out = std::max(out, std::fabs(entry(shadows, at[i]) - entries[i]) / scale);
  return out;
}

} // namespace

struct AdjointComparison::Jacobian {
  std::vector<Component> rows, columns;
  Matrix byRow, byColumn;
  /// What rounding does to a row by the adjoint and to a column by the tangent, in units of its
  /// entries; as far as it was asked for.
  std::map<size_t, Number> rowNoise, columnNoise;
};

std::vector<Component> AdjointComparison::components(bool Leaf::*role) const {
  std::vector<Component> out;
  for (size_t i = 0; i < plan.leaves.size(); ++i)
    if (plan.leaves[i].*role && plan.leaves[i].element.differentiable()) {
      bool isInput = role == &Leaf::independent;
      size_t count = (isInput ? point[i] : base.values[i]).numbers.size();
      for (size_t k = 0; k < count; ++k)
        out.push_back({i, k});
    }
  return out;
}

Vectors AdjointComparison::unit(Component at, const Vectors &like) const {
  Vectors out(plan.leaves.size());
  out[at.first].numbers.assign(like[at.first].numbers.size(), 0);
  out[at.first].numbers[at.second] = 1;
  return out;
}

void AdjointComparison::compareJacobian(Report &report) const {
  Jacobian j{components(&Leaf::dependent), components(&Leaf::independent), {}, {}, {}, {}};
  if (j.rows.size() + j.columns.size() > mostEntries)
    return;
  for (Component row : j.rows) {
    Evaluation e;
    if (!run(unit(row, base.values), e, report))
      return;
    std::vector<Number> &entries = j.byRow.emplace_back();
    for (Component column : j.columns)
      entries.push_back(entry(e.shadows, column));
  }
  for (Component column : j.columns) {
    Evaluation e = other.derivative(point, unit(column, point));
    std::vector<Number> &entries = j.byColumn.emplace_back();
    for (Component row : j.rows)
      entries.push_back(entry(e.shadows, row));
  }
  Line &line = adjointLine(report, "Jacobian");
  line.elements = j.rows.size() * j.columns.size();
  for (size_t r = 0; r < j.rows.size(); ++r)
    for (size_t k = 0; k < j.columns.size(); ++k)
      compareEntry(j, r, k, line);
}

void AdjointComparison::compareEntry(Jacobian &j, size_t r, size_t k, Line &line) const {
  Number a = j.byRow[r][k], t = j.byColumn[k][r];
  Number inRow = largest(j.byRow[r]), inColumn = largest(j.byColumn[k]);
  Number size = std::max(std::min(inRow, inColumn), std::max(std::fabs(a), std::fabs(t)));
  Number allowed = rounding * size;
  if (std::fabs(a - t) > allowed) // never as large as what an error would do
    allowed += std::min(10 * noiseOf(j, r, k), 1e-4L * std::max(inRow, inColumn));
  // What is left where terms cancel: as much of the argument changes the result by less than its last digit.
  auto valueOf = [](const Vectors &values, Component at) { return std::fabs(values[at.first].numbers[at.second]); };
  if (Number x = valueOf(point, j.columns[k]); x > 0)
    allowed = std::max(allowed, epsilon * valueOf(base.values, j.rows[r]) / x);
  auto name = [&](Component at) {
    return elementName(plan.leaves[at.first], at.second, plan.language);
  };
  std::string of = name(j.rows[r]), by = name(j.columns[k]);
  if (judge(line, a, t, size, allowed, of + " by " + by)) {
    line.tangent = t;
    line.text = "the derivative of " + of + " by " + by + " is " + inFull(a) +
                " by the adjoint, " + inFull(t) + " by the tangent";
  }
}

/// What rounding does to an entry.
Number AdjointComparison::noiseOf(Jacobian &j, size_t r, size_t k) const {
  if (!j.rowNoise.count(r))
    j.rowNoise[r] = noise(adjoint, unit(j.rows[r], base.values), [&](const Vectors &shadows) {
      return relativeDistance(shadows, j.columns, j.byRow[r], j.byColumn);
    });
  if (!j.columnNoise.count(k))
    j.columnNoise[k] = noise(other, unit(j.columns[k], point), [&](const Vectors &shadows) {
      return relativeDistance(shadows, j.rows, j.byColumn[k], j.byRow);
    });
  return j.rowNoise[r] * largest(j.byColumn[k]) + j.columnNoise[k] * largest(j.byRow[r]);
}

} // namespace costate::check
