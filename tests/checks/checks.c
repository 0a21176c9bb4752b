/* Functions for the cases of tests/run_checks. */
#include <math.h>
#include <string.h>
#include <stdlib.h>

static double inside(double x) { return x * x; }

void crashes(int n, double x, double *y) {
  int *nothing = NULL;
  *y = x * x;
  if (n > 0)
    *nothing = n;
  *y += inside(x);
}

void opaque(double x, void *work, double *y) {
  *y = x * x;
  if (work == NULL)
    *y = 0;
}

void sums(int n, const double *x, double *y) {
  *y = 0;
  for (int i = 0; i < n; i++)
    *y += sin(x[i]);
}

void grows(int n, const double *x, double *y) {
  struct {
    double *work;
  } room;
  room.work = malloc(sizeof(double));
  *y = 0;
  room.work = realloc(room.work, n * sizeof(double));
  for (int i = 0; i < n; i++) {
    room.work[i] = x[i] * x[i];
    *y += room.work[i];
  }
  free(room.work);
}

/* Divides by a small step, which amplifies the rounding of its derivatives. */
void divides(const double *x, double *y) {
  const double step = 1e-8;
  for (int i = 0; i < 3; i++)
    y[i] = (exp(sin(x[i] + step) * x[i + 1]) - exp(sin(x[i]) * x[i + 1])) / step;
}

/* A number by reference, and a text that ends with a zero. */
double texts(const double *x, const int *n, const char *name) {
  double s = (double)strlen(name);
  for (int i = 0; i < *n; i++)
    s += x[i] * x[i];
  return s;
}
