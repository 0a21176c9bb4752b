/* The weight is another when the sum is given over.
   head: unsettled(x)>(unsettled) */
double unsettled(int n, const double *x)
{
  double s = 0.0, weight = 1.0;
  for (int i = 1; i < n; i++) {
    s += x[i] * x[i - 1];
    weight = weight + 1.0;
  }
  double f = weight * s;
  return f;
}
