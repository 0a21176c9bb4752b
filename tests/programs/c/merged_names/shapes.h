struct point { double x, y; };
enum kind { LINE, CURVE };
typedef struct point point_t;
static double norm1(const struct point *p) { return p->x + p->y; }
double use_a(point_t *p);
double use_b(point_t *p);
