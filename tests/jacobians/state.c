/* What is read is overwritten: rows and columns of the same variables, one of which stays as it is, and one of which
   becomes a constant. Components of a record, reached by a pointer. A const of iterations that are written out.
   head: advance(z,s->v)>(z,s->v,s->mass)
   says: jacobian[14] = 1.0 */
#include <math.h>

typedef struct {
  double mass, v[2];
  int steps;
} body;

void advance(double z[4], body *s) {
  double old = z[0];
  z[0] = z[0] * z[1] + s->v[0];
  z[1] = old / z[1];
  z[3] = 1.5;
  s->v[1] = pow(s->v[0], 3) * z[0] + pow(2.0 + z[1], s->v[1]);
  s->mass = s->mass * fabs(z[1] - old);
  for (int k = 0; k < 2; k++) {
    const double pull = z[k] * s->v[k];
    z[k] -= pull * pull;
  }
  s->steps = s->steps + 1;
}
