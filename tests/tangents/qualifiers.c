/* const, restrict, inline, register and volatile.
   head: axpby(a,x)>(y)
   size: n=6 */
static inline double twice(const double v) { return 2 * v; }

void axpby(int n, const double a, const double *restrict x, double *restrict y)
{
  register double r = a;
  volatile double v = a * a;
  const double c = twice(a) + v;
  for (int i = 0; i < n; i++) {
    const double t = c * x[i];
    y[i] = t * r + y[i];
    r = t;
  }
}
