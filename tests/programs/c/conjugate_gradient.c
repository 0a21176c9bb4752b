/* Conjugate gradients with an operator as callback and vectors as plain pointers. */
#include <stdio.h>
#include <math.h>
#include <stdlib.h>

typedef void (*operator_)(int n, const double *x, double *y, const void *data);

static double dot(int n, const double *restrict x, const double *restrict y)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i] * y[i];
    return s;
}

static void axpy(int n, double a, const double *x, double *y)
{
    while (n--)
        *y++ += a * *x++;
}

static int solve(int n, operator_ apply, const void *data, const double *b, double *x, double tol, int most)
{
    double *r = malloc(3 * (size_t)n * sizeof *r);
    if (!r)
        return -1;
    double *p = r + n, *q = p + n, rho, old, beta = 0;
    int k;
    apply(n, x, r, data);
    for (int i = 0; i < n; i++) {
        r[i] = b[i] - r[i];
        p[i] = 0;
    }
    rho = dot(n, r, r);
    for (k = 0; k < most && sqrt(rho) > tol; k++) {
        for (int i = 0; i < n; i++)
            p[i] = r[i] + beta * p[i];
        apply(n, p, q, data);
        double alpha = rho / dot(n, p, q);
        axpy(n, alpha, p, x);
        axpy(n, -alpha, q, r);
        old = rho;
        rho = dot(n, r, r);
        beta = rho / old;
    }
    free(r);
    return k;
}

static void laplace(int n, const double *x, double *y, const void *data)
{
    const double shift = *(const double *)data;
    for (int i = 0; i < n; i++) {
        y[i] = (2 + shift) * x[i];
        if (i > 0)
            y[i] -= x[i - 1];
        if (i < n - 1)
            y[i] -= x[i + 1];
    }
}

int main(void)
{
    double b[10], x[10] = {0}, shift = 0.1;
    for (int i = 0; i < 10; i++)
        b[i] = (i * 7) % 4 - 1;
    int k = solve(10, laplace, &shift, b, x, 1e-12, 40);
    printf("%d\n", k);
    for (int i = 0; i < 10; i++)
        printf("%.17g\n", x[i]);
    return 0;
}
