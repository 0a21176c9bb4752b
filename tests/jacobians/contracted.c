/* Calls that cannot be flattened in, with loops of unknown length: scalars by value, arrays that are read, changed, or only partly written,
   rows of a matrix, the same array read twice, in a branch, twice in one statement.
   head: model(x)>(y)
   says: series_dv(
   says: turn_dv( */
#include <math.h>

static double series(int n, double x) {
  double sum = 0.0, term = 1.0;
  for (int i = 1; i <= n; i++) {
    term *= x / i;
    sum += term;
  }
  return sum;
}

static void turn(int n, const double a[2], double v[3], int *steps) {
  for (int i = 0; i < n; i++) {
    double t = v[0] * a[0] - v[1] * a[1];
    v[1] = v[0] * a[1] + v[1] * a[0];
    v[0] = t;
    v[2] += 0.25 * sin(v[0]);
    ++*steps;
  }
}

static void clip(int n, double limit, double *v) {
  for (int i = 0; i < n; i++)
    if (v[i] > limit)
      v[i] = limit * limit;
}

static double dot(int n, const double *a, const double *b) {
  double sum = 0.0;
  for (int i = 0; i < n; i++)
    sum += a[i] * b[i] * (i + 1);
  return sum;
}

static void mix(int n, double m[2][3], const double w[3]) {
  for (int k = 0; k < n; k++)
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 3; j++)
        m[i][j] = m[i][j] * 0.5 + w[j] * m[1 - i][j];
}

void model(int n, const double x[3], double y[3]) {
  double a[2], v[3], m[2][3] = {{x[0], 1.0, x[1]}, {2.0, x[2], x[0] * x[1]}};
  int steps = 0;
  a[0] = cos(x[0]);
  a[1] = sin(x[0]);
  v[0] = x[1] * x[2];
  v[1] = series(n, x[1] * 0.5) + series(n, x[2]);
  v[2] = x[2];
  turn(n, a, v, &steps);
  clip(n - 2, x[2], &v[1]);
  y[0] = v[0] * v[1] * x[0] * steps;
  if (x[0] > x[1])
    y[1] = series(n + 1, v[0]);
  else
    y[1] = dot(n - 1, v, v);
  mix(n, m, v);
  y[1] += m[0][1] + dot(n - 2, m[1], x + 1);
  y[2] = m[1][2] * v[2] + series(n, 0.5);
}
