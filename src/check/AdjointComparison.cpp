#include "check/AdjointComparison.h"

#include "check/Originals.h"
#include "check/Point.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace costate::check {

namespace {

struct Sum {
  Number value = 0, size = 0; ///< and the sum of the absolute values
  void add(const std::vector<Number> &a, const std::vector<Number> &b) {
    for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
      value += a[i] * b[i];
      size += std::fabs(a[i] * b[i]);
    }
  }
};

} // namespace

std::string inFull(Number value) {
  char text[60];
  std::snprintf(text, sizeof text, "%.15Lg", value);
  return text;
}

Line &adjointLine(Report &report, const std::string &name) {
  Line &line = lineNamed(report, "adjoint: " + name);
  line.ofAdjoint = true;
  return line;
}

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

Number precisionOf(const Plan &plan) {
  Number epsilon = epsilonOf(plan.single ? 4 : 8); // one narrow step is enough to lose the rest
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
      rounding(1e-12L * epsilon / epsilonOf(8)), leavesOriginals(options.primal) {}

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
  if (leavesOriginals)
    compareOriginals(plan, base, result, epsilon, tolerance, adjointLine(report, "original results"));
  if (canRepeat())
    compareTwice(seeds, result, report);
  if (tangent)
    compareJacobian(report);
  return true;
}

// ---- Rounding ---------------------------------------------------------------------------------------

/// The point with the independents moved in their last places.
AdjointComparison::Vectors AdjointComparison::nearby(unsigned number) const {
  Vectors moved = point;
  unsigned turn = number;
  for (size_t i = 0; i < moved.size(); ++i)
    if (plan.leaves[i].independent && plan.leaves[i].element.differentiable())
      for (Number &x : moved[i].numbers)
        x *= 1 + (turn++ % 3 - Number(1)) * 4 * epsilon;
  return moved;
}

/// How far a derivative moves beside the point, as `distance` measures it. A program that divides by a
/// small step amplifies the rounding of tangent and adjoint: they agree no better than each agrees with
/// itself.
Number AdjointComparison::noise(const Program &program, const Vectors &shadows,
                                const std::function<Number(const Vectors &)> &distance) const {
  constexpr unsigned points = 3;
  Number out = 0;
  for (unsigned number = 0; number < points; ++number) {
    Evaluation e = program.derivative(nearby(number), shadows);
    if (e.end == Evaluation::End::Complete)
      out = std::max(out, distance(e.shadows));
  }
  return out;
}

/// What rounding does to the adjoint of a leaf.
Number AdjointComparison::movement(size_t leaf, const Vectors &seeds, const Evaluation &there) const {
  return noise(adjoint, seeds, [&](const Vectors &shadows) {
    const std::vector<Number> &a = shadows[leaf].numbers, &b = there.shadows[leaf].numbers;
    Number out = 0;
    for (size_t k = 0; k < std::min(a.size(), b.size()); ++k)
      out = std::max(out, std::fabs(a[k] - b[k]));
    return out;
  });
}

// ---- Products ---------------------------------------------------------------------------------------

void AdjointComparison::compareWithTangent(const Vectors &seeds, const Vectors &direction,
                                           const Evaluation &result, const Evaluation &tangent,
                                           Report &report) {
  Sum forward, backward;
  Line &line = adjointLine(report, "dot product");
  line.elements = 0;
  for (size_t i = 0; i < plan.leaves.size(); ++i) {
    forward.add(seeds[i].numbers, tangent.shadows[i].numbers);
    backward.add(direction[i].numbers, result.shadows[i].numbers);
    line.elements += direction[i].numbers.size();
  }
  Number size = std::max(forward.size, backward.size), noise = 0;
  if (std::fabs(forward.value - backward.value) > rounding * size)
    noise = this->noise(other, direction, [&](const Vectors &shadows) {
      Sum moved;
      for (size_t i = 0; i < plan.leaves.size(); ++i)
        moved.add(seeds[i].numbers, shadows[i].numbers);
      return std::fabs(moved.value - forward.value);
    });
  hidden |= noise > size / 100;
  if (judge(line, backward.value, forward.value, size, rounding * size + 10 * noise, "")) {
    line.tangent = forward.value;
    line.text = "seeds times tangent are " + inFull(forward.value) +
                ", adjoint times direction " + inFull(backward.value);
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
    line.text = "the adjoint's derivative along the direction is " + inFull(backward.value) +
                ", differences say " + inFull(expected.value);
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
  for (const Leaf &leaf : plan.leaves) // the second call may begin with what the first left there
    if (leaf.isLeftAlone() && leaf.dependent)
      return;
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
    Number allowed = rounding * size;
    auto expect = [&](size_t k) {
      return k < first.size() ? (adds[i] ? 2 : 1) * first[k] : 0;
    };
    for (size_t k = 0; k < then.size(); ++k)
      if (std::fabs(then[k] - expect(k)) > allowed) { // added to zero, and to what was there
        allowed += std::min(10 * movement(i, seeds, once), 1e-4L * size);
        break;
      }
    for (size_t k = 0; k < then.size(); ++k) {
      Number expected = expect(k);
      line.elements += adds[i];
      std::string name = elementName(plan.leaves[i], k, plan.language);
      if (judge(line, then[k], expected, size, allowed, name))
        line.text = "called a second time, the adjoint leaves " + inFull(then[k]) +
                    " as the adjoint of " + name + ", not " + inFull(expected);
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
        line.text = name + " is overwritten, but its adjoint is " + inFull(left[k]) +
                    " afterwards, not 0";
    }
  }
  if (line.elements == 0)
    report.checks.pop_back();
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
  if (hidden) {
    found = {true, Verdict::Unclear,
             "rounding errors hide the derivative at this point: give another with --at"};
    return;
  }
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
