/* Compares, for every head in a table (Fortran, with a plan), its sparse Jacobian with its tangents: at the point of the
   plan, and at another one, where it may instead say that the plan does not fit. `-` begins a head. Argument: the index of
   the head to begin with. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "costate_sparse.h"

enum { SIZE = 9 }; /* x, s, y */
typedef void Tangent(const int *, double *, double *, double *, double *, double *, double *);
typedef void Plan(const int *, double *, double *, double *, int *);
typedef void Jacobian(const int *, const int *, double *, double *, double *, double *, int *);
typedef void Any(void);
struct head {
  const char *name;
  const char *in, *out; /* which of x, s, y, in this order */
  Any *tangent, *plan, *jacobian;
};
extern const struct head heads[];
extern const int count;

static const int four = 4;

/* The components that letters stand for. */
static int components(const char *letters, int *out) {
  int n = 0;
  for (const char *c = letters; *c; c++) {
    int first = *c == 'x' ? 0 : *c == 's' ? 4 : 5, last = *c == 'x' ? 4 : *c == 's' ? 5 : SIZE;
    for (int i = first; i < last; i++)
      out[n++] = i;
  }
  return n;
}

static void compare(const struct head *h, const double *at, int plan, int isPlanned) {
  int in[SIZE], out[SIZE], starts[SIZE + 1], indices[SIZE * SIZE], status;
  int columns = components(h->in, in), rows = components(h->out, out);
  double v[SIZE], values[SIZE * SIZE], dense[SIZE][SIZE] = {{0}}, largest = 0;
  memcpy(v, at, sizeof v);
  ((Jacobian *)h->jacobian)(&plan, &four, v, v + 4, v + 5, values, &status);
  if (costate_plan_rows(plan) != rows || costate_plan_columns(plan) != columns)
    printf("tangent %s has a plan of another size\n", h->name);
  costate_plan_pattern(plan, 0, starts, indices);
  for (int i = 0; i < rows; i++)
    for (int k = starts[i]; k < starts[i + 1]; k++)
      dense[i][indices[k]] = values[k];
  for (int pass = 0; pass < 2; pass++)
    for (int j = 0; j < columns; j++) {
      double d[SIZE] = {0};
      memcpy(v, at, sizeof v);
      d[in[j]] = 1;
      ((Tangent *)h->tangent)(&four, v, d, v + 4, d + 4, v + 5, d + 5);
      for (int i = 0; i < rows; i++) {
        if (!isfinite(d[out[i]]) || fabs(d[out[i]]) > 1e6)
          return;
        if (pass == 0 && fabs(d[out[i]]) > largest)
          largest = fabs(d[out[i]]);
        if (pass == 1 && (isPlanned || !status) && !(fabs(d[out[i]] - dense[i][j]) <= 1e-9 * (1 + largest))) {
          printf("tangent %s row %d column %d is %.12g, not %.12g\n", h->name, i, j, d[out[i]], dense[i][j]);
          return;
        }
      }
    }
  if (status && isPlanned)
    printf("tangent %s status %d where it was planned\n", h->name, status);
}

int main(int argc, char **argv) {
  for (int k = argc > 1 ? atoi(argv[1]) : 0; k < count; k++) {
    printf("- %d\n", k);
    fflush(stdout);
    alarm(5);
    int plan = 0;
    for (int point = 0; point < 2; point++) {
      double at[SIZE], v[SIZE];
      for (int i = 0; i < SIZE; i++)
        at[i] = v[i] = 0.2 + sin(37.0 * i + 11.0 * point + 3.0) * (point ? 0.9 : 0.6);
      if (!plan)
        ((Plan *)heads[k].plan)(&four, v, v + 4, v + 5, &plan);
      compare(&heads[k], at, plan, !point);
    }
    costate_plan_free(plan);
    fflush(stdout);
  }
  printf("end\n");
  return 0;
}
