/* Work arrays that branches fill: on both ways, on one way only, on both ways but not all of it, in a loop whose iterations
   go either way and fill different elements, in a branch of a branch.
   head: both(x)>(s)
   head: one(x)>(s)
   head: less(x)>(s)
   head: mixed(x)>(s)
   head: nested(x)>(s)
   size: n=5 x=12 */
#include <math.h>

void both(int n, const double *x, double *s) {
  double w[3];
  *s = 0.0;
  for (int j = 0; j < n; j++) {
    if (j % 2)
      for (int i = 0; i < 3; i++)
        w[i] = x[j + i] * x[j];
    else
      for (int i = 0; i < 3; i++)
        w[i] = sin(x[j + i]);
    for (int i = 0; i < 3; i++)
      *s += w[i] * w[i] * x[j];
  }
}

void one(int n, const double *x, double *s) {
  double w[3] = {1.0, 2.0, 3.0};
  *s = 0.0;
  for (int j = 0; j < n; j++) {
    if (j % 2)
      for (int i = 0; i < 3; i++)
        w[i] = x[j + i] * x[j];
    for (int i = 0; i < 3; i++)
      *s += w[i] * w[i] * x[j];
  }
}

void less(int n, const double *x, double *s) {
  double w[3] = {1.0, 2.0, 3.0};
  *s = 0.0;
  for (int j = 0; j < n; j++) {
    if (j % 2)
      for (int i = 0; i < 3; i++)
        w[i] = x[j + i] * x[j];
    else
      for (int i = 0; i < 2; i++)
        w[i] = sin(x[j + i]);
    for (int i = 0; i < 3; i++)
      *s += w[i] * w[i] * x[j];
  }
}

void mixed(int n, const double *x, double *s) {
  double w[4] = {1.0, 2.0, 3.0, 4.0};
  *s = 0.0;
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < 4; i++)
      if ((i + j) % 3)
        w[i] = x[j + i] * x[j];
      else
        w[3 - i] = sin(x[j + i]);
    for (int i = 0; i < 4; i++)
      *s += w[i] * w[i] * x[j];
  }
}

void nested(int n, const double *x, double *s) {
  double w[2] = {1.0, 2.0};
  *s = 0.0;
  for (int j = 0; j < n; j++) {
    if (j % 2) {
      if (j % 3) {
        w[0] = x[j] * x[j];
        w[1] = x[j + 1];
      }
    } else {
      w[0] = x[j];
      w[1] = sin(x[j + 1]);
    }
    *s += w[0] * w[1] * w[1] * x[j];
  }
}
