// Checks and times the derivatives of one kernel: those of the table in functions.h, ADOL-C's,
// central differences.
//
//   measure KERNEL small|large ROUNDS MILLISECONDS NAME,NAME...
//
// prints one JSON object: how far the derivatives are apart, two numbers to compare twins by, the
// most memory that a call of the original and of each adjoint takes at a time, and (with ROUNDS >
// 0) the processor seconds of one evaluation of each kind that is named: the least of ROUNDS
// samples of MILLISECONDS each, the kinds taking turns.
#include "adolc.h"
#include "functions.h"
#include "memory.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <malloc.h>
#include <string>
#include <vector>

namespace {

using Vector = std::vector<double>;
using Action = std::function<void()>;

double dot(const Vector &a, const Vector &b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i)
    sum += a[i] * b[i];
  return sum;
}

/// The largest difference over the largest value.
double distance(const Vector &a, const Vector &b) {
  double largest = 0, apart = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    largest = std::max(largest, std::max(std::abs(a[i]), std::abs(b[i])));
    double d = std::abs(a[i] - b[i]);
    apart = d <= apart ? apart : d; // a NaN stays
  }
  return apart / std::max(largest, 1e-300);
}

/// A number that tells vectors apart.
double digest(const Vector &v) {
  double sum = 0;
  for (size_t i = 0; i < v.size(); ++i)
    sum += v[i] * std::cos(0.7 * i);
  return sum;
}

// ---- Time
// ----------------------------------------------------------------------------------------------------------

struct Kind {
  std::string name;
  Action run;
  long calls = 1;
  double best = INFINITY;
};

double now() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

double sample(Kind &kind) {
  double start = now();
  for (long i = 0; i < kind.calls; ++i)
    kind.run();
  return now() - start;
}

void time(std::vector<Kind> &kinds, int rounds, double seconds) {
  for (Kind &k : kinds)
    while (sample(k) < 0.5 * seconds)
      k.calls *= 2;
  for (int i = 0; i < rounds; ++i)
    for (Kind &k : kinds)
      k.best = std::min(k.best, sample(k) / k.calls);
}

// ---- The derivatives of a problem
// ----------------------------------------------------------------------------------

class Derivatives {
public:
  explicit Derivatives(const problem &p)
      : p(p), xd(p.inputs), seeds(p.outputs), x(p.inputs), xb(p.inputs), y(p.outputs),
        yd(p.outputs), yb(p.outputs), plus(p.outputs), minus(p.outputs) {
    for (int i = 0; i < p.inputs; ++i)
      xd[i] = std::sin(1.0 + 3.0 * i);
    for (int i = 0; i < p.outputs; ++i)
      seeds[i] = std::cos(2.0 + 5.0 * i);
  }

  void runOriginal() { original(p.size, p.index, p.data, p.x, y.data()); }
  void runTangent() { tangent(p.size, p.index, p.data, p.x, xd.data(), y.data(), yd.data()); }
  void runTraceless() { adolcTraceless(p, xd.data(), y.data(), yd.data()); }
  void runTraced() { adolcTraced(p, xd.data(), y.data(), yd.data()); }
  void runReverse() { adolcReverse(p, seeds.data(), xb.data()); }

  void runAdjoint(adjoint_function *function) {
    std::fill(xb.begin(), xb.end(), 0.0);
    yb = seeds;
    function(p.size, p.index, p.data, p.x, xb.data(), y.data(), yb.data());
  }

  void runVector(const vector &v) {
    v.function(p.size, p.index, p.data, p.x, xv.data(), y.data(), yv.data());
  }

  /// Directions that sum to xd: an input has its part in the direction that is its colour (where
  /// the kernel has colours, as many as the directions, the result is all of the sparse Jacobian),
  /// else in some direction.
  void seed(const vector &v) {
    xv.assign(size_t(p.inputs) * v.directions, 0.0);
    yv.assign(size_t(p.outputs) * v.directions, 0.0);
    for (int i = 0; i < p.inputs; ++i)
      xv[size_t(i) * v.directions + (p.colours == v.directions ? p.colour[i] : i % v.directions)] =
          xd[i];
  }

  /// One central difference with a step.
  void runDifferences(double step) {
    evaluate(step, plus);
    evaluate(-step, minus);
    for (int i = 0; i < p.outputs; ++i)
      yd[i] = (plus[i] - minus[i]) / (2 * step);
  }

  /// How far the sum over the directions is from one tangent.
  double vectorDistance(const vector &v) {
    seed(v);
    runTangent();
    runVector(v);
    Vector sum(p.outputs);
    for (int i = 0; i < p.outputs; ++i)
      for (int k = 0; k < v.directions; ++k)
        sum[i] += yv[size_t(i) * v.directions + k];
    return distance(yd, sum);
  }

  const problem &p;
  Vector xd, seeds, x, xb, y, yd, yb;

private:
  void evaluate(double by, Vector &into) {
    for (int i = 0; i < p.inputs; ++i)
      x[i] = p.x[i] + by * xd[i];
    original(p.size, p.index, p.data, x.data(), into.data());
  }

  Vector plus, minus, xv, yv;
};

// ---- Checks, printed as fields of the object
// -----------------------------------------------------------------------

void printTangents(Derivatives &d) {
  d.runOriginal();
  Vector y = d.y;
  d.runTangent();
  Vector yd = d.yd;
  std::printf("\"value\": %.3e, \"digest\": [%.15e, %.15e], ", distance(y, d.y), digest(y),
              digest(yd));
  d.runTraceless();
  std::printf("\"tangent\": {\"traceless\": %.3e, ", distance(yd, d.yd));
  d.runTraced();
  double apart = INFINITY; // from differences, at the best step
  std::printf("\"traced\": %.3e, ", distance(yd, d.yd));
  for (double step = 1e-3; step > 1e-8; step /= 10) {
    d.runDifferences(step);
    apart = std::min(apart, distance(yd, d.yd));
  }
  std::printf("\"differences\": %.3e}, \"vectors\": {", apart);
  for (const vector *v = vectors; v->name; ++v)
    std::printf("%s\"%s\": %.3e", v == vectors ? "" : ", ", v->name, d.vectorDistance(*v));
  std::printf("}, ");
}

void printAdjoints(Derivatives &d) {
  d.runTangent();
  double expected = dot(d.seeds, d.yd), scale = 1e-300;
  for (int i = 0; i < d.p.outputs; ++i)
    scale += std::abs(d.seeds[i] * d.yd[i]);
  d.runReverse();
  Vector adolc = d.xb, first;
  std::printf("\"adjoints\": {");
  for (const adjoint *a = adjoints; a->name; ++a) {
    d.runAdjoint(a->function);
    if (a == adjoints)
      first = d.xb;
    std::printf("%s\"%s\": {\"dot\": %.3e, \"adolc\": %.3e, \"first\": %.3e}",
                a == adjoints ? "" : ", ", a->name, std::abs(dot(d.xb, d.xd) - expected) / scale,
                distance(d.xb, adolc), distance(d.xb, first));
  }
  std::printf("}, ");
}

/// Comes first: an adjoint may keep memory for its next run.
void printMemory(Derivatives &d) {
  std::printf("\"memory\": {\"original\": %ld", peakMemory([&] { d.runOriginal(); }));
  for (const adjoint *a = adjoints; a->name; ++a)
    std::printf(", \"%s\": %ld", a->name, peakMemory([&] { d.runAdjoint(a->function); }));
  std::printf("}, ");
}

void printTimes(Derivatives &d, const std::string &names, int rounds, double seconds) {
  std::vector<Kind> all = {
      {"original", [&] { d.runOriginal(); }},   {"tangent", [&] { d.runTangent(); }},
      {"traceless", [&] { d.runTraceless(); }}, {"traced", [&] { d.runTraced(); }},
      {"adolc", [&] { d.runReverse(); }},       {"differences", [&] { d.runDifferences(1e-6); }}};
  for (const adjoint *a = adjoints; a->name; ++a)
    all.push_back({a->name, [&d, a] { d.runAdjoint(a->function); }});
  std::vector<Derivatives> copies; // of vectors, each seeded once
  copies.reserve(8);
  for (const vector *v = vectors; v->name; ++v) {
    copies.emplace_back(d.p).seed(*v);
    all.push_back({v->name, [c = &copies.back(), v] { c->runVector(*v); }});
  }
  std::vector<Kind> kinds;
  std::copy_if(all.begin(), all.end(), std::back_inserter(kinds), [&](const Kind &k) {
    return ("," + names + ",").find("," + k.name + ",") != std::string::npos;
  });
  std::printf("\"seconds\": {");
  if (rounds > 0) {
    time(kinds, rounds, seconds);
    for (Kind &k : kinds)
      std::printf("%s\"%s\": %.6e", &k == &kinds[0] ? "" : ", ", k.name.c_str(), k.best);
  }
  std::printf("}");
}

} // namespace

int main(int count, char **words) {
  problem p;
  if (count != 6 || !make_problem(words[1], !std::strcmp(words[2], "small"), &p)) {
    std::fprintf(stderr, "usage: measure KERNEL small|large ROUNDS MILLISECONDS NAME,NAME...\n");
    return 2;
  }
  // What was freed stays with the process, as it does in a program that has been running for a while: the time
  // that the system takes for fresh pages is no derivative's.
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  Derivatives derivatives(p);
  adolcTrace(p);
  std::printf("{\"inputs\": %d, \"outputs\": %d, ", p.inputs, p.outputs);
  printMemory(derivatives);
  printTangents(derivatives);
  printAdjoints(derivatives);
  printTimes(derivatives, words[5], std::atoi(words[3]), 1e-3 * std::atof(words[4]));
  std::printf("}\n");
}
