/* Compares, for every function in a table, the gradient by its plan with its tangents, at two points. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "costate_sparse.h"

enum { N = 8 };
typedef void Any(void);
struct function {
  const char *name;
  int fortran, isSum;
  Any *plan, *evaluate, *tangent;
};
extern const struct function functions[];
extern const int count;

static int planOf(const struct function *f, const double *x) {
  int plan;
  if (!f->fortran)
    return ((int (*)(const double *, int))f->plan)(x, N);
  ((void (*)(const double *, int *))f->plan)(x, &plan);
  return plan;
}

static int evaluate(const struct function *f, int plan, const double *x, double *values) {
  double value;
  int status;
  if (!f->fortran)
    return ((int (*)(int, const double *, int, double *, double *))f->evaluate)(plan, x, N, &value, values);
  ((void (*)(int *, const double *, double *, double *, int *))f->evaluate)(&plan, x, &value, values, &status);
  return status;
}

static void compare(const struct function *f, const double *x) {
  double values[N] = {0}, gradient[N] = {0}, value;
  int starts[2], columns[N];
  int plan = planOf(f, x), status = evaluate(f, plan, x, values);
  if (status)
    printf("wrong %s status %d\n", f->name, status);
  if (f->isSum) {
    for (int j = 0; j < N; j++)
      gradient[j] = values[j];
  } else {
    costate_plan_pattern(plan, 0, starts, columns);
    for (int k = 0; k < starts[1]; k++)
      gradient[columns[k]] = values[k];
  }
  costate_plan_free(plan);
  for (int j = 0; j < N; j++) {
    double xd[N] = {0};
    xd[j] = 1;
    double d = ((double (*)(const double *, const double *, double *))f->tangent)(x, xd, &value);
    if (!(fabs(d - gradient[j]) <= 1e-9 * (1 + fabs(d)))) {
      printf("wrong %s df/dx[%d] is %.12g, not %.12g\n", f->name, j, d, gradient[j]);
      return;
    }
  }
}

int main(void) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  for (int k = 0; k < count; k++)
    for (int point = 0; point < 2; point++) {
      double x[N];
      for (int j = 0; j < N; j++)
        x[j] = 0.5 + 0.4 * sin(17.0 * j + 5.0 * point + 1.0);
      compare(&functions[k], x);
    }
  printf("end\n");
  return 0;
}
