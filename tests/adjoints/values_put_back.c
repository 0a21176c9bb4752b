/* Recurrences in place: what the backward sweep puts back is read from variables, in its iteration and in the next.
   head: chains(x,y,z)>(y,z)
   at: {"n": 6, "x": [0.4, 0.7, 1.1, 0.3, 0.9, 0.5], "y": [0.2, 0.5, 0.8, 0.1, 0.6, 0.3], "z": [0.9, 0.2, 0.4, 0.7, 0.3, 0.6]} */
#include <math.h>

/* Down and up, by one; the one behind is read, and the one ahead. */
static void down(int n, const double *x, double *y)
{
    for (int i = n - 1; i > 0; i--)
        y[i] += x[i] * y[i - 1] * y[i];
}

static void up(int n, const double *x, double *y)
{
    for (int i = 0; i < n - 1; i++)
        y[i] = sin(y[i]) * y[i + 1] + x[i] * y[i] * y[i];
}

/* Read only where a condition holds; another store to the same array; no iteration at all. */
static void sometimes(int n, const double *x, double *y)
{
    for (int i = n - 1; i >= 0; i--)
        if (i > 0 && x[i] > 0.35)
            y[i] = y[i] * y[i] * y[i - 1];
        else
            y[i] = y[i] * y[i] * x[i];
}

static void twice(int n, const double *x, double *y)
{
    for (int i = n - 2; i > 0; i--) {
        y[i] = y[i] * y[i - 1] * x[i];
        y[n - 1 - i] = y[n - 1 - i] * y[i] + y[i - 1] * y[i - 1];
    }
}

/* Two arrays that are local, and one that is another's beginning. */
static void both(int n, const double *x, double *y, double *z)
{
    double u[8], v[8];
    for (int i = 0; i < n; i++) {
        u[i] = x[i];
        v[i] = y[i];
    }
    for (int t = 0; t < 2; t++)
        for (int i = n - 1; i > 0; i--) {
            u[i] = u[i] * v[i - 1] + u[i - 1] * u[i];
            v[i] = v[i] * u[i - 1] + v[i - 1] * v[i];
        }
    for (int i = 1; i < n; i++)
        z[i] = z[i] * z[i] * z[i - 1] + u[i] * v[i];
}

void chains(int n, const double *x, double *y, double *z)
{
    for (int t = 0; t < 2; t++) {
        down(n, x, y);
        up(n, x, y);
    }
    down(1, x, z);
    sometimes(n, x, z);
    twice(n, x, y);
    both(n, x, y, z);
}
