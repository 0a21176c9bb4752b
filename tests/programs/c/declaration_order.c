/* What the emitter says about variables nobody reads stands where it would stand if it were read;
   constants that get their value later are declared with variables of their type. */
#include <stdio.h>

static int half(const void *state, int n, double *y)
{
    double t, u;
    if (n > 2)
        t = 0.5;
    else
        t = 0.25;
    u = t * n;
    *y = u + t;
    return 0;
}

static void parts(double nu, double *a, double *b)
{
    *a = nu + 1;
    *b = nu - 1;
}

static double ratio(double nu)
{
    const double pi = 3.125 * nu;
    const double rat = (nu < 1e-3 ? 1.0 : pi / nu);
    const double hyper = (pi < 1e-3 && nu > 0 ? pi : rat * pi);
    double a, b;
    int unused;
    parts(nu, &a, &b);
    unused = 3;
    return a * rat + b * hyper;
}

int main(void)
{
    double y;
    half("none", 3, &y);
    printf("%.17g %.17g\n", y, ratio(0.75) + ratio(0));
    return 0;
}
