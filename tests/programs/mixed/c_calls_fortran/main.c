#include <stdio.h>

struct options {
    int most;
    double tolerance;
};

int fixed_point(double (*f)(const double *), double *x, const struct options *o);
extern int fixed_point_calls;

static double g(const double *x)
{
    return (*x + 2 / *x) / 2;
}

int main(void)
{
    double x = 3;
    struct options o = {20, 1e-15};
    int n = fixed_point(g, &x, &o);
    printf("%d %.17g %d\n", n, x, fixed_point_calls);
    o.most = 2;
    x = 100;
    n = fixed_point(g, &x, &o);
    printf("%d %.17g %d\n", n, x, fixed_point_calls);
    return 0;
}
