/* Compares the Jacobian of one program with its plain tangents, column by column, and with central differences, at
   several points. The program is known by flat vectors x (independents) and y (dependents), see NAME_calls. Every entry
   has a value of its own before: what is not set is found. */
#include <math.h>
#include <stdio.h>

void sizes(int *columns, int *rows);
void original(const double *x, double *y);
void tangent(const double *x, const double *xd, double *yd);
/* Row by row. */
void jacobian(const double *x, double *y, double *entries);

#ifndef TOLERANCE
#define TOLERANCE 1e-12
#endif

enum { MOST = 100 };

static int differs(const char *what, int row, int column, double found, double expected, double tolerance) {
  if (fabs(found - expected) <= tolerance * (1 + fabs(expected)))
    return 0;
  printf("%s: %.17g instead of %.17g (row %d, column %d)\n", what, found, expected, row, column);
  return 1;
}

static void point(int number, int columns, double *x) {
  for (int j = 0; j < columns; j++)
    x[j] = 1.0 + 0.4 * sin(7.0 * j + 3.0 * number + 1.0);
}

int main(void) {
  int columns, rows, failed = 0;
  sizes(&columns, &rows);
  static double x[MOST], xd[MOST], y[MOST], yd[MOST], low[MOST], high[MOST], entries[MOST * MOST];
  double largest = 0;
  for (int number = 0; number < 5; number++) {
    point(number, columns, x);
    for (int i = 0; i < rows * columns; i++)
      entries[i] = 1e10 + i;
    jacobian(x, y, entries);
    point(number, columns, x);
    original(x, low);
    for (int i = 0; i < rows; i++)
      failed += differs("another result", i, 0, y[i], low[i], TOLERANCE);
    for (int j = 0; j < columns; j++) {
      point(number, columns, x);
      xd[j] = 1;
      tangent(x, xd, yd);
      xd[j] = 0;
      double h = 1e-6 * (1 + fabs(x[j]));
      point(number, columns, x);
      x[j] += h;
      original(x, high);
      point(number, columns, x);
      x[j] -= h;
      original(x, low);
      for (int i = 0; i < rows; i++) {
        double found = entries[i * columns + j];
        largest = fmax(largest, fabs(found));
        failed += differs("another derivative", i, j, found, yd[i], TOLERANCE);
#ifndef NO_DIFFERENCES
        failed += differs("another difference", i, j, found, (high[i] - low[i]) / (2 * h), 1e4 * fmax(TOLERANCE, 1e-10));
#endif
      }
    }
  }
  if (failed || (largest == 0 && rows > 0)) {
    printf("%d differences\n", failed);
    return 1;
  }
  printf("ok: %d rows, %d columns\n", rows, columns);
  return 0;
}
