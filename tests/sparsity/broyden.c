/* head: broyden(x)>(y) */
void broyden(int n, const double *x, double *y)
{
  for (int i = 0; i < n; i++) {
    double t = (3.0 - 2.0 * x[i]) * x[i] + 1.0;
    if (i > 0)
      t -= x[i - 1];
    if (i < n - 1)
      t -= 2.0 * x[i + 1];
    y[i] = t;
  }
}
