#include "check/AdjointComparison.h"

#include "check/Point.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace costate::check {

namespace {

constexpr size_t mostEntries = 48; ///< rows and columns of a Jacobian that is compared whole

std::string formatted(Number value) {
  char text[60];
  std::snprintf(text, sizeof text, "%.15Lg", value);
  return text;
}

struct Sum {
  Number value = 0, size = 0; ///< and the sum of the absolute values
  void add(const std::vector<Number> &a, const std::vector<Number> &b) {
    for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
      value += a[i] * b[i];
      size += std::fabs(a[i] * b[i]);
    }
  }
};

Line &adjointLine(Report &report, const std::string &name) {
  Line &line = lineNamed(report, "adjoint: " + name);
  line.ofAdjoint = true;
  return line;
}

/// Keeps the worst of what a line compares. `allowed`: how far apart the two may be.
bool judge(Line &line, Number adjoint, Number expected, Number size, Number allowed,
           const std::string &where) {
  Number apart = std::fabs(adjoint - expected);
  Number relative = size == 0 ? (apart == 0 ? 0 : INFINITY) : apart / size;
  Number excess = allowed == 0 ? (apart == 0 ? 0 : INFINITY) : apart / allowed;
  if (adjoint == expected) // infinities too: the tangent's line tells of them
    relative = excess = 0;
  else if (!std::isfinite(adjoint))
    relative = excess = INFINITY;
  if (excess <= line.excess)
    return false;
  line.excess = excess;
  line.error = line.worst = relative;
  line.worstAt = where;
  line.adjoint = adjoint;
  line.good = excess <= 1;
  return true;
}

} // namespace

Number precisionOf(const Plan &plan) {
  Number epsilon = epsilonOf(8);
  for (const Leaf &leaf : plan.leaves)
    if ((leaf.independent || leaf.dependent) && leaf.element.differentiable())
      epsilon = std::max(epsilon, epsilonOf(leaf.element.realKind));
  return epsilon;
}

Number toleranceFor(Number precision, const Options &options) {
  return options.tolerance > 0 ? Number(options.tolerance) : precision > 1e-10L ? 1e-3L : 1e-6L;
}

AdjointComparison::AdjointComparison(Program adjoint, Program other,
                                     const std::vector<LeafValues> &point, const Evaluation &base,
                                     const Options &options, Progress &progress)
    : adjoint(adjoint), other(other), plan(adjoint.plan), point(point), base(base),
      progress(progress), epsilon(precisionOf(plan)), tolerance(toleranceFor(epsilon, options)),
      rounding(1e-12L * epsilon / epsilonOf(8)) {}

std::vector<LeafValues> AdjointComparison::seedsNumber(unsigned number) const {
  Vectors out(plan.leaves.size());
  for (size_t i = 0; i < out.size(); ++i)
    if (plan.leaves[i].dependent && plan.leaves[i].element.differentiable()) {
      std::vector<Number> ones(base.values[i].numbers.size(), 1);
      out[i].numbers = direction(plan.leaves[i], ones, number + 7919); // not the independents' own
    }
  return out;
}

bool AdjointComparison::run(const Vectors &seeds, Evaluation &out, Report &report) const {
  progress.stage("running the adjoint");
  out = adjoint.derivative(point, seeds);
  if (out.end == Evaluation::End::Complete)
    return true;
  Line &line = adjointLine(report, "run");
  line.good = false;
  line.text = "the adjoint " + out.message + (out.printed.empty() ? "" : "\n" + out.printed);
  return false;
}

bool AdjointComparison::compare(unsigned number, const Vectors &direction,
                                const Evaluation *tangent,
                                const std::vector<DifferenceTable> &tables, Report &report) {
  Vectors seeds = seedsNumber(number);
  Evaluation result;
  if (!run(seeds, result, report))
    return false;
  if (tangent)
    compareWithTangent(seeds, direction, result, *tangent, report);
  compareWithDifferences(seeds, direction, result, tables, report);
  if (number != 0)
    return true;
  compareOverwritten(result, report);
  if (canRepeat())
    compareTwice(seeds, result, report);
  if (tangent)
    compareJacobian(report);
  return true;
}

// ---- Products ---------------------------------------------------------------------------------------

void AdjointComparison::compareWithTangent(const Vectors &seeds, const Vectors &direction,
                                           const Evaluation &result, const Evaluation &tangent,
                                           Report &report) const {
  Sum forward, backward;
  Line &line = adjointLine(report, "dot product");
  line.elements = 0;
  for (size_t i = 0; i < plan.leaves.size(); ++i) {
    forward.add(seeds[i].numbers, tangent.shadows[i].numbers);
    backward.add(direction[i].numbers, result.shadows[i].numbers);
    line.elements += direction[i].numbers.size();
  }
  Number size = std::max(forward.size, backward.size);
  if (judge(line, backward.value, forward.value, size, rounding * size, "")) {
    line.tangent = forward.value;
    line.text = "seeds times tangent are " + formatted(forward.value) +
                ", adjoint times direction " + formatted(backward.value);
  }
}

void AdjointComparison::compareWithDifferences(const Vectors &seeds, const Vectors &direction,
                                               const Evaluation &result,
                                               const std::vector<DifferenceTable> &tables,
                                               Report &report) {
  Sum backward;
  Estimate expected;
  Number size = 0;
  Line &line = adjointLine(report, "gradient");
  line.elements = 0;
  for (size_t i = 0; i < plan.leaves.size(); ++i) {
    backward.add(direction[i].numbers, result.shadows[i].numbers);
    line.elements += direction[i].numbers.size();
    for (size_t k = 0; k < seeds[i].numbers.size(); ++k) {
      Estimate e = tables[i].estimate(k);
      expected.value += seeds[i].numbers[k] * e.value;
      expected.error += std::fabs(seeds[i].numbers[k]) * e.error;
      size += std::fabs(seeds[i].numbers[k] * e.value);
    }
  }
  size = std::max(size, backward.size);
  Number allowed = tolerance * size + 10 * expected.error;
  unresolved |= size != 0 && !(10 * expected.error <= size / 10);
  if (judge(line, backward.value, expected.value, size, allowed, "")) {
    line.difference = expected.value;
    line.uncertainty = expected.error;
    line.text = "the adjoint's derivative along the direction is " + formatted(backward.value) +
                ", differences say " + formatted(expected.value);
  }
}

// ---- The state of adjoints --------------------------------------------------------------------------

/// Not where the head may have moved what it was given: there is nowhere to put the values again.
bool AdjointComparison::canRepeat() const {
  if (plan.hasOtherState)
    return false;
  for (const Leaf &leaf : plan.leaves)
    if (leaf.late || (plan.language == ir::Language::Fortran &&
                      (leaf.root->allocatable || leaf.root->type->isPointer() ||
                       !leaf.components.empty())))
      return false;
  return true;
}

/// What the head only reads goes on where the first call left it; everything else starts again.
void AdjointComparison::compareTwice(const Vectors &seeds, const Evaluation &once,
                                     Report &report) const {
  Vectors second = seeds;
  std::vector<bool> adds(plan.leaves.size());
  for (size_t i = 0; i < plan.leaves.size(); ++i) {
    const Leaf &leaf = plan.leaves[i];
    adds[i] = leaf.independent && !leaf.dependent && leaf.read &&
              point[i].numbers == base.values[i].numbers;
    if (adds[i])
      second[i] = once.shadows[i];
  }
  Evaluation twice = adjoint.evaluator.derivativeAgain(plan, point, seeds, second);
  Line &line = adjointLine(report, "called twice");
  if (twice.end != Evaluation::End::Complete) {
    line.good = false;
    line.text = "the adjoint, called a second time, " + twice.message;
    return;
  }
  for (size_t i = 0; i < plan.leaves.size(); ++i) {
    const std::vector<Number> &first = once.shadows[i].numbers, &then = twice.shadows[i].numbers;
    Number size = 0;
    for (Number x : first)
      size = std::max(size, 2 * std::fabs(x));
    for (size_t k = 0; k < then.size(); ++k) {
      Number expected = k < first.size() ? (adds[i] ? 2 : 1) * first[k] : 0;
      line.elements += adds[i];
      std::string name = elementName(plan.leaves[i], k, plan.language);
      if (judge(line, then[k], expected, size, rounding * size, name))
        line.text = "called a second time, the adjoint leaves " + formatted(then[k]) +
                    " as the adjoint of " + name + ", not " + formatted(expected);
    }
  }
}

/// Other values in what is only a result: where they change nothing, all of it is overwritten.
void AdjointComparison::compareOverwritten(const Evaluation &result, Report &report) const {
  Vectors moved = point;
  auto isResult = [&](const Leaf &leaf) {
    return leaf.dependent && !leaf.independent && leaf.shadow && leaf.read &&
           leaf.element.differentiable();
  };
  for (size_t i = 0; i < plan.leaves.size(); ++i)
    if (isResult(plan.leaves[i]))
      for (Number &x : moved[i].numbers)
        x += 0.125L;
  Evaluation e = other.original(moved);
  if (e.end != Evaluation::End::Complete || e.bytes != base.bytes)
    return;
  Line &line = adjointLine(report, "overwritten");
  for (size_t i = 0; i < plan.leaves.size(); ++i) {
    if (!isResult(plan.leaves[i]))
      continue;
    const std::vector<Number> &left = result.shadows[i].numbers;
    for (size_t k = 0; k < left.size(); ++k) {
      ++line.elements;
      std::string name = elementName(plan.leaves[i], k, plan.language);
      if (judge(line, left[k], 0, 1, 0, name))
        line.text = name + " is overwritten, but its adjoint is " + formatted(left[k]) +
                    " afterwards, not 0";
    }
  }
  if (line.elements == 0)
    report.checks.pop_back();
}

// ---- The Jacobian -----------------------------------------------------------------------------------

std::vector<std::pair<size_t, size_t>> AdjointComparison::components(bool Leaf::*role) const {
  std::vector<std::pair<size_t, size_t>> out;
  for (size_t i = 0; i < plan.leaves.size(); ++i)
    if (plan.leaves[i].*role && plan.leaves[i].element.differentiable()) {
      bool isInput = role == &Leaf::independent;
      size_t count = (isInput ? point[i] : base.values[i]).numbers.size();
      for (size_t k = 0; k < count; ++k)
        out.push_back({i, k});
    }
  return out;
}

namespace {

using Matrix = std::vector<std::vector<Number>>;

Number entry(const std::vector<LeafValues> &shadows, std::pair<size_t, size_t> at) {
  const std::vector<Number> &numbers = shadows[at.first].numbers;
  return at.second < numbers.size() ? numbers[at.second] : 0;
}

} // namespace

void AdjointComparison::compareJacobian(Report &report) const {
  auto rows = components(&Leaf::dependent), columns = components(&Leaf::independent);
  if (rows.size() + columns.size() > mostEntries)
    return;
  auto unit = [&](std::pair<size_t, size_t> at, size_t count) {
    Vectors out(plan.leaves.size());
    out[at.first].numbers.assign(count, 0);
    out[at.first].numbers[at.second] = 1;
    return out;
  };
  Matrix byRow, byColumn;
  for (auto &row : rows) {
    Evaluation e;
    if (!run(unit(row, base.values[row.first].numbers.size()), e, report))
      return;
    std::vector<Number> &entries = byRow.emplace_back();
    for (auto &column : columns)
      entries.push_back(entry(e.shadows, column));
  }
  for (auto &column : columns) {
    Evaluation e = other.derivative(point, unit(column, point[column.first].numbers.size()));
    std::vector<Number> &entries = byColumn.emplace_back();
    for (auto &row : rows)
      entries.push_back(entry(e.shadows, row));
  }
  auto largest = [](const std::vector<Number> &v) {
    Number out = 0;
    for (Number x : v)
      out = std::max(out, std::fabs(x));
    return out;
  };
  Line &line = adjointLine(report, "Jacobian");
  line.elements = rows.size() * columns.size();
  for (size_t r = 0; r < rows.size(); ++r)
    for (size_t k = 0; k < columns.size(); ++k) {
      Number a = byRow[r][k], t = byColumn[k][r];
      Number size = std::max(std::min(largest(byRow[r]), largest(byColumn[k])),
                             std::max(std::fabs(a), std::fabs(t)));
      std::string of = elementName(plan.leaves[rows[r].first], rows[r].second, plan.language),
                  by = elementName(plan.leaves[columns[k].first], columns[k].second, plan.language);
      if (judge(line, a, t, size, rounding * size, of + " by " + by)) {
        line.tangent = t;
        line.text = "the derivative of " + of + " by " + by + " is " + formatted(a) +
                    " by the adjoint, " + formatted(t) + " by the tangent";
      }
    }
}

void AdjointComparison::conclude(Report &report) const {
  Judgement &found = report.adjoint;
  found.asked = true;
  Number worst = 0;
  bool withTangent = false;
  for (const Line &line : report.checks) {
    if (!line.ofAdjoint)
      continue;
    bool exact = line.name != "adjoint: gradient";
    withTangent |= line.name == "adjoint: dot product";
    if (exact)
      worst = std::max(worst, line.error);
    if (!line.good && found.verdict != Verdict::Wrong)
      found = {true, Verdict::Wrong, line.text};
  }
  if (found.verdict == Verdict::Wrong)
    return;
  if (unresolved && !withTangent) {
    found = {true, Verdict::Unclear,
             "differences cannot resolve the gradient at this point: give another with --at"};
    return;
  }
  char text[120];
  std::snprintf(text, sizeof text, "the adjoint agrees with %s (largest error %.1Le)",
                withTangent ? "the tangent" : "central differences", worst);
  found.reason = text;
}

} // namespace costate::check
