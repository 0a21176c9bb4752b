// Checks and times the adjoints of one kernel: Costate's with and without its optimisations, ADOL-C.
//
//   measure KERNEL small|large ROUNDS MILLISECONDS
//
// prints one JSON object: how far <yb, J xd> and <J^T yb, xd> are apart for each adjoint, how far the
// gradient is from ADOL-C's, and (with ROUNDS > 0) the processor seconds of one evaluation of each:
// the least of ROUNDS samples of MILLISECONDS each, taking turns; and the most memory that an
// evaluation of each adjoint had allocated at a time beyond the original's.
#include "adolc.h"

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

using Original = void(const int *, const int *, const double *, const double *, double *);
using Tangent = void(const int *, const int *, const double *, const double *, const double *,
                     double *, double *);
using Adjoint = void(const int *, const int *, const double *, const double *, double *, double *,
                     double *);
extern "C" {
Original ORIGINAL;
Tangent TANGENT;
#define DECLARE(name, function) Adjoint function;
ADJOINTS(DECLARE)
}

// ---- Memory in use, by the allocator's own account -----------------------------------------------

extern "C" {
void *__real_malloc(size_t);
void *__real_calloc(size_t, size_t);
void *__real_realloc(void *, size_t);
void __real_free(void *);

static long inUse, mostInUse;

static void *counted(void *p) {
  if (p)
    mostInUse = std::max(mostInUse, inUse += malloc_usable_size(p));
  return p;
}

void *__wrap_malloc(size_t n) { return counted(__real_malloc(n)); }
void *__wrap_calloc(size_t n, size_t size) { return counted(__real_calloc(n, size)); }
void *__wrap_realloc(void *p, size_t n) {
  if (p)
    inUse -= malloc_usable_size(p);
  return counted(__real_realloc(p, n));
}
void __wrap_free(void *p) {
  if (p)
    inUse -= malloc_usable_size(p);
  __real_free(p);
}
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

double dot(const Vector &a, const Vector &b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i)
    sum += a[i] * b[i];
  return sum;
}

double distance(const Vector &a, const Vector &b) {
  double largest = 0, apart = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    largest = std::max(largest, std::max(std::abs(a[i]), std::abs(b[i])));
    double d = std::abs(a[i] - b[i]);
    apart = d <= apart ? apart : d; // a NaN stays
  }
  return apart / std::max(largest, 1e-300);
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

long peak(const std::function<void()> &run) {
  long before = inUse;
  mostInUse = inUse;
  run();
  return mostInUse - before;
}

} // namespace

int main(int count, char **words) {
  problem p;
  if (count != 5 || !make_problem(words[1], !std::strcmp(words[2], "small"), &p)) {
    std::fprintf(stderr, "usage: measure KERNEL small|large ROUNDS MILLISECONDS\n");
    return 2;
  }
  int rounds = std::atoi(words[3]);
  Vector xd(p.inputs), y(p.outputs), yd(p.outputs), seeds(p.outputs), yb(p.outputs), xb(p.inputs),
      reference(p.inputs);
  for (int i = 0; i < p.inputs; ++i)
    xd[i] = std::sin(1.0 + 3.0 * i);
  for (int i = 0; i < p.outputs; ++i)
    seeds[i] = std::cos(2.0 + 5.0 * i);
  TANGENT(p.size, p.index, p.data, p.x, xd.data(), y.data(), yd.data());
  double expected = dot(seeds, yd), scale = 0;
  for (int i = 0; i < p.outputs; ++i)
    scale += std::abs(seeds[i] * yd[i]);
  adolcTrace(p);
  std::vector<Kind> kinds = {
      {"original", [&] { ORIGINAL(p.size, p.index, p.data, p.x, y.data()); }},
      {"adolc", [&] { adolcReverse(p, seeds.data(), reference.data()); }},
  };
  auto adjoint = [&](Adjoint *function) {
    return [&, function] {
      std::fill(xb.begin(), xb.end(), 0.0);
      yb = seeds;
      function(p.size, p.index, p.data, p.x, xb.data(), y.data(), yb.data());
    };
  };
#define ADD(name, function) kinds.push_back({name, adjoint(function)});
  ADJOINTS(ADD)
  long own = peak(kinds[0].run);
  kinds[1].run();
  std::printf("{\"adjoints\": {");
  for (size_t i = 2; i < kinds.size(); ++i) {
    long bytes = peak(kinds[i].run) - own;
    std::printf("%s\"%s\": {\"dot\": %.3e, \"adolc\": %.3e, \"bytes\": %ld}", i > 2 ? ", " : "",
                kinds[i].name.c_str(),
                std::abs(dot(xb, xd) - expected) / std::max(scale, 1e-300), distance(xb, reference),
                std::max(bytes, 0L));
  }
  std::printf("}, \"seconds\": {");
  if (rounds > 0) {
    time(kinds, rounds, 1e-3 * std::atof(words[4]));
    for (Kind &k : kinds)
      std::printf("%s\"%s\": %.6e", &k == &kinds[0] ? "" : ", ", k.name.c_str(), k.best);
  }
  std::printf("}}\n");
}
