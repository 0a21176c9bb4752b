/* What one sum collected is dropped in some runs: no row of its own; the other has rows.
   head: dropped(x)>(dropped) */
double dropped(int n, const double *x)
{
  double s = 0.0, f = 0.0;
  for (int i = 1; i < n; i++)
    s += x[i] * x[i - 1];
  if (x[0] > 0.0)
    s = 0.0;
  for (int i = 0; i < n; i++)
    f += x[i] * x[i];
  f += s * s + s;
  return f;
}
