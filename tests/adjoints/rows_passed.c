/* Matrices passed as vectors: what lies behind a row is in the next. */
/* head: f(x)>(y) */
/* at: {"x": [0.3, 0.7, 0.2], "y": [0]} */
static double corner(const double *p, int k) { return p[0] * p[8] + p[k] * p[k]; }
static void put(double *p, int k, double v) { p[k] = v * p[k]; p[5] = p[5] * v; }
void f(const double *x, double *y) {
  double a[3][3];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      a[i][j] = x[i] * x[j] + i;
  for (int t = 0; t < 3; t++) {
    a[1][t] = a[1][t] * a[0][t];
    put(&a[0][0], 3 + t, x[t]);
    *y += corner(&a[0][0], 6 + t) * corner(a[0], 3 + t);
    a[2][t] = a[2][t] * a[1][t];
    *y += a[2][2] * a[1][2];
  }
}
