/* The same in C: independent by an index list; a scalar that carries a value is not believed.
   head: update(x)>(update)
   size: n=6 */
double update(int n, const double *x)
{
  double y[8], t = 1, sum = 0;
  for (int i = 0; i < n; i++)
    y[i] = x[i];
  /* $AD II-LOOP */
  for (int i = 0; i < n; i++) {
    int k = (i * 5 + 1) % n;
    y[k] = y[k] * y[k] * x[i];
  }
  /* $AD II-LOOP */
  for (int i = 0; i < n; i++) {
    t = t * y[i];
    sum += t * x[i];
  }
  return sum;
}
