/* Times the sparse derivatives of one problem, PROBLEM, by the procedures that costate wrote, and compares them with
   its adjoint (a sum) or its tangent (a system). FORTRAN: it is a Fortran subroutine; SYSTEM: there are as many
   results as unknowns; SQUARE: n is the side of a grid of unknowns. Argument: how many unknowns.
   Prints: unknowns, seconds of the function, of the pattern, of the colouring, of the derivatives, of the adjoint or
   one tangent, colours, nonzeros and the largest relative difference. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "costate_sparse.h"

#define PASTE(a, b) a##b
#define NAME(a, b) PASTE(a, b)
#ifdef FORTRAN
#define PROCEDURE(suffix) NAME(PROBLEM, NAME(suffix, _))
#define N &n
typedef const int *Int;
#else
#define PROCEDURE(suffix) NAME(PROBLEM, suffix)
#define N n
typedef int Int;
#endif

void PROCEDURE()(Int, const double *, double *);
void PROCEDURE(_s)(Int, const double *, int *, double *, int *);
#ifdef SYSTEM
void PROCEDURE(_d)(Int, const double *, const double *, double *, double *);
void PROCEDURE(_jacobian)(const int *, Int, const double *, double *, double *, int *);
#else
void PROCEDURE(_b)(Int, const double *, double *, double *, double *);
#ifdef FORTRAN
void PROCEDURE(_gradient)(const int *, Int, const double *, double *, double *, int *);
#else
int PROCEDURE(_gradient)(int, int, const double *, int, double *, double *);
#endif
#endif

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); /* other programs may run */
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

static int derivatives(int plan, int n, int unknowns, const double *x, double *f, double *values) {
  int status = 0;
  (void)unknowns;
#if defined SYSTEM
  PROCEDURE(_jacobian)(&plan, N, x, f, values, &status);
#elif defined FORTRAN
  PROCEDURE(_gradient)(&plan, N, x, f, values, &status);
#else
  status = PROCEDURE(_gradient)(plan, n, x, unknowns, f, values);
#endif
  return status;
}

static void compared(double a, double b, double *largest, double *difference) {
  if (fabs(b) > *largest)
    *largest = fabs(b);
  if (fabs(a - b) > *difference)
    *difference = fabs(a - b);
}

int main(int argc, char **argv) {
  int unknowns = argc > 1 ? atoi(argv[1]) : 1000;
#ifdef SQUARE
  int n = (int)(sqrt(unknowns) + 0.5);
  unknowns = n * n;
#else
  int n = unknowns;
#endif
#ifdef SYSTEM
  int results = unknowns;
#else
  int results = 1;
#endif
  double *x = malloc(unknowns * sizeof *x), *f = calloc(results, sizeof *f);
  double *shadow = calloc(unknowns, sizeof *shadow), *other = calloc(results, sizeof *other);
  int *xs = malloc(unknowns * sizeof *xs), *fs = calloc(results, sizeof *fs);
  for (int i = 0; i < unknowns; i++)
    x[i] = 0.5 + sin(1.0 + i);
  double begun = now();
  PROCEDURE()(N, x, f);
  double function = now() - begun;

  begun = now();
  costate_seed_sets(1, unknowns, xs);
  PROCEDURE(_s)(N, x, xs, f, fs);
  costate_rows(results, fs);
  double pattern = now() - begun;
  begun = now();
  int plan = costate_plan(unknowns);
  double colouring = now() - begun;

  int nonzeros = costate_plan_nonzeros(plan);
  double *values = calloc(nonzeros > unknowns ? nonzeros : unknowns, sizeof *values);
  double best = 1e9;
  for (int k = 0; k < 3; k++) {
    begun = now();
    int status = derivatives(plan, n, unknowns, x, f, values);
    if (now() - begun < best)
      best = now() - begun;
    if (status != 0) {
      fprintf(stderr, "row %d is not as planned\n", status);
      return 1;
    }
  }

  double largest = 0, difference = 0, peer = 0;
#ifdef SYSTEM
  int *starts = malloc((results + 1) * sizeof *starts), *columns = malloc(nonzeros * sizeof *columns);
  costate_plan_pattern(plan, 0, starts, columns);
  for (int i = 0; i < unknowns; i++)
    shadow[i] = cos(3.0 * i);
  begun = now();
  PROCEDURE(_d)(N, x, shadow, f, other);
  peer = now() - begun;
  for (int i = 0; i < results; i++) {
    double product = 0;
    for (int k = starts[i]; k < starts[i + 1]; k++)
      product += values[k] * shadow[columns[k]];
    compared(product, other[i], &largest, &difference);
  }
#else
  *other = 1;
  begun = now();
  PROCEDURE(_b)(N, x, shadow, f, other);
  peer = now() - begun;
  for (int i = 0; i < unknowns; i++)
    compared(values[i], shadow[i], &largest, &difference);
#endif
  printf("%d %g %g %g %g %g %d %d %g\n", unknowns, function, pattern, colouring, best, peer,
         costate_plan_colours(plan), nonzeros, difference / largest);
  return 0;
}
