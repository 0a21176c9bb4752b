#include <math.h>

struct extent {
    int n;
    double scale;
};

double vector_norm(const double *v, const struct extent *e)
{
    double s = 0;
    for (int i = 0; i < e->n; i++)
        s += v[i] * v[i];
    return e->scale * sqrt(s);
}

void fill(double *v, int n, double start)
{
    while (n-- > 0) {
        *v++ = start;
        start = start * 1.5 - 0.1;
    }
}

double apply(double (*f)(double), double x)
{
    return f(f(x)) - f(x);
}
