/* Arrays in one block of memory, each of which keeps to its part. What `square` writes no adjoint needs: only what it
   reads, which the loop overwrites. That n is more than 2, so that `out[2]` is in its part, follows from where it is
   in the block.
   head: march(x)>(y)
   lacks: out_kept|&out */
#include <stdlib.h>

static void square(int n, const double *u, double *out)
{
    out[0] = u[0] * u[2];
    out[1] = u[1] * u[0];
    out[2] = u[2] * u[n - 1];
    for (int i = 3; i < n; i++)
        out[i] = u[i] * u[i - 1];
}

void march(int n, int steps, const double *x, double *y)
{
    double *work = malloc(2 * n * sizeof(double)), *a = work, *b = work + n;
    for (int i = 0; i < n; i++)
        a[i] = x[i];
    for (int t = 0; t < steps; t++) {
        square(n, a, b);

        for (int i = 0; i < n; i++)
            a[i] += b[i];
    }
    for (int i = 0; i < n; i++)
        y[i] = a[i];
    free(work);
}
