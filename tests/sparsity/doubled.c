/* The sum is doubled on the way.
   head: doubled(x)>(doubled)
   says: 'doubled' is no sum of terms that is recognised */
double doubled(int n, const double *x)
{
  double f = 0.0;
  for (int i = 1; i < n; i++) {
    f += x[i] * x[i - 1];
    f = 2.0 * f;
  }
  return f;
}
