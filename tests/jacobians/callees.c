/* Static functions, loops, pointers to elements, rows of matrices; nothing of that is left.
   head: chain(x)>(chain,out)
   not: for (
   not: norm(
   not: *p */
#include <math.h>

static double norm(const double *p, int n, double start) {
  for (int i = 0; i < n; i++)
    start += p[i] * p[i];
  return sqrt(start);
}

static void rotate(double m[2][3], const double *axis) {
  for (int i = 0; i < 2; i++) {
    double t = m[i][0];
    m[i][0] = m[i][1] * axis[i];
    m[i][1] = m[i][2] - t;
    if (i == 1)
      m[i][2] *= t;
  }
}

static void swap(double *a, double *b) {
  double t = *a;
  *a = *b;
  *b = t;
}

static const double weight[3] = {0.5, 1.5, -2.0};

double chain(const double *x, double out[3]) {
  double m[2][3], length = norm(x + 1, 3, 0.25);
  const double *p = x;
  for (int j = 0; j < 3; j++)
    m[0][j] = weight[j] * *p++;
  for (int j = 2; j >= 0; j--)
    m[1][j] = x[j] / length;
  rotate(m, &x[2]);
  swap(&m[0][0], &m[1][1]);
  out[0] = norm(m[0], 3, length);
  out[1] = norm(&m[1][1], 2, m[0][2] * m[0][2]);
  out[2] = 0;
  for (int k = 0; k < 4; k += 2)
    out[2] += x[k] * out[k / 2];
  swap(out, out + 2);
  return length * out[0];
}
