/* Values change places within a run: by temporaries, in cycles, by pointers that change places themselves.
   head: swaps(x)>(y)
   head: sorted(a,b)>(a,b) */
#include <math.h>

void swaps(const double x[4], double y[4]) {
  double a = x[0], b = x[1], c = x[2], t, *p = &a, *q = &b, *r;
  t = a;
  a = b * c;
  b = t;
  t = a;
  a = b;
  b = c;
  c = t * x[3];
  y[0] = a * b;
  *p = *q + sin(*p);
  r = p;
  p = q;
  q = r;
  *p = *q * *p;
  *q = *p - c;
  y[1] = a * *p;
  y[2] = b / (2.0 + c * c);
  t = y[0];
  y[0] = y[1];
  y[1] = t * y[2];
  y[3] = y[0] * y[0] + t;
}

void sorted(double *a, double *b) {
  double t = *a;
  *a = *b;
  *b = t;
  *a = *a * t;
  t = *a;
  *a = *b;
  *b = t * *a;
}
