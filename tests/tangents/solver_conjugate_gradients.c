/* Conjugate gradients with a fixed number of steps.
   head: solve(b,k)>(x)
   size: n=6 */
static double dot(int n, const double *a, const double *b)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * b[i];
  return s;
}

static void apply(int n, double k, const double *p, double *q)
{
  for (int i = 0; i < n; i++) {
    q[i] = (2 + k) * p[i];
    if (i > 0)
      q[i] -= p[i - 1];
    if (i < n - 1)
      q[i] -= p[i + 1];
  }
}

void solve(int n, const double *b, double k, double *x)
{
  double r[n], p[n], q[n];
  for (int i = 0; i < n; i++) {
    x[i] = 0;
    r[i] = p[i] = b[i];
  }
  double rho = dot(n, r, r);
  for (int step = 0; step < 3; step++) {
    apply(n, k, p, q);
    double alpha = rho / dot(n, p, q), old = rho;
    for (int i = 0; i < n; i++) {
      x[i] += alpha * p[i];
      r[i] -= alpha * q[i];
    }
    rho = dot(n, r, r);
    for (int i = 0; i < n; i++)
      p[i] = r[i] + rho / old * p[i];
  }
}
