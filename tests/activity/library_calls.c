/* Printing a number and copying records: what goes where.
   head: f(x)>(y)
   active dug: f x y p.a q.a
   active vdg: f x y p.a q.a */
#include <stdio.h>
#include <string.h>
struct pair {
    double a, b;
};

void f(double x, double *y)
{
    struct pair p, q;
    double c = 2.0;
    p.a = x;
    p.b = c;
    printf("%g %g\n", p.a, c);
    memcpy(&q, &p, sizeof q);
    *y = q.a * q.b;
}
