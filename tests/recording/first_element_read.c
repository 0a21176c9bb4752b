/* A callee reads the first element of a work array even where the loop that filled it may not have run. It runs in all
   iterations if it runs in one, so both sweeps are in one loop, and nothing of the points is kept.
   head: total(x)>(s)
   lacks: _kept */
static double norm(int d, const double *w) {
  double sum = w[0] * w[0];
  for (int i = 1; i < d; i++)
    sum += w[i] * w[i];
  return sum;
}

static void subtract(int d, const double *x, const double *y, double *out) {
  for (int i = 0; i < d; i++)
    out[i] = x[i] - y[i];
}

void total(int n, int d, const double *x, const double *center, double *w, double *s) {
  *s = 0.0;
  for (int j = 0; j < n; j++) {
    subtract(d, x + j * d, center, w);
    double length = norm(d, w);
    *s += length * length;
  }
}
