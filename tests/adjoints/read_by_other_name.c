// A number that its own assignment reads through a pointer as well as by its name.
// head: pointed(y)>(x)
#include <math.h>
void pointed(double x[4], double s, const double y[4]) {
  double v = y[2], a[3] = {y[0], y[1], y[2]}, *q = &v, *r = a + 1;
  for (int i = 4; i > 0; i -= 2) {
    v += 0.3 * pow(1.2 + 0.1 * sin(fmax(s, *q)), i);
    a[1] = *r * y[3] * v + a[1] * y[0];
  }
  x[0] = sin(v) * a[1];
}
