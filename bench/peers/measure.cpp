// Checks and times the derivatives of one kernel: Costate's tangent, ADOL-C, central differences.
//
//   measure KERNEL small|large ROUNDS MILLISECONDS
//
// prints one JSON object: how far the derivatives are apart, two numbers to compare twins by, and
// (with ROUNDS > 0) the processor seconds of one evaluation of each kind: the least of ROUNDS
// samples of MILLISECONDS each, the kinds taking turns.
#include "adolc.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

extern "C" {
void ORIGINAL(const int *, const int *, const double *, const double *, double *);
void TANGENT(const int *, const int *, const double *, const double *, const double *, double *,
             double *);
}

namespace {

using Vector = std::vector<double>;

struct Kind {
  std::string name;
  std::function<void()> run;
  long calls = 1;
  double best = INFINITY;
};

double now() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

/// Central differences with a step; the point moves in place and comes back.
struct Differences {
  const problem &p;
  const Vector &xd;
  Vector x, plus, minus;

  Differences(const problem &p, const Vector &xd)
      : p(p), xd(xd), x(p.inputs), plus(p.outputs), minus(p.outputs) {}

  void run(double step, Vector &yd) {
    evaluate(step, plus);
    evaluate(-step, minus);
    for (int i = 0; i < p.outputs; ++i)
      yd[i] = (plus[i] - minus[i]) / (2 * step);
  }

  void evaluate(double by, Vector &y) {
    for (int i = 0; i < p.inputs; ++i)
      x[i] = p.x[i] + by * xd[i];
    ORIGINAL(p.size, p.index, p.data, x.data(), y.data());
  }
};

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

} // namespace

int main(int count, char **words) {
  problem p;
  if (count != 5 || !make_problem(words[1], !std::strcmp(words[2], "small"), &p)) {
    std::fprintf(stderr, "usage: measure KERNEL small|large ROUNDS MILLISECONDS\n");
    return 2;
  }
  int rounds = std::atoi(words[3]);
  Vector xd(p.inputs), y(p.outputs), yt(p.outputs), yd(p.outputs), ya(p.outputs), yda(p.outputs),
      ytr(p.outputs), ydtr(p.outputs), ydd(p.outputs);
  for (int i = 0; i < p.inputs; ++i)
    xd[i] = std::sin(1.0 + 3.0 * i);
  Differences differences(p, xd);
  adolcTrace(p);
  std::vector<Kind> kinds = {
      {"original", [&] { ORIGINAL(p.size, p.index, p.data, p.x, y.data()); }},
      {"tangent",
       [&] { TANGENT(p.size, p.index, p.data, p.x, xd.data(), yt.data(), yd.data()); }},
      {"traceless", [&] { adolcTraceless(p, xd.data(), ya.data(), yda.data()); }},
      {"traced", [&] { adolcTraced(p, xd.data(), ytr.data(), ydtr.data()); }},
      {"differences", [&] { differences.run(1e-6, ydd); }},
  };
  for (Kind &k : kinds)
    k.run();
  double apart = INFINITY; // from differences, at the best step
  for (double step = 1e-3; step > 1e-8; step /= 10) {
    differences.run(step, ydd);
    apart = std::min(apart, distance(yd, ydd));
  }
  std::printf("{\"value\": %.3e, \"traceless_value\": %.3e, \"derivative\": {\"traceless\": %.3e, "
              "\"traced\": %.3e, \"differences\": %.3e}, \"digest\": [%.15e, %.15e], "
              "\"seconds\": {",
              distance(y, yt), distance(y, ya), distance(yd, yda), distance(yd, ydtr), apart,
              digest(y), digest(yd));
  if (rounds > 0) {
    time(kinds, rounds, 1e-3 * std::atof(words[4]));
    for (Kind &k : kinds)
      std::printf("%s\"%s\": %.6e", &k == &kinds[0] ? "" : ", ", k.name.c_str(), k.best);
  }
  std::printf("}}\n");
}
