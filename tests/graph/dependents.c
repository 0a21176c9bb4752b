/* What is read after a run, and what is not (section 6.2).
   graphs local: 4/5
   dependents local 1: local
   graphs in_loop: 2/0 4/4 1/0
   dependents in_loop 1: s, t
   jacobian in_loop 1: 2 1 1
   dependents in_loop 2: t, s
   graphs next_iteration: 1/0 3/2 2/2
   dependents next_iteration 2: s, y[i]
   graphs overwritten: 3/4
   dependents overwritten 1: y[0]
   graphs passed: 2/2
   dependents passed 1: t[0]
   graphs kept: 3/2
   independents kept 1: last, x
   dependents kept 1: *y, last
   graphs private_array: 5/7
   dependents private_array 1: *y
   graphs constant: 2/0
   dependents constant 1: y[0], y[1]
   jacobian constant 1: 2 0 0
   graphs piecewise: 4/3
   independents piecewise 1: x
   dependents piecewise 1: *y */
#include <math.h>

double local(double x) {
  double t = x * x; /* nobody reads it but the graph */
  double u = sin(t);
  double unread = cos(u);
  return t + u;
}

double in_loop(double x, int n) {
  double s = 0, t = x, u;
  for (int i = 0; i < n; ++i) {
    u = t * t; /* an iteration of its own has it */
    t = u;     /* the next one reads it */
    s = u + s;
  }
  return s;
}

void next_iteration(double x, int n, double *y) {
  double s = x, t;
  for (int i = 0; i < n; ++i) {
    s = s * x;
    y[i] = s;
  }
  t = x * x;
  y[0] = t;
}

void overwritten(double x, double *y) {
  y[0] = exp(x);
  y[0] = x;
  y[0] = y[0] * x + x;
}

static void reads(const double *t, double *y) { *y = *t; }

void passed(double x, double *y) {
  double t[2];
  t[0] = x * x;
  reads(t, y);
}

void kept(double x, double *y) {
  static double last;
  *y = last;
  last = x * x;
}

void private_array(double x, double *y) {
  double t[3];
  t[0] = x * x;
  t[1] = t[0] * x;
  t[2] = t[0] * t[1];
  t[0] = 0;
  *y = t[2] + t[0];
}

void constant(double *y) {
  y[0] = 1;
  y[1] = y[0] + 1;
}

void piecewise(double x, double *y) {
  double cell = floor(x), inside = x - cell;
  int k = (int)x;
  *y = 2 * cell * inside + k;
}
