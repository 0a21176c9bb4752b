typedef struct {
  struct {
    double x, y;
  };
  double e;
} point;

double energy(point *p) { return p->x * p->y * p->e; }
