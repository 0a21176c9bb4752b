/* Static inline functions, prototypes without names, functions declared before use. */
#include <stdio.h>

static inline double lerp(double a, double b, double t)
{
    return a + t * (b - a);
}

static double bezier(const double *, int, double);
double published(double x);

double published(double x)
{
    return lerp(x, 1, 0.25);
}

static double bezier(const double *p, int n, double t)
{
    double w[8];
    for (int i = 0; i < n; i++)
        w[i] = p[i];
    for (int k = n - 1; k > 0; k--)
        for (int i = 0; i < k; i++)
            w[i] = lerp(w[i], w[i + 1], t);
    return w[0];
}

int main(void)
{
    double p[4] = {0, 2, -1, 3};
    for (double t = 0; t <= 1; t += 0.25)
        printf("%.17g %.17g\n", bezier(p, 4, t), published(t));
    return 0;
}
