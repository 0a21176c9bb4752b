/* Straight-line runs that overwrite what they read: each step needs values and adjoints of the moment.
   head: turn(u,v)>(u,v)
   head: cascade(x)>(x,y)
   head: repeated(x,y)>(x,y,s) */
#include <math.h>

void turn(double *u, double *v) {
  *u = *u * *v;
  *v = sin(*u) + *v * *v;
  *u = *u / (2.0 + *v);
  *v = *v - *u * *u;
}

void cascade(double x[4], double y[3]) {
  x[0] = x[0] * x[1];
  x[1] = x[1] + x[0] * x[2];
  y[0] = x[0];
  x[2] = cos(x[1]) * x[3];
  x[0] = x[2] * x[0];
  y[1] = y[0] * x[0] - x[1];
  y[0] = y[0] * y[1];
  x[3] = x[3];
  y[2] = -x[3];
}

void repeated(double *x, double *y, double *s) {
  double t = *x;
  *s = t * *y;
  t = t * t;
  *s += t;
  t = t * *s;
  *s = *s * *s;
  *s -= t * *x;
  *x = 0.5 * *x;
  *x = *x + *s;
  *y = 3.0;
  *y = *y * *x;
  *y = *y - *y * *s;
}
