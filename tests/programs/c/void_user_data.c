/* void * user data handed through to a callback and cast back, as numerical libraries do. */
#include <stdio.h>

typedef double (*integrand)(double x, void *data);

struct power {
    double factor;
    int exponent;
    int *calls;
};

static double monomial(double x, void *data)
{
    struct power *p = (struct power *)data;
    double r = p->factor;
    for (int i = 0; i < p->exponent; i++)
        r *= x;
    ++*p->calls;
    return r;
}

static double line(double x, void *data)
{
    const double *c = data;
    return c[0] + c[1] * x;
}

static double simpson(integrand f, void *data, double a, double b, int n)
{
    double h = (b - a) / n, s = f(a, data) + f(b, data);
    for (int i = 1; i < n; i++)
        s += (i % 2 ? 4 : 2) * f(a + i * h, data);
    return s * h / 3;
}

int main(void)
{
    int calls = 0;
    struct power p = {1.5, 3, &calls};
    double c[2] = {1, -0.25};
    printf("%.17g %d\n", simpson(monomial, &p, 0, 1, 10), calls);
    printf("%.17g\n", simpson(line, c, 0, 2, 4));
    void *any = &p;
    ((struct power *)any)->exponent = 2;
    printf("%.17g %d\n", simpson(monomial, any, -1, 1, 8), *((struct power *)any)->calls);
    return 0;
}
