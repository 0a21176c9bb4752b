/* A header that declares static functions is for the file that defines them: what is generated does not
   include it, since it would have to define them, too. */
#include <math.h>
#include "static_prototypes.inc"

/* head: force(speed)>(force) */
double force(double speed) {
  const double coefficients[2] = {0.3, 1.2};
  return drag(speed) + lift(speed, coefficients);
}

static double lift(double speed, const double coefficients[2]) {
  return coefficients[0] + coefficients[1] * sin(speed);
}

static double drag(double speed) { return 0.5 * speed * speed; }
