/* Compares the sparse derivatives of one program with its Jacobian from plain tangents, column by column, at several
   points. The program is known by flat vectors x (independents) and y (dependents), see NAME_calls. With EXACT, every
   entry of the pattern is a derivative that is not zero at one of the points. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "costate_sparse.h"

void sizes(int *columns, int *rows);
void prepare(const double *x, int *plan);
/* A sum: values is the gradient. */
int isSum(void);
void evaluate(int plan, const double *x, double *values, int *status);
void tangent(const double *x, const double *xd, double *yd);

#ifndef TOLERANCE
#define TOLERANCE 1e-12
#endif

static int fail(const char *what, int row, int column) {
  printf("%s (row %d, column %d)\n", what, row, column);
  return 1;
}

static void point(int number, int columns, double *x) {
  for (int j = 0; j < columns; j++)
    x[j] = 1.0 + 0.4 * sin(7.0 * j + 3.0 * number + 1.0);
}

int main(void) {
  int columns, rows, plan, status;
  sizes(&columns, &rows);
  double *x = malloc(columns * sizeof *x), *xd = calloc(columns, sizeof *xd), *yd = malloc(rows * sizeof *yd);
  point(0, columns, x);
  prepare(x, &plan);
  int planned = costate_plan_rows(plan), nonzeros = costate_plan_nonzeros(plan);
  if (costate_plan_columns(plan) != columns || (!isSum() && planned != rows))
    return fail("the plan has another size", planned, costate_plan_columns(plan));
  int *starts = malloc((planned + 1) * sizeof *starts), *indices = malloc(nonzeros * sizeof *indices + 1);
  int *used = calloc(nonzeros + 1, sizeof *used);
  double *values = malloc((nonzeros + columns) * sizeof *values);
  costate_plan_pattern(plan, 0, starts, indices);
  for (int number = 0; number < 3; number++) {
    point(number, columns, x);
    evaluate(plan, x, values, &status);
    if (status)
      return fail("the plan does not fit", status, number);
    for (int j = 0; j < columns; j++) {
      point(number, columns, x);
      xd[j] = 1;
      tangent(x, xd, yd);
      xd[j] = 0;
      for (int i = 0; i < rows; i++) {
        double found = isSum() ? values[j] : 0;
        for (int k = starts[i]; !isSum() && k < starts[i + 1]; k++)
          if (indices[k] == j) {
            found = values[k];
            used[k] |= found != 0;
          }
        if (!(fabs(found - yd[i]) <= TOLERANCE * (1 + fabs(yd[i])))) {
          printf("%g instead of %g: ", found, yd[i]);
          return fail("another derivative", i, j);
        }
      }
    }
  }
  for (int i = 0; i < rows && !isSum(); i++)
    for (int k = starts[i]; EXACT && k < starts[i + 1]; k++)
      if (!used[k])
        return fail("always zero", i, indices[k]);
  printf("ok: %d colours, %d nonzeros in %d rows\n", costate_plan_colours(plan), nonzeros, planned);
  costate_plan_free(plan);
  return 0;
}
