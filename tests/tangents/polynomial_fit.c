/* Least squares by Householder reflections.
   head: fit(t,y)>(c)
   size: m=6 */
#include <math.h>

enum { DEGREE = 3 };

void fit(int m, const double *t, const double *y, double c[DEGREE])
{
  double a[m][DEGREE], r[m];
  for (int i = 0; i < m; i++) {
    double p = 1;
    for (int j = 0; j < DEGREE; j++, p *= t[i] + i)
      a[i][j] = p;
    r[i] = y[i];
  }
  for (int k = 0; k < DEGREE; k++) {
    double norm = 0;
    for (int i = k; i < m; i++)
      norm += a[i][k] * a[i][k];
    double alpha = -copysign(sqrt(norm), a[k][k]);
    double v[m], vv = 0;
    for (int i = k; i < m; i++)
      v[i] = a[i][k];
    v[k] -= alpha;
    for (int i = k; i < m; i++)
      vv += v[i] * v[i];
    for (int j = k; j <= DEGREE; j++) {
      double s = 0;
      for (int i = k; i < m; i++)
        s += v[i] * (j < DEGREE ? a[i][j] : r[i]);
      s *= 2 / vv;
      for (int i = k; i < m; i++)
        if (j < DEGREE)
          a[i][j] -= s * v[i];
        else
          r[i] -= s * v[i];
    }
  }
  for (int k = DEGREE - 1; k >= 0; k--) {
    c[k] = r[k];
    for (int j = k + 1; j < DEGREE; j++)
      c[k] -= a[k][j] * c[j];
    c[k] /= a[k][k];
  }
}
