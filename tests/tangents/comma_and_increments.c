/* Comma expressions, pre- and post-increments in subscripts and through pointers.
   head: walk(x)>(y)
   size: n=6 */
void walk(int n, const double *x, double *y)
{
  const double *p = x;
  double *q = y, last;
  int i = 0, j = n - 1;
  while (i < j)
    last = *p++ * x[j--], *q++ = last * x[i++];
  *q = *--p;
  *q++ *= x[++j];
  for (i = 0, j = n; i < j; i++, j--)
    *q++ = x[i] / x[j - 1];
}
