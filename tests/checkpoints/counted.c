/* A nonlinear time loop, counted and not. With COUNT, the original steps that run are counted: costate does not see
   that, and both sweeps of a step are procedures of its own. */
#include <math.h>
#ifdef COUNT
long steps_run;
#endif

void step(int n, double *u)
{
#ifdef COUNT
    steps_run++;
#endif
    for (int i = 0; i < n; i++)
        u[i] = u[i] + 0.001 * u[i] * (1.0 - u[i] * u[(i + 1) % n]);
}

void counted(int n, long steps, const double *x, double *y)
{
    double u[1000];
    for (int i = 0; i < n; i++)
        u[i] = x[i];
    for (long t = 0; t < steps; t++)
        step(n, u);
    *y = 0.0;
    for (int i = 0; i < n; i++)
        *y += u[i] * u[i];
}

void until(int n, long steps, const double *x, double *y)
{
    double u[1000];
    for (int i = 0; i < n; i++)
        u[i] = x[i];
    while (steps > 0) {
        step(n, u);
        steps--;
    }
    *y = 0.0;
    for (int i = 0; i < n; i++)
        *y += u[i] * u[i];
}
