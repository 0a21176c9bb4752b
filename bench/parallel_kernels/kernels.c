/* Kernels in C for bench/parallel, each with work for a good part of a second. Every line printed is a kernel's name,
   its seconds and a checksum. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

/* y += a*x with increments, as BLAS has it, by pointers. */
static void axpy(int n, double a, const double *restrict x, double *restrict y, int times)
{
    for (int t = 0; t < times; t++) {
        const double *p = x;
        double *q = y;
        for (int i = 0; i < n; i++) {
            *q += a*sqrt(*p);
            p += 1;
            q += 1;
        }
    }
}

/* One sweep of a five-point stencil. */
static void stencil(int n, const double *restrict u, double *restrict v)
{
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            v[i*n + j] = 0.25*(u[(i - 1)*n + j] + u[(i + 1)*n + j] + u[i*n + j - 1] + u[i*n + j + 1]);
}

/* Dense product, rows walked by pointers. */
static void product(int n, const double *restrict a, const double *restrict b, double *restrict c)
{
    double *out = c;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = 0.0;
            for (int k = 0; k < n; k++)
                s += a[i*n + k]*b[k*n + j];
            *out++ = s;
        }
}

/* A packed lower triangle filled row after row: the position is a quadratic induction variable. */
static void packed(int n, double *a)
{
    int k = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            a[k] = exp(-1e-3*(i - j))*cos(1e-3*i*j);
            k++;
        }
}

static void forces(int n, const double *restrict x, double *restrict f)
{
    for (int i = 0; i < n; i++) {
        double sum = 0.0;
        for (int j = 0; j < n; j++) {
            double d = x[i] - x[j];
            sum += d/(fabs(d*d*d) + 1e-3);
        }
        f[i] = sum;
    }
}

static double integral(int n)
{
    double s = 0.0, h = 1.0/n;
    for (int i = 0; i < n; i++) {
        double x = (i + 0.5)*h;
        s += exp(-x*x)*sin(3.0*x);
    }
    return s*h;
}

static double largest(int n, const double *x)
{
    double s = 0.0;
    for (int i = 0; i < n; i++) {
        double v = fabs(sin(x[i])*cos(2.0*x[i]));
        if (v > s)
            s = v;
    }
    return s;
}

/* A filter with a window of its own for every row. */
static void smooth(int n, int m, double *a)
{
    double w[64];
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < 64; j++)
            w[j] = a[i*64 + j];
        for (int t = 0; t < m; t++)
            for (int j = 1; j < 63; j++)
                w[j] = 0.25*w[j - 1] + 0.5*w[j] + 0.25*w[j + 1];
        for (int j = 0; j < 64; j++)
            a[i*64 + j] = w[j];
    }
}

static double sum(int n, const double *x)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += x[i]*(1 + i%3);
    return s;
}

int main(void)
{
    enum { n = 420, size = 4*n*n };
    double *a = malloc(size*sizeof *a), *b = malloc(size*sizeof *b), *c = malloc(size*sizeof *c), start;
    for (int i = 0; i < size; i++) {
        a[i] = 2.0 + cos(0.1*i);
        b[i] = sin(0.2*i);
        c[i] = 0.0;
    }
#define RUN(name, call, value) \
    start = omp_get_wtime(); call; \
    printf("%s %.6f %.15e\n", name, omp_get_wtime() - start, value)
    double result;
    RUN("axpy", axpy(size, 0.01, a, c, 120), sum(size, c));
    RUN("stencil", for (int t = 0; t < 300; t++) stencil(2*n, t%2 ? b : c, t%2 ? c : b), sum(size, b));
    RUN("product", product(2*n, a, b, c), sum(size, c));
    RUN("packed", for (int t = 0; t < 20; t++) packed(1100, c), sum(600000, c));
    RUN("forces", forces(18000, b, c), sum(18000, c));
    RUN("integral", result = integral(20000000), result);
    RUN("largest", for (int t = 0; t < 20; t++) result = largest(size, a), result);
    RUN("smooth", smooth(10000, 150, b), sum(640000, b));
    free(a);
    free(b);
    free(c);
    return 0;
}
