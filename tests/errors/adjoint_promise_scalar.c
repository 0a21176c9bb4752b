double chain(int n, const double *x)
{
  double t = 1;
  /* $AD II-LOOP */
  for (int i = 0; i < n; i++)
    t = t * x[i] * t;
  return t;
}
