/* A work array that is filled element by element is the iteration's own: both sweeps run in one; the short loop over it is written out.
   head: whole(x)>(s)
   fused: 10 */
#include <math.h>

void whole(int n, const double *x, double *s)
{
    double y[3];
    *s = 0.0;
    for (int i = 0; i < n; i++) {
        y[0] = x[3 * i] * x[3 * i];
        y[1] = x[3 * i + 1] * y[0];
        y[2] = sin(x[3 * i + 2]) * y[1];

        for (int k = 0; k < 3; k++)
            *s += 0.5 * y[k] * y[k];
    }
}
