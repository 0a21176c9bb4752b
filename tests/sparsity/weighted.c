/* Sums that are given over with factors, one of them in a loop; a weight that is computed before.
   head: weighted(x)>(weighted)
   says: the gradient of the sum 'weighted' takes 90 operations */
double weighted(int n, const double *x)
{
  double weight = 0.25 * n, s = 0.0, t = x[3];
  for (int i = 1; i < n; i++) {
    double inner = 0.0;
    s -= x[i] * x[i - 1];
    for (int k = 0; k < 2; k++)
      inner += x[i - k] * x[i];
    t += inner / 3.0;
  }
  double f = weight * s - 2.0 * t;
  for (int i = 0; i < n; i++)
    f += x[i];
  return f;
}
