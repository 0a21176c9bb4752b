/* Tables and numbers that are constants of a function and whose address a pointer may hold beside that of
   the input: their derivatives are zero.
   head: mixed(x)>(y)
   at: {"n": 3, "x": [0.4, 0.7, 1.1], "y": [0, 0, 0]} */
static double series(const double x) {
  const double c1 = -1.0 / 14.0, c2 = 1.0 / 504.0;
  const double *first = x > 0.5 ? &c1 : &x;
  return 1.0 + x * (*first + x * c2);
}

void mixed(int n, const double *x, double *y) {
  const double w[3] = {1.0, 2.0, 3.0};
  const double *p = n > 2 ? w : x;
  for (int i = 0; i < n; i++)
    y[i] = p[i] * x[i] * series(x[i]);
}
