/* Work arrays that a loop fills element by element: all of what is read, with a gap that keeps its value from one
   iteration to the next, in pieces, in a callee, on one side of a branch only, too late.
   head: whole(x)>(s)
   head: gap(x)>(s)
   head: pieces(x)>(s)
   head: called(x)>(s)
   head: branch(x)>(s)
   head: late(x)>(s)
   head: square(x)>(s)
   size: n=4 x=12 */
#include <math.h>

void whole(int n, const double *x, double *s) {
  double y[3];
  *s = 0.0;
  for (int i = 0; i < n; i++) {
    y[0] = x[3 * i] * x[3 * i];
    y[1] = x[3 * i + 1] * y[0];
    y[2] = sin(x[3 * i + 2]) * y[1];
    for (int k = 0; k < 3; k++)
      *s += 0.5 * y[k] * y[k];
  }
}

void gap(int n, const double *x, double *s) {
  double y[3] = {1.0, 2.0, 3.0};
  *s = 0.0;
  for (int i = 0; i < n; i++) {
    y[0] = x[3 * i] * x[3 * i];
    y[2] = sin(x[3 * i + 2]) * y[0];
    for (int k = 0; k < 3; k++)
      *s += 0.5 * y[k] * y[k];
    y[1] = y[1] * x[3 * i + 1];
  }
}

void pieces(int n, const double *x, double *s) {
  double y[6];
  *s = 0.0;
  for (int i = 0; i < n; i++) {
    for (int k = 3; k < 6; k++)
      y[k] = x[3 * i + k - 3] * x[3 * i];
    y[0] = x[3 * i];
    y[2] = x[3 * i + 2] * y[4];
    y[1] = exp(0.1 * x[3 * i + 1]) * y[3];
    for (int k = 0; k < 6; k++)
      *s += y[k] * y[k] * y[5 - k];
  }
}

static void kernel(const double *x, double *y) {
  double t = x[0] * x[1];
  y[2] = t * x[2];
  y[0] = sin(t);
  t = t + y[0];
  y[1] = t * t;
}

void called(int n, const double *x, double *s) {
  double y[3];
  *s = 0.0;
  for (int i = 0; i < n; i++) {
    kernel(x + 3 * i, y);
    for (int k = 0; k < 3; k++)
      *s += y[k] * y[k];
  }
}

void branch(int n, const double *x, double *s) {
  double y[2] = {0.3, 0.4};
  *s = 0.0;
  for (int i = 0; i < n; i++) {
    y[0] = x[3 * i] * x[3 * i + 1];
    if (i % 2 == 0)
      y[1] = x[3 * i + 2] * y[0];
    for (int k = 0; k < 2; k++)
      *s += y[k] * y[k] * x[3 * i];
  }
}

void late(int n, const double *x, double *s) {
  double y[2] = {0.3, 0.4};
  *s = 0.0;
  for (int i = 0; i < n; i++) {
    y[0] = x[3 * i] * x[3 * i + 1];
    for (int k = 0; k < 2; k++)
      *s += y[k] * y[k] * x[3 * i];
    y[1] = x[3 * i + 2] * y[0];
  }
}

void square(int n, const double *x, double *s) {
  double a[2][2];
  *s = 0.0;
  for (int i = 0; i < n; i++) {
    a[0][0] = x[3 * i];
    a[0][1] = x[3 * i + 1] * a[0][0];
    a[1][0] = x[3 * i + 2] * a[0][1];
    a[1][1] = a[0][1] * a[1][0];
    for (int k = 0; k < 2; k++)
      for (int l = 0; l < 2; l++)
        *s += a[k][l] * a[l][k] * a[k][l];
  }
}
