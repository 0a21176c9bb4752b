// Functions that return what others return, and nobody needs: their forward sweeps return nothing.
// head: run(x)>(y)
static int inner(double x, double *r);

static int middle(double x, double *r) {
  *r = 0.0;
  if (x < 0.0) {
    *r = x;
    return 1;
  }
  while (*r < 2.0)
    *r = 1.5 * *r + x * x + 0.5;
  return inner(x * *r, r);
}

static int outer(double x, double *r) {
  if (x > 100.0)
    return 2;
  return middle(x + 0.5, r);
}

static int inner(double x, double *r) {
  if (x < 1e-3)
    return 3;
  while (*r > 2.0)
    *r *= 0.5 * x / (1.0 + x);
  *r = *r * *r;
  return 0;
}

void run(double x, double *y) {
  double r = 0.0, q = 0.0;
  int s = outer(x, &r);
  int t = outer(x * r, &q);
  *y = r * q;
  if (s + t > 7)
    s = t;
}
