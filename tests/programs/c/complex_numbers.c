/* C99 complex numbers. */
#include <stdio.h>
#include <complex.h>

static double complex horner(const double complex *c, int n, double complex z)
{
    double complex r = 0;
    while (n--)
        r = r * z + c[n];
    return r;
}

int main(void)
{
    double complex c[4] = {1, 2 * I, -0.5 + 0.25 * I, 3};
    double complex z = 0.3 - 1.2 * I, w;
    for (int k = 0; k < 4; k++) {
        w = horner(c, 4, z);
        z = z - w / (k + 2 + I);
        printf("%.17g %.17g\n", creal(z), cimag(z));
    }
    w = conj(z) * cexp(z) + csqrt(-z);
    float complex f = (float complex)w;
    printf("%.17g %.17g %.9g %.17g %d\n", creal(w), cimag(w), (double)crealf(f), cabs(w), z == w);
    return 0;
}
