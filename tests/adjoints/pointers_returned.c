/* Functions that return pointers: into arrays, from each other, to new memory.
   head: pick(x)>(y)
   size: n=6 */
#include <stdlib.h>

static double *at(double *a, int i) { return a + i; }

static double *upper(double *a, int n) { return n > 2 ? at(a, n / 2) : a; }

static double *squared(int n, const double *x)
{
    double *out = malloc(n * sizeof(double));
    for (int i = 0; i < n; i++)
        out[i] = x[i] * x[i];
    return out;
}

void pick(int n, const double *x, double *y)
{
    double *work = squared(n, x);
    double *half = upper(work, n);
    double *q = at(work, 1);
    *y = 0.0;
    for (int i = 0; i < n / 2; i++) {
        *y += work[i] * half[i];
        q = at(q, i % 2);
        *q = *q * x[i];
    }
    *y = *y * *at(half, 1);
    free(work);
}
