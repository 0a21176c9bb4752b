/* += -= *= /= on scalars, elements and through pointers, and assignments as values.
   head: step(x)>(y)
   size: n=5 */
void step(int n, const double *x, double *y)
{
  double a, b, c;
  a = b = c = x[0];
  a += x[1];
  b -= a * x[2];
  c *= b + a;
  c /= (a += 1.5);
  for (int i = 0; i < n; i++) {
    double *p = &y[i];
    *p = a;
    *p *= x[i];
    y[i] += (b = b * 0.5 + x[i]) * c;
    (*p) -= b;
    *p /= 1 + x[i];
  }
}
