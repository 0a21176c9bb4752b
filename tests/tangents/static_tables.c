// Tables that are not declared constant but never written: each file may have its own.
// head: evaluate(x)>(y)
static double weights[4] = {0.5, -1.25, 2, 0.75};
static double scale = 1.5;

static double polynomial(const double *c, int n, double x) {
  double p = 0;
  for (int i = n - 1; i >= 0; i--)
    p = p * x + c[i];
  return p;
}

void evaluate(const double x[2], double y[2]) {
  double *w = weights;
  y[0] = scale * polynomial(weights, 4, x[0]);
  y[1] = polynomial(w, 3, x[1]) * x[0] / weights[3];
}
