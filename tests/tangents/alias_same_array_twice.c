/* The same array passed twice, and an element passed with its array.
   head: twice(x)>(y)
   size: n=5 */
static void add(int n, const double *a, const double *b, double *c)
{
  for (int i = 0; i < n; i++)
    c[i] = a[i] * b[i] + c[i];
}

static void scale(double *v, int n, const double *by)
{
  for (int i = 0; i < n; i++)
    v[i] *= *by;
}

void twice(int n, const double *x, double *y)
{
  for (int i = 0; i < n; i++)
    y[i] = x[i];
  add(n, y, y, y);
  add(n - 1, y, y + 1, y);
  scale(y, n, &y[2]);
}
