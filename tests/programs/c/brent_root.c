/* A root finder with interpolation, bisection and several ways out. */
#include <stdio.h>
#include <math.h>

struct problem {
    double (*f)(double, const void *);
    const void *data;
    int evaluations;
};

static double eval(struct problem *p, double x)
{
    p->evaluations++;
    return p->f(x, p->data);
}

static int root(struct problem *p, double a, double b, double tol, double *x)
{
    double fa = eval(p, a), fb = eval(p, b), c = a, fc = fa, d = b - a, e = d;
    if (fa * fb > 0)
        return -1;
    for (int iter = 0; iter < 100; iter++) {
        if (fabs(fc) < fabs(fb)) {
            a = b, b = c, c = a;
            fa = fb, fb = fc, fc = fa;
        }
        double tol1 = 2 * 2.2e-16 * fabs(b) + tol / 2, m = (c - b) / 2;
        if (fabs(m) <= tol1 || fb == 0) {
            *x = b;
            return iter;
        }
        if (fabs(e) < tol1 || fabs(fa) <= fabs(fb))
            d = e = m;
        else {
            double s = fb / fa, q, r, u;
            if (a == c) {
                u = 2 * m * s;
                q = 1 - s;
            } else {
                q = fa / fc;
                r = fb / fc;
                u = s * (2 * m * q * (q - r) - (b - a) * (r - 1));
                q = (q - 1) * (r - 1) * (s - 1);
            }
            if (u > 0)
                q = -q;
            else
                u = -u;
            if (2 * u < fmin(3 * m * q - fabs(tol1 * q), fabs(e * q))) {
                e = d;
                d = u / q;
            } else
                d = e = m;
        }
        a = b;
        fa = fb;
        b += fabs(d) > tol1 ? d : m > 0 ? tol1 : -tol1;
        fb = eval(p, b);
        if ((fb > 0) == (fc > 0)) {
            c = a;
            fc = fa;
            d = e = b - a;
        }
    }
    return -2;
}

static double shifted_cos(double x, const void *data)
{
    return cos(x) - *(const double *)data * x;
}

int main(void)
{
    double slope = 1, x = 0;
    for (; slope < 4; slope *= 1.7) {
        struct problem p = {shifted_cos, &slope, 0};
        int n = root(&p, 0, 1.5, 1e-14, &x);
        printf("%d %d %.17g\n", n, p.evaluations, x);
    }
    struct problem none = {shifted_cos, &slope, 0};
    printf("%d\n", root(&none, 1, 2, 0, &x));
    return 0;
}
