/* All roots of a polynomial at once, with a struct for complex numbers passed by value. */
#include <stdio.h>
#include <math.h>

typedef struct { double re, im; } cplx;

static cplx make(double re, double im) { cplx z; z.re = re; z.im = im; return z; }
static cplx sub(cplx a, cplx b) { return make(a.re - b.re, a.im - b.im); }
static cplx mul(cplx a, cplx b) { return make(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re); }
static cplx quot(cplx a, cplx b)
{
    double d = b.re * b.re + b.im * b.im;
    return make((a.re * b.re + a.im * b.im) / d, (a.im * b.re - a.re * b.im) / d);
}

static int roots(const double *c, int n, cplx *z)
{
    int iter, i, j;
    z[0] = make(1, 0);
    for (i = 1; i < n; i++)
        z[i] = mul(z[i - 1], make(0.4, 0.9));
    for (iter = 0; iter < 200; iter++) {
        double change = 0;
        for (i = 0; i < n; i++) {
            cplx p = make(c[n], 0), q = make(c[n], 0);
            for (j = n - 1; j >= 0; j--) {
                p = mul(p, z[i]);
                p.re += c[j];
            }
            for (j = 0; j < n; j++)
                if (j != i)
                    q = mul(q, sub(z[i], z[j]));
            cplx step = quot(p, q);
            z[i] = sub(z[i], step);
            change += fabs(step.re) + fabs(step.im);
        }
        if (change < 1e-13)
            break;
    }
    return iter;
}

int main(void)
{
    double c[] = {-6, 11, -6, 1}, d[] = {1, 0, 0, 0, 1};
    cplx z[4];
    printf("%d\n", roots(c, 3, z));
    for (int i = 0; i < 3; i++)
        printf("%.17g %.17g\n", z[i].re, z[i].im);
    printf("%d\n", roots(d, 4, z));
    for (int i = 0; i < 4; i++)
        printf("%.17g %.17g\n", z[i].re, z[i].im);
    return 0;
}
