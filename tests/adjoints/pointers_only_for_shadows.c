/* Pointers that walk where only adjoints are moved: the adjoint walks with their shadows alone, and no compiler
   finds a variable that is set but not used.
   head: f(x)>(y)
   size: n=4 x=4 y=4 */
static void add(int n, const double *p, double *q) {
  while (n-- > 0)
    *q++ += 2.0 * *p++;
}

void f(int n, const double *x, double *y) {
  const double *p = x;
  double *q = y;
  int k = n;
  while (k > 0) {
    *q += 3.0 * *p;
    p++;
    q++;
    k--;
  }
  add(n, x, y);
}
