/* Runs on what pointers point to: perhaps the same, pointers that move within the run, that are overwritten by others.
   head: walk(x)>(y)
   head: either(x)>(y)
   head: aliased(x)>(y)
   size: n=5 x=5 y=5 */
#include <math.h>

void walk(int n, const double *x, double *y) {
  const double *from = x;
  double *to = y, last = 1.0;
  while (from < x + n) {
    *to = *from * last;
    last = sin(*to);
    to++;
    from++;
    to[-1] = to[-1] + last * from[-1];
    last = to[-1] * last;
  }
}

void either(int n, const double *x, double *y) {
  double a = x[0], b = x[1], *p, *q;
  for (int i = 0; i < n; i++) {
    p = i % 2 ? &a : &b;
    q = i % 3 ? &a : &b;
    *p = *p * x[i] + 0.3 * *q;
    *q = cos(*p) - *q;
    a = sin(a * *q);
    p = q;
    *p = *p / (1.0 + b * b);
    b = 0.5 * b + *q * *p;
    y[i] = *p * a + b;
  }
}

static void update(double *p, double *q, const double *r) {
  double t = *p * *r;
  *q = t + *q * *q * 0.2;
  *p = *q * *r;
  *q = *q - 0.5 * *p;
}

void aliased(int n, const double *x, double *y) {
  double a[2];
  for (int i = 0; i < n; i++) {
    a[0] = x[i];
    a[1] = sin(x[i]);
    update(&a[0], &a[1], &x[n - 1]);
    update(&a[i % 2], &a[1], &a[0]);
    update(&a[0], &a[0], &a[i % 2]);
    y[i] = a[0] * a[1];
  }
}
