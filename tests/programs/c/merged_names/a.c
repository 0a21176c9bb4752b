#include "shapes.h"
struct node { double v; int n; };
enum state { OFF, ON };
typedef struct { int q; } local_t;
static int count(struct node *n) { return n->n; }
double use_a(point_t *p) {
  struct node k = {p->x, 2};
  local_t l = {3};
  return norm1(p) + k.v * count(&k) + ON + l.q;
}
