/* head: f(x)>(y) */
/* complex step: it computes with complex numbers itself */
/* at: {"name": "abc", "x": [[1, 2], [3, 4]], "n": 2} */
#include <complex.h>
#include <math.h>
void f(int n, const double complex *x, double complex *y, const char *name, long double *l, float q) {
  for (int i = 0; i < n; i++) y[i] = x[i]*x[i]*l[0]*q;
  if (name[0] == 'a') y[0] = conj(y[0]);
  l[0] = creal(y[0]);
}
