/* Records field by field, and memory by what allocates it.
   head: f(x)>(y)
   active dug: f x y s.a w->v
   active vdg: f x y s.a w->v
   why s.b: it does not vary with the independents */
#include <stdlib.h>

struct pair { double a, b; };
struct work { double *v; double scale; };

void f(double x, double *y, struct work *w)
{
    struct pair s;
    double *passive = malloc(sizeof *passive);
    passive[0] = 2.0;
    s.a = x;
    s.b = passive[0];
    w->v[1] = s.a * s.b;
    *y = w->v[0] * w->scale;
    free(passive);
}
