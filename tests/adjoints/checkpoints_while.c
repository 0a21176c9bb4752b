/* Loops that end by what they compute, run from snapshots: their steps are counted as they run.
   head: newton(a,x)>(y)
   head: repeated(x)>(y)
   head: left_early(x)>(y)
   head: never(x)>(y)
   head: in_the_middle(x)>(y)
   head: counted_but_left(x)>(y)
   size: n=6
   flags: --checkpoint 23:2 */
#include <math.h>
#include <stdlib.h>

double tolerance = 1e-3;

/* What was found on the way is a result. */
void newton(int n, double a, double x, double *y)
{
    double old = 0.0;
    int k = 0;
    a = fabs(a) + 0.5;
    x = fabs(x) + 2.0;
    *y = 0.0;
    while (fabs(x * x - a) > tolerance && k < 6 * n) {
        old = x;
        x = 0.8 * old + 0.2 * a / old;
        k++;
    }
    *y = x * k + x * old;
}

void repeated(int n, double x, double *y)
{
    int k = 0;
#pragma costate checkpoint(3)
    do {
        x = sin(x) + 0.3 * x * cos(x);
        k++;
    } while (k < n + 3);
    *y = x * k;
}

/* Ends in the middle, with several ways out. */
void left_early(int n, const double x[n], double *y)
{
    double v = x[0];
    double *u = malloc(n * sizeof *u);
    for (int i = 0; i < n; i++)
        u[i] = x[i];
    int k = 0;
#pragma costate checkpoint(2)
    for (;;) {
        v = v * 0.9 + 0.1 * sin(u[k % n]);
        if (v < 0.02)
            break;
        u[k % n] = v * u[(k + 1) % n];
        k++;
        if (k > 17)
            break;
        v += 0.01 * u[k % n] * u[0];
    }
    *y = v * u[0] + u[n - 1];
    free(u);
}

void never(int n, const double x[n], double *y)
{
    double v = x[0];
#pragma costate checkpoint(2)
    while (n < 0) {
        v = v * v;
        n++;
    }
    *y = v * v;
}

static double next(double v, int *more)
{
    *more = *more - 1;
    return v - 0.1 * v * v;
}

/* A call decides whether there is another step; the loop is in another. */
void in_the_middle(int n, const double x[n], double *y)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++) {
        double v = x[i] + sum;
        int more = 3 + 2 * i;
#pragma costate checkpoint(2)
        while (more > 0)
            v = next(v, &more);
        sum += v * v;
    }
    *y = sum;
}

/* A counted loop that may be left is not counted. */
void counted_but_left(int n, const double x[n], double *y)
{
    double v = x[1];
    int t;
#pragma costate checkpoint(3)
    for (t = 0; t < 20; t++) {
        v = v + 0.1 * sin(v) * x[t % n];
        if (t > 11 && v > -100.0)
            break;
    }
    *y = v * t;
}
