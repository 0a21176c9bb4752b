/* Extended Rosenbrock function, n even. */
void rosenbrock(int n, const double *x, double *f)
{
  *f = 0.0;
  for (int i = 0; i < n - 1; i += 2) {
    double curve = x[i + 1] - x[i] * x[i], slope = 1.0 - x[i];
    *f += 100.0 * curve * curve + slope * slope;
  }
}
