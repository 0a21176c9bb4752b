/* A constant written by one name does not bring what else is there into the other.
   head: f(x)>(y)
   active dug: f x y; set x y
   active vdg: f x y; set x y */
#include <math.h>

static double w[2];

static void set(double *a, double x, double *y)
{
    a[1] = 0.75;
    y[0] = w[0] + x;
    y[1] = floor(a[0]);
}

void f(double *x, double *y)
{
    double z[2];
    z[0] = x[0];
    set(z, x[0], y);
    set(w, x[0], y);
}
