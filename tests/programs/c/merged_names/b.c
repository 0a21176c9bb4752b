#include "shapes.h"
struct node { float *w; double z[2]; };
enum mode { ON = 7, FAST };
typedef struct { double r; } local_t;
static double count(struct node *n) { return n->z[1]; }
double use_b(point_t *p) {
  float f = 2;
  struct node k = {&f, {p->y, 3}};
  local_t l = {3.5};
  return norm1(p) + *k.w * count(&k) + ON + FAST + l.r + (p->x > 0 ? LINE : CURVE);
}
