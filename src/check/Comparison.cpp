#include "check/Comparison.h"

#include "check/Originals.h"
#include "check/Point.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace costate::check {

Comparison::Comparison(const Plan &plan, const std::vector<LeafValues> &point,
                       const Evaluation &base, const Evaluator &evaluator, bool hasTangent,
                       const Options &options, Progress &progress)
    : plan(plan), point(point), base(base), evaluator(evaluator), hasTangent(hasTangent),
      options(options), progress(progress), epsilon(precisionOf(plan)),
      tolerance(toleranceFor(epsilon, options)) {}

namespace {

std::string formatted(Number value) {
  char text[60];
  std::snprintf(text, sizeof text, "%.10Lg", value);
  return text;
}

Number norm(const std::vector<Number> &v) {
  Number sum = 0, largest = 0;
  for (Number x : v)
    largest = std::max(largest, std::fabs(x));
  if (largest == 0 || !std::isfinite(largest))
    return largest;
  for (Number x : v)
    sum += (x / largest) * (x / largest);
  return largest * std::sqrt(sum);
}

} // namespace

void Comparison::run(Report &report) {
  report.tolerance = tolerance;
  unsigned directions = plan.vector.value_or(options.directions);
  for (unsigned i = 0; i < directions; ++i) {
    bool goesOn = compareDirection(i, report);
    bool good = std::all_of(report.checks.begin(), report.checks.end(),
                            [](const Line &line) { return line.good; });
    if (!good && !wrongDirection)
      wrongDirection = i;
    if (!goesOn)
      break;
  }
  if (hasTangent)
    conclude(report);
  if (adjoint)
    adjoint->conclude(report);
}

// ---- Evaluations ----------------------------------------------------------------------------------

std::vector<DifferenceTable> Comparison::sweep(const std::vector<LeafValues> &direction,
                                               unsigned number) {
  std::vector<Number> steps = differenceSteps(epsilon);
  std::vector<DifferenceTable> out(plan.leaves.size(), DifferenceTable(steps, epsilon));
  for (size_t k = 0; k < steps.size(); ++k) {
    progress.stage("differences: direction " + std::to_string(number + 1) + ", step " +
                   std::to_string(k + 1) + " of " + std::to_string(steps.size()));
    Evaluation above = evaluator.original(plan, moved(point, direction, steps[k]));
    Evaluation below = evaluator.original(plan, moved(point, direction, -steps[k]));
    bool both = above.end == Evaluation::End::Complete && below.end == Evaluation::End::Complete;
    for (size_t i = 0; i < plan.leaves.size(); ++i) {
      bool fits = both && above.values[i].numbers.size() == base.values[i].numbers.size() &&
                  below.values[i].numbers.size() == base.values[i].numbers.size();
      if (fits)
        out[i].add(above.values[i].numbers, below.values[i].numbers);
      else
        out[i].add({}, {});
    }
    if (isSettled(out, k + 1))
      break;
  }
  return out;
}

/// Smaller steps would add nothing: every estimate is far better than the tolerance asks for.
bool Comparison::isSettled(const std::vector<DifferenceTable> &tables, size_t rows) const {
  if (rows < 4)
    return false;
  for (size_t i = 0; i < plan.leaves.size(); ++i)
    for (size_t k = 0; plan.leaves[i].dependent && k < base.values[i].numbers.size(); ++k) {
      Estimate e = tables[i].estimate(k);
      if (!(e.error <= tolerance * std::fabs(e.value) / 1000))
        return false;
    }
  return true;
}

std::vector<LeafValues> Comparison::directionNumber(unsigned number) const {
  std::vector<LeafValues> v(plan.leaves.size());
  for (size_t i = 0; i < v.size(); ++i)
    if (plan.leaves[i].independent && plan.leaves[i].element.differentiable())
      v[i].numbers = direction(plan.leaves[i], point[i].numbers, number);
  return v;
}

/// The tangent in one direction, of which several may have been computed at once.
Evaluation Comparison::tangent(unsigned number) const {
  if (!plan.vector)
    return evaluator.derivative(plan, point, directionNumber(number));
  std::vector<LeafValues> all(plan.leaves.size());
  for (size_t i = 0; i < all.size(); ++i) {
    std::vector<LeafValues> each;
    for (unsigned k = 0; k < *plan.vector; ++k)
      each.push_back(directionNumber(k)[i]);
    all[i] = together(plan.leaves[i].element, each);
  }
  Evaluation e = evaluator.derivative(plan, point, all);
  for (size_t i = 0; i < e.shadows.size(); ++i)
    e.shadows[i] = oneOf(plan.leaves[i].element, e.shadows[i], *plan.vector, number);
  return e;
}

/// False where a derivative did not run to its end: no need to go on.
bool Comparison::compareDirection(unsigned number, Report &report) {
  std::vector<LeafValues> v = directionNumber(number);
  Evaluation tangent;
  if (hasTangent) {
    progress.stage("running the tangent");
    tangent = this->tangent(number);
    if (tangent.end != Evaluation::End::Complete) {
      Line &line = lineNamed(report, "tangent");
      line.good = false;
      line.text = "the tangent " + tangent.message +
                  (tangent.printed.empty() ? "" : "\n" + tangent.printed);
      return false;
    }
  }
  tables = sweep(v, number);
  if (hasTangent)
    compareDependents(tangent, report);
  if (hasTangent && number == 0) {
    if (!options.pure)
      compareOriginals(plan, base, tangent, epsilon, tolerance, lineNamed(report, "original results"));
    compareRepeated(tangent, this->tangent(number), report);
  }
  return !adjoint || adjoint->compare(number, v, hasTangent ? &tangent : nullptr, tables, report);
}

void Comparison::compareDependents(const Evaluation &tangent, Report &report) {
  for (size_t i = 0; i < plan.leaves.size(); ++i)
    if (plan.leaves[i].dependent && plan.leaves[i].element.differentiable()) {
      std::vector<Number> t = tangent.shadows[i].numbers;
      t.resize(base.values[i].numbers.size(), 0); // no shadow: passive
      compareLeaf(i, t, report);
      if (options.derivatives)
        report.derivatives.insert(report.derivatives.end(), t.begin(), t.end());
    }
}

// ---- Judgements -----------------------------------------------------------------------------------

void Comparison::compareLeaf(size_t index, const std::vector<Number> &tangent, Report &report) {
  const Leaf &leaf = plan.leaves[index];
  std::vector<Number> apart, values, errors;
  Number largest = 0;
  for (size_t i = 0; i < tangent.size(); ++i) {
    Estimate e = tables[index].estimate(i);
    values.push_back(e.value);
    errors.push_back(e.error);
    apart.push_back(tangent[i] - e.value);
    largest = std::max({largest, std::fabs(tangent[i]), std::fabs(e.value)});
  }
  Number size = std::max(norm(tangent), norm(values));
  anyDerivative |= size != 0;
  Line &line = lineNamed(report, leaf.name);
  line.elements = tangent.size();
  line.error = std::max(line.error, size == 0 ? 0 : norm(apart) / size);
  for (size_t i = 0; i < tangent.size(); ++i)
    compareElement(leaf, i, tangent[i], {values[i], errors[i]}, largest, line);
  line.good = line.excess <= 1;
  if (!line.good)
    line.text = "derivative of " + line.worstAt + " is " +
                (std::isfinite(line.tangent) ? formatted(line.tangent) + ", differences say " +
                                                   formatted(line.difference)
                                             : "not a finite number");
  bool unknown = std::any_of(errors.begin(), errors.end(), [](Number e) { return std::isinf(e); });
  if (line.good && (unknown || (size != 0 && !(10 * norm(errors) <= size / 10))))
    unresolved.push_back(leaf.name);
}

/// Keeps the worst element of a line.
void Comparison::compareElement(const Leaf &leaf, size_t at, Number tangent, const Estimate &d,
                                Number largest, Line &line) const {
  Number excess = check::excess(tangent, d, tolerance, 64 * epsilon * largest);
  if (excess <= line.excess)
    return;
  Number scale = std::max(std::fabs(tangent), std::fabs(d.value));
  line.excess = excess;
  line.worst = scale == 0 ? 0 : std::fabs(tangent - d.value) / scale;
  if (!std::isfinite(tangent))
    line.error = line.worst = INFINITY;
  line.worstAt = elementName(leaf, at, plan.language);
  line.tangent = tangent;
  line.difference = d.value;
  line.uncertainty = d.error;
}

/// But for rounding: threads add in any order.
bool Comparison::agree(const std::vector<LeafValues> &first, const std::vector<LeafValues> &again) const {
  for (size_t i = 0; i < first.size(); ++i) {
    const std::vector<Number> &a = first[i].numbers, &b = again[i].numbers;
    Number largest = 0;
    for (Number x : a)
      largest = std::max(largest, std::fabs(x));
    for (size_t k = 0; k < a.size(); ++k)
      if (k >= b.size() || std::fabs(a[k] - b[k]) > tolerance * largest)
        return false;
  }
  return true;
}

/// The same numbers and texts. Of numbers with padding (C's long double), bytes say less.
static bool areSame(const std::vector<LeafValues> &first, const std::vector<LeafValues> &again) {
  auto isSame = [](Number x, Number y) { return x == y || (std::isnan(x) && std::isnan(y)); };
  return std::equal(first.begin(), first.end(), again.begin(), again.end(), [&](const LeafValues &a, const LeafValues &b) {
    return a.text == b.text && std::equal(a.numbers.begin(), a.numbers.end(), b.numbers.begin(), b.numbers.end(), isSame);
  });
}

void Comparison::compareRepeated(const Evaluation &first, const Evaluation &again,
                                 Report &report) const {
  Line &line = lineNamed(report, "repeatability");
  line.elements = first.bytes.size();
  if (first.bytes == again.bytes || (options.openmp && agree(first.shadows, again.shadows) && agree(first.values, again.values)))
    return;
  bool isPadded = std::any_of(plan.leaves.begin(), plan.leaves.end(), [](const Leaf &leaf) { return leaf.element.realKind > 8; });
  if (isPadded && areSame(first.values, again.values) && areSame(first.shadows, again.shadows))
    return;
  line.good = false;
  line.error = 1;
  line.text = "the same call gives other bits the second time";
}

bool Comparison::onlyDerivatives(const Report &report) const {
  return std::all_of(report.checks.begin(), report.checks.end(), [&](const Line &line) {
    bool derivative = std::any_of(plan.leaves.begin(), plan.leaves.end(), [&](const Leaf &leaf) {
      return leaf.dependent && leaf.name == line.name;
    });
    return line.good || derivative || line.name == "adjoint: gradient";
  });
}

void Comparison::conclude(Report &report) const {
  Judgement &found = report.tangent;
  found.asked = true;
  Number worst = 0;
  for (const Line &line : report.checks) {
    if (line.ofAdjoint)
      continue;
    worst = std::max(worst, line.error);
    if (!line.good && found.verdict != Verdict::Wrong)
      found = {true, Verdict::Wrong, line.text};
  }
  if (found.verdict == Verdict::Wrong)
    return;
  if (!unresolved.empty()) {
    found = {true, Verdict::Unclear,
             "differences cannot resolve the derivative of " + unresolved.front() +
                 " at this point: give another with --at"};
    return;
  }
  if (!anyDerivative)
    report.warnings.push_back("every derivative is zero at this point: that says little; set sizes "
                              "with --size, or give a point with --at");
  char text[120];
  std::snprintf(text, sizeof text,
                "the tangent agrees with central differences (largest error %.1Le, tolerance %.0Le)",
                worst, tolerance);
  found.reason = text;
}

} // namespace costate::check
