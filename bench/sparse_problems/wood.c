/* Chained Wood function, n a multiple of 4. */
void wood(int n, const double *x, double *f)
{
  *f = 1.0;
  for (int i = 0; i < n - 3; i += 2) {
    double a = x[i] * x[i] - x[i + 1], b = 1.0 - x[i];
    double c = x[i + 2] * x[i + 2] - x[i + 3], d = 1.0 - x[i + 2];
    double e = x[i + 1] + x[i + 3] - 2.0, g = x[i + 1] - x[i + 3];
    *f += 100.0 * a * a + b * b + 90.0 * c * c + d * d + 10.0 * e * e + 0.1 * g * g;
  }
}
