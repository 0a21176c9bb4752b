/* Fig. 6: dependents that are not maximal, and one that is an independent.
   graphs nonmaximal: 4/4
   independents nonmaximal 1: x[0], x[1]
   dependents nonmaximal 1: y[0], y[1]
   jacobian nonmaximal 1: 2 2 4
   graphs collapsed: 2/1
   independents collapsed 1: x[0]
   dependents collapsed 1: y[0], y[1]
   jacobian collapsed 1: 2 1 2
   graphs unconnected: 1/0
   jacobian unconnected 1: 1 1 1 */
#include <math.h>

void nonmaximal(const double *x, double *y) {
  y[0] = x[0] * x[1];
  y[1] = y[0] / x[0];
}

void collapsed(const double *x, double *y) {
  y[0] = x[0];
  y[1] = sin(y[0]);
}

void unconnected(const double *x, double *y) { y[0] = x[0]; }
