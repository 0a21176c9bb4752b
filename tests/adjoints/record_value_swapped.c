/* A record passed by value whose pointer the function changes: the adjoint's own copy points where the
   caller's does.
   head: f(x)>(y)
   at: {"n": 3, "x": [0.4, 0.7, 1.1], "y": [0, 0, 0]} */
struct pair {
  double *p, *q;
  double weight;
};

static double fold(struct pair r, int i) {
  double *swapped = r.p;
  r.p = r.q;
  r.q = swapped;
  r.weight = r.weight * r.p[i];
  return r.weight * r.p[i] + r.q[i] * r.q[i];
}

void f(int n, double *x, double *y) {
  double w[3];
  for (int i = 0; i < n && i < 3; i++)
    w[i] = x[i] * x[i];
  struct pair r = {x, w, 0.5};
  for (int i = 0; i < n && i < 3; i++)
    y[i] = fold(r, i) + r.weight;
}
