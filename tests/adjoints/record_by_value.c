/* A record by value with a pointer in it, in a callee that runs once in each sweep and assigns that pointer where nobody
   reads it any more: its shadow must be there in both sweeps.
   head: model(y)>(s,w)
   size: y=4 w=2 */
#include <math.h>

struct state {
  double scale, *p;
};

static double turn(struct state *to, struct state from, double *out) {
  out[1] = sin(from.scale - sqrt(1.0 + from.p[2] * from.p[2]));
  double *swapped = from.p;
  from.p = to->p;
  to->p = swapped;
  return 0.4 * out[1];
}

void model(const double *y, double *s, double *w) {
  double v[4];
  struct state a, b;
  for (int j = 0; j < 4; j++)
    v[j] = y[3] + 0.1 * j * y[j];
  a.scale = 0.3;
  a.p = v;
  b.scale = 0.3;
  b.p = v;
  for (int i = 0; i < 3; i++)
    *s = sin(turn(&b, a, b.p));
  for (int i = 0; i < 2; i++)
    w[i] = 0.5 * cos(b.scale) * v[i];
}
