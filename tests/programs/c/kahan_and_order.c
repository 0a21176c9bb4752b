/* Sums whose value depends on the order of evaluation: the tree must stay as written. */
#include <stdio.h>

static double kahan(const double *v, int n)
{
    double s = 0, c = 0;
    for (int i = 0; i < n; i++) {
        double y = v[i] - c;
        double t = s + y;
        c = (t - s) - y;
        s = t;
    }
    return s;
}

static void two_sum(double a, double b, double *s, double *e)
{
    *s = a + b;
    double bb = *s - a;
    *e = (a - (*s - bb)) + (b - bb);
}

int main(void)
{
    double v[100], s = 0, e, plain = 0;
    for (int i = 0; i < 100; i++) {
        v[i] = 1.0 / (i + 1) / (i % 7 + 1) * (i % 3 ? 1e8 : -1e-8);
        plain += v[i];
    }
    two_sum(1e16, 3.14159, &s, &e);
    printf("%.17g %.17g\n", plain, kahan(v, 100));
    printf("%.17g %.17g %.17g\n", s, e, v[0] + v[1] + v[2] - (v[3] - v[4]) * v[5] / v[6]);
    return 0;
}
