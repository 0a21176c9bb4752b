/* Calls of short functions with loops and branches, whose bodies stand in for them: in each other, in loops, of values that
   the body changes, with pointers of their own, and those that must stay calls: pointers that are asked about, that walk
   along, that lead to a variable of the function.
   head: chain(x)>(y)
   head: in_loop(x)>(y)
   head: by_value(x)>(y)
   head: asked(x)>(y)
   head: walking(x)>(y)
   head: own(x)>(y)
   head: swapped(x)>(y)
   size: n=3 x=9 y=9 */
#include <math.h>
#include <stddef.h>

static double square_sum(int n, const double *v) {
  double sum = 0.0;
  for (int i = 0; i < n; i++)
    sum += v[i] * v[i];
  return sum;
}

static void turn(const double *axis, const double *point, double *out) {
  double length = square_sum(3, axis);
  if (length > 0.01) {
    double angle = sqrt(length), c = cos(angle), s = sin(angle);
    for (int i = 0; i < 3; i++)
      out[i] = point[i] * c + axis[i] * s / angle;
  } else {
    for (int i = 0; i < 3; i++)
      out[i] = point[i] + axis[i];
  }
}

static void project(const double *camera, const double *point, double *out) {
  const double *shift = &camera[3];
  double moved[3], turned[3];
  for (int i = 0; i < 3; i++)
    moved[i] = point[i] - shift[i];
  turn(camera, moved, turned);
  out[0] = turned[0] / turned[2];
  out[1] = turned[1] / turned[2];
  double distance = square_sum(2, out);
  out[0] = out[0] * (1.0 + 0.1 * distance);
  out[1] = out[1] * (1.0 + 0.1 * distance);
}

void chain(int n, const double *x, double *y) {
  project(x, x + 6, y);
  y[2] = y[0] * y[1] * n;
}

void in_loop(int n, const double *x, double *y) {
  double place[2];
  y[0] = 0.0;
  for (int j = 0; j < n; j++) {
    project(x, x + 2 * j, place);
    y[0] += place[0] * place[1] * x[j];
    y[1 + j] = place[0];
  }
}

static double halved(double a, int times) {
  for (int i = 0; i < times; i++)
    if (a > 1.0)
      a = 0.5 * a * a;
    else
      a = a * 1.5;
  return a;
}

void by_value(int n, const double *x, double *y) {
  double a = 1.2 + x[0];
  y[0] = halved(a, n) * a;
  y[1] = halved(a * x[1], 2 * n) + halved(y[0], n);
}

static void maybe(double v, double *out, double *extra) {
  *out = v * v;
  if (extra)
    *extra = sin(v);
}

void asked(int n, const double *x, double *y) {
  double more;
  maybe(x[0], &y[0], &more);
  maybe(x[1], &y[1], NULL);
  y[2] = more * more * n;
}

static double walk(int n, const double *v) {
  double product = 1.0;
  for (int i = 0; i < n; i++) {
    product *= 1.0 + *v;
    v++;
  }
  return product * v[-1];
}

void walking(int n, const double *x, double *y) {
  y[0] = walk(n, x) * walk(n, x + 1);
}

static double by_pointer(double a) {
  double *p = &a;
  for (int i = 0; i < 3; i++)
    *p = *p * *p + 0.1 * a;
  return a;
}

void own(int n, const double *x, double *y) {
  y[0] = by_pointer(x[0]) * by_pointer(x[1]) * n;
}

static void exchange(int n, double *a, double *b) {
  for (int i = 0; i < n; i++) {
    double t = a[i];
    a[i] = b[i] * t;
    b[i] = t;
  }
}

void swapped(int n, const double *x, double *y) {
  for (int i = 0; i < 9; i++)
    y[i] = x[i] * x[i];
  exchange(n, y, y + 3);
  exchange(n, y + 1, y + 4);
  exchange(2, y + 3, y + 1);
}
