/* Compares, for every head in a table: its tangent with divided differences, and its adjoint (with VECTOR, its tangent of
   nine directions) with its tangent, component by component. Prints a line for each disagreement; `-` begins a head, so that a
   crash is known to be its. Arguments: the index of the head to begin with, and of one to end before. */
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SIZE = 9 }; /* x, s, y */
typedef void Plain(int, double *, double *, double *);
typedef void Derived(int, double *, double *, double *, double *, double *, double *);
typedef void PlainFortran(const int *, double *, double *, double *);
typedef void DerivedFortran(const int *, double *, double *, double *, double *, double *, double *);
typedef void Any(void);
struct head {
  const char *name;
  int fortran;
  const char *in, *out; /* which of x, s, y */
  Any *plain, *tangent, *adjoint;
};
extern const struct head heads[];
extern const int count;

static const int four = 4;
static const int start[] = {0, 4, 5, SIZE};

static void run(const struct head *h, double *v) {
  if (h->fortran)
    ((PlainFortran *)h->plain)(&four, v, v + 4, v + 5);
  else
    ((Plain *)h->plain)(4, v, v + 4, v + 5);
}

static void derive(const struct head *h, Any *f, double *v, double *d, int directions) {
  double *s = d + 4 * directions, *y = d + 5 * directions;
  if (h->fortran)
    ((DerivedFortran *)f)(&four, v, d, v + 4, s, v + 5, y);
  else
    ((Derived *)f)(4, v, d, v + 4, s, v + 5, y);
}

static int has(const char *names, int component) {
  const char *order = "xsy";
  for (int i = 0; i < 3; i++)
    if (component >= start[i] && component < start[i + 1])
      return strchr(names, order[i]) != NULL;
  return 0;
}

static double norm(const double *v, int n) {
  double largest = 0;
  for (int i = 0; i < n; i++)
    if (!(fabs(v[i]) <= largest))
      largest = isfinite(v[i]) ? fabs(v[i]) : INFINITY;
  return largest;
}

/* The column of the Jacobian by differences with a step. */
static void difference(const struct head *h, const double *at, int column, double step, double *out) {
  double up[SIZE], down[SIZE];
  memcpy(up, at, sizeof up);
  memcpy(down, at, sizeof down);
  up[column] += step;
  down[column] -= step;
  run(h, up);
  run(h, down);
  for (int i = 0; i < SIZE; i++)
    out[i] = (up[i] - down[i]) / (2 * step);
}

/* The Jacobian by the derivative that is compared with the tangent. */
static void derive_other(const struct head *h, const double *at, double columns[SIZE][SIZE]) {
  double v[SIZE];
#ifdef VECTOR
  double d[SIZE][SIZE] = {{0}};
  for (int j = 0; j < SIZE; j++)
    d[j][j] = has(h->in, j);
  memcpy(v, at, sizeof v);
  derive(h, h->adjoint, v, d[0], SIZE);
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++)
      columns[j][i] = d[i][j];
#else
  for (int i = 0; i < SIZE; i++) {
    double b[SIZE] = {0};
    memcpy(v, at, sizeof v);
    if (has(h->out, i)) {
      b[i] = 1;
      derive(h, h->adjoint, v, b, 1);
    }
    for (int j = 0; j < SIZE; j++)
      columns[j][i] = b[j];
  }
#endif
}

static void compare(const struct head *h, const double *at) {
  double tangent[SIZE][SIZE], adjoint[SIZE][SIZE], v[SIZE];
  static const char *names[SIZE] = {"x[0]", "x[1]", "x[2]", "x[3]", "s", "y[0]", "y[1]", "y[2]", "y[3]"};
  memcpy(v, at, sizeof v);
  feclearexcept(FE_OVERFLOW);
  run(h, v);
  double size = norm(v, SIZE);
  if (!(size < 1e5) || fetestexcept(FE_OVERFLOW)) { /* zero times infinity is nobody's derivative */
    printf("large %s\n", h->name);
    return;
  }
  for (int j = 0; j < SIZE; j++) {
    double d[SIZE] = {0};
    memcpy(v, at, sizeof v);
    if (has(h->in, j)) {
      d[j] = 1;
      derive(h, h->tangent, v, d, 1);
    }
    memcpy(tangent[j], d, sizeof d);
  }
  double scale = norm(&tangent[0][0], SIZE * SIZE);
  derive_other(h, at, adjoint);
  int kinks = 0, wrong = 0;
  for (int j = 0; j < SIZE && scale < 1e6; j++) {
    double coarse[SIZE], fine[SIZE], finest[SIZE];
    if (!has(h->in, j))
      continue;
    difference(h, at, j, 1e-4, coarse);
    difference(h, at, j, 5e-5, fine);
    difference(h, at, j, 1e-5, finest);
    for (int i = 0; i < SIZE; i++) {
      double best = (4 * fine[i] - coarse[i]) / 3, spread = fabs(fine[i] - coarse[i]) + fabs(fine[i] - finest[i]);
      if (!has(h->out, i))
        continue;
      if (!(spread < 1e-4 * (1 + fabs(best))))
        kinks++;
      else if (!(fabs(best - tangent[j][i]) < 1e-6 * (1 + fabs(best)) + 20 * spread) && !wrong++)
        printf("tangent %s d%s/d%s: tangent %.12g, differences %.12g, adjoint %.12g\n", h->name, names[i],
               names[j], tangent[j][i], best, adjoint[j][i]);
    }
  }
  if (kinks)
    printf("kinks %s\n", h->name);
  for (int j = 0; j < SIZE && !wrong; j++)
    for (int i = 0; i < SIZE && !wrong; i++)
      if (has(h->in, j) && has(h->out, i) &&
          !(fabs(tangent[j][i] - adjoint[j][i]) <= 1e-10 * (scale + 1))) {
        printf("adjoint %s d%s/d%s: tangent %.12g, adjoint %.12g\n", h->name, names[i], names[j],
               tangent[j][i], adjoint[j][i]);
        wrong = 1;
      }
}

int main(int argc, char **argv) {
  int first = argc > 1 ? atoi(argv[1]) : 0, last = argc > 2 ? atoi(argv[2]) : count;
  for (int k = first; k < last; k++) {
    printf("- %d\n", k);
    fflush(stdout);
    alarm(5);
    for (int point = 0; point < 2; point++) {
      double at[SIZE];
      for (int i = 0; i < SIZE; i++)
        at[i] = 0.2 + sin(37.0 * i + 11.0 * point + 3.0) * (point ? 0.9 : 0.6);
      clock_t begun = clock();
      double v[SIZE];
      memcpy(v, at, sizeof v);
      run(&heads[k], v);
      if (clock() - begun > CLOCKS_PER_SEC / 50) {
        printf("long %s\n", heads[k].name);
        break;
      }
      compare(&heads[k], at);
    }
    fflush(stdout);
  }
  printf("end\n");
  return 0;
}
