/* A state in a record that is marched by straight-line code until it is far enough; how often depends on it.
   head: march(x)>(y)
   size: x=4 y=4 */
#include <math.h>

struct state {
  double q, p, t, energy;
};

static void step(struct state *s, double h, double damping) {
  double force, half;
  force = -sin(s->q) - damping * s->p;
  half = s->p + 0.5 * h * force;
  s->q = s->q + h * half;
  force = -sin(s->q) - damping * half;
  s->p = half + 0.5 * h * force;
  s->energy = 0.5 * s->p * s->p - cos(s->q);
  s->t = s->t + h / (1.0 + s->energy * s->energy);
}

void march(const double *x, double *y) {
  struct state s = {x[0], x[1], 0.0, 0.0}, old;
  double all = 0.0;
  while (s.t < 1.0) {
    old = s;
    step(&s, 0.1 + 0.05 * x[2] * x[2], x[3]);
    all = all + (s.q - old.q) * (s.p + old.p);
    s.q = s.q * (1.0 - 0.01 * s.energy);
    all = all * s.q;
  }
  y[0] = s.q;
  y[1] = s.p * s.q;
  y[2] = all;
  y[3] = s.t + s.energy;
}
