/* Checks and times the derivatives of one kernel.
 *
 *   measure KERNEL ROUNDS MILLISECONDS
 *
 * prints a line `KIND NAME NANOSECONDS DISTANCE BYTES` for each: time per point or step, the least of ROUNDS samples
 * taken in turns; how far the derivatives are from those by hand, which are compared with differences of the kernel
 * first (`differences`); and what one call asks of malloc. Defined are ORIGINAL, SUM, HAND (the Jacobian by hand), STEPS
 * where there are any, and lists of X(NAME, FUNCTION): ADJOINTS, SUM_ADJOINTS, STEP_ADJOINTS (the first by hand),
 * JACOBIANS, VECTORS; FORTRAN where the kernel is. */
#define _POSIX_C_SOURCE 200809L
#include "problems.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef FORTRAN
typedef const int *Int;
#define GIVEN(n) &n
#else
typedef int Int;
#define GIVEN(n) n
#endif

typedef void Kernel(const double *x, const double *c, double *y);
typedef void Sum(Int points, const double *x, const double *c, double *s);
typedef void Adjoint(const double *x, double *xb, const double *c, double *y, double *yb);
typedef void SumAdjoint(Int points, const double *x, double *xb, const double *c, double *s, double *sb);
typedef void Jacobian(const double *x, const double *c, double *y, double *jacobian);
typedef void Vector(const double *x, double *xd, const double *c, double *y, double *yd);

extern Kernel ORIGINAL;
extern Sum SUM;
extern Jacobian HAND;
#define X(name, function) extern Adjoint function;
ADJOINTS
#undef X
#define X(name, function) extern SumAdjoint function;
SUM_ADJOINTS
STEP_ADJOINTS
#undef X
#ifdef STEPS
extern Sum STEPS;
#endif
#define X(name, function) extern Jacobian function;
JACOBIANS
#undef X
#define X(name, function) extern Vector function;
VECTORS
#undef X

static size_t asked;
void *__real_malloc(size_t);
void *__real_calloc(size_t, size_t);
void *__wrap_malloc(size_t bytes) { asked += bytes; return __real_malloc(bytes); }
void *__wrap_calloc(size_t count, size_t bytes) { asked += count * bytes; return __real_calloc(count, bytes); }

enum { POINTS = 200, MOST = 12 };
static const struct problem *p;
static int n, m, points = POINTS; /* and steps */
static double x[POINTS * MOST], xb[POINTS * MOST], y[MOST], yb[MOST], s, sb;
static double jacobian[MOST * MOST], right[MOST * MOST], identity[MOST * MOST], stepped[MOST];

/* Row by row, as in C. */
static double entry(const double *of, int i, int k) {
#ifdef FORTRAN
  return of[k * m + i];
#else
  return of[i * n + k];
#endif
}

static double worst(double so_far, double distance) { return distance <= so_far ? so_far : distance; /* a NaN stays */ }

static double compare_jacobian(const double *of, int by_rows) {
  double far = 0.0;
  for (int i = 0; i < m; i++) {
    double largest = 1e-300, distance = 0.0;
    for (int k = 0; k < n; k++) {
      double is = by_rows ? of[i * n + k] : entry(of, i, k);
      largest = fmax(largest, fabs(entry(right, i, k)));
      distance = worst(distance, fabs(is - entry(right, i, k)));
    }
    far = worst(far, distance / largest);
  }
  return far;
}

static double compare_adjoint(const double *is, const double *seed) {
  double far = 0.0;
  for (int k = 0; k < n; k++) {
    double expected = 0.0, size = 1e-300;
    for (int i = 0; i < m; i++) {
      expected += entry(right, i, k) * seed[i];
      size += fabs(entry(right, i, k) * seed[i]);
    }
    far = worst(far, fabs(is[k] - expected) / size);
  }
  return far;
}

/* Of fourth order: accurate to ten digits where the kernel is smooth. */
static double compare_differences(int at) {
  double near[MOST], by_differences[MOST * MOST], f[4][MOST];
  memcpy(near, x + n * at, n * sizeof *near);
  for (int k = 0; k < n; k++) {
    const double steps[4] = {1.0, -1.0, 2.0, -2.0};
    double h = 1e-3 * fmax(fabs(near[k]), 0.1);
    for (int d = 0; d < 4; d++) {
      near[k] = x[n * at + k] + steps[d] * h;
      ORIGINAL(near, p->c, f[d]);
    }
    near[k] = x[n * at + k];
    for (int i = 0; i < m; i++)
      by_differences[i * n + k] = (8.0 * (f[0][i] - f[1][i]) - (f[2][i] - f[3][i])) / (12.0 * h);
  }
  return compare_jacobian(by_differences, 1);
}

enum kind { KERNEL, SUM_KERNEL, STEPS_KERNEL, ADJOINT, SUM_ADJOINT, STEPS_ADJOINT, JACOBIAN, VECTOR };
static const char *const kinds[] = {"kernel",      "sum",           "steps",    "adjoint",
                                    "sum_adjoint", "steps_adjoint", "jacobian", "jacobian"};
static struct way {
  enum kind kind;
  const char *name;
  void (*function)(void);
  double far, best;
  size_t bytes;
} ways[] = {
    {KERNEL, "original", (void (*)(void))ORIGINAL, 0.0, INFINITY, 0},
    {SUM_KERNEL, "original", (void (*)(void))SUM, 0.0, INFINITY, 0},
#ifdef STEPS
    {STEPS_KERNEL, "original", (void (*)(void))STEPS, 0.0, INFINITY, 0},
#endif
#define X(name, function) {ADJOINT, #name, (void (*)(void))function, 0.0, INFINITY, 0},
    ADJOINTS
#undef X
#define X(name, function) {SUM_ADJOINT, #name, (void (*)(void))function, 0.0, INFINITY, 0},
    SUM_ADJOINTS
#undef X
#define X(name, function) {STEPS_ADJOINT, #name, (void (*)(void))function, 0.0, INFINITY, 0},
    STEP_ADJOINTS
#undef X
#define X(name, function) {JACOBIAN, #name, (void (*)(void))function, 0.0, INFINITY, 0},
    JACOBIANS
#undef X
#define X(name, function) {VECTOR, #name, (void (*)(void))function, 0.0, INFINITY, 0},
    VECTORS
#undef X
};
enum { WAYS = sizeof ways / sizeof *ways };

static void seed(int at) {
  for (int i = 0; i < m; i++)
    yb[i] = cos(1.0 + at + i);
}

/* The first is by hand, which is compared with differences along a direction. */
static double compare_steps(const double *is, int first) {
  double far = 0.0;
  if (!first) {
    for (int k = 0; k < n; k++)
      far = worst(far, fabs(is[k] - stepped[k]) / (1e-3 + fabs(stepped[k])));
    return far;
  }
  memcpy(stepped, is, sizeof stepped);
#ifdef STEPS
  double near[MOST], value[2], expected = 0.0, size = 0.0, h = 1e-5;
  for (int d = 0; d < 2; d++) {
    for (int k = 0; k < n; k++)
      near[k] = x[k] * (1.0 + (d ? h : -h) * cos(k));
    STEPS(GIVEN(points), near, p->c, &value[d]);
  }
  for (int k = 0; k < n; k++) {
    expected += is[k] * x[k] * cos(k);
    size += fabs(is[k] * x[k]);
  }
  double difference = fabs((value[1] - value[0]) / (2.0 * h) - expected / 0.7);
  far = difference > 1e-7 * size ? difference / size : 0.0;
#endif
  return far;
}

static void check(void) {
  double far = 0.0, kept[MOST], values[MOST];
  for (int at = 0; at < 20; at++) {
    const double *here = x + n * at;
    HAND(here, p->c, values, right);
    far = worst(far, compare_differences(at));
    ORIGINAL(here, p->c, y);
    for (int i = 0; i < m; i++)
      far = worst(far, fabs(y[i] - values[i]) / (1e-3 + fabs(y[i])));
    for (int w = 0; w < WAYS; w++) {
      seed(at);
      memcpy(kept, yb, sizeof kept);
      memset(xb, 0, sizeof xb);
      memset(jacobian, 0x7f, sizeof jacobian);
      double distance = 0.0;
      switch (ways[w].kind) {
      case ADJOINT:
        ((Adjoint *)ways[w].function)(here, xb, p->c, y, yb);
        distance = compare_adjoint(xb, kept);
        break;
      case JACOBIAN:
        ((Jacobian *)ways[w].function)(here, p->c, y, jacobian);
        distance = compare_jacobian(jacobian, 0);
        break;
      case VECTOR:
        ((Vector *)ways[w].function)(here, identity, p->c, y, jacobian);
        distance = compare_jacobian(jacobian, 1);
        break;
      case SUM_ADJOINT:
        sb = 0.7;
        ((SumAdjoint *)ways[w].function)(GIVEN(points), x, xb, p->c, &s, &sb);
        for (int i = 0; i < m; i++)
          kept[i] = 0.7 * values[i];
        distance = compare_adjoint(xb + n * at, kept);
        break;
      case STEPS_ADJOINT:
        sb = 0.7;
        ((SumAdjoint *)ways[w].function)(GIVEN(points), x, xb, p->c, &s, &sb);
        distance = compare_steps(xb, ways[w - 1].kind != STEPS_ADJOINT);
        break;
      default:
        break;
      }
      ways[w].far = worst(ways[w].far, distance);
    }
  }
  printf("check differences 0 %.3g 0\n", far);
}

static void evaluate(const struct way *w) {
  switch (w->kind) {
  case SUM_KERNEL:
    SUM(GIVEN(points), x, p->c, &s);
    return;
#ifdef STEPS
  case STEPS_KERNEL:
    STEPS(GIVEN(points), x, p->c, &s);
    return;
#endif
  case SUM_ADJOINT:
  case STEPS_ADJOINT:
    sb = 1.0;
    ((SumAdjoint *)w->function)(GIVEN(points), x, xb, p->c, &s, &sb);
    return;
  default:
    break;
  }
  for (int at = 0; at < POINTS; at++) {
    const double *here = x + n * at;
    switch (w->kind) {
    case KERNEL:
      ORIGINAL(here, p->c, y);
      break;
    case ADJOINT:
      for (int i = 0; i < m; i++)
        yb[i] = 1.0;
      ((Adjoint *)w->function)(here, xb + n * at, p->c, y, yb);
      break;
    case JACOBIAN:
      ((Jacobian *)w->function)(here, p->c, y, jacobian);
      break;
    default:
      ((Vector *)w->function)(here, identity, p->c, y, jacobian);
      break;
    }
  }
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

int main(int argc, char **argv) {
  if (argc != 4 || !(p = find_problem(argv[1])))
    return 2;
  int rounds = atoi(argv[2]);
  double sample = atof(argv[3]) / 1000.0;
  n = p->inputs;
  m = p->outputs;
  for (int at = 0; at < POINTS; at++)
    for (int k = 0; k < n; k++)
      x[n * at + k] = p->x[k] * (1.0 + p->spread * sin(1.0 + 3.0 * at + 7.0 * k));
  for (int k = 0; k < n; k++)
    identity[k * n + k] = 1.0;
  check();
  memset(xb, 0, sizeof xb);
  for (int r = 0; r < rounds; r++)
    for (int w = 0; w < WAYS; w++) {
      double start = now(), end;
      int calls = 0;
      do {
        asked = 0;
        evaluate(&ways[w]);
        ways[w].bytes = asked;
        calls++;
        end = now();
      } while (end - start < sample);
      ways[w].best = fmin(ways[w].best, (end - start) / calls);
    }
  for (int w = 0; w < WAYS; w++)
    printf("%s %s %.3f %.3g %zu\n", kinds[ways[w].kind], ways[w].name, 1e9 * ways[w].best / POINTS, ways[w].far,
           ways[w].bytes);
  return 0;
}
