/* Which loops run both sweeps in one pass forwards, where the original results are wanted, too.
   head: halved(x)>(cost)
   head: residuals(x)>(r,cost)
   head: rooted(x)>(cost)
   head: last_one(x)>(cost,last)
   options: --primal
   fused: 15 26 49
   why 15: both sweeps of each iteration run in one loop, forwards
   The loop of last_one runs backwards, both sweeps at once: its value is computed by the original afterwards. */
#include <math.h>

void halved(int n, const double x[n], double *cost)
{
    double s = 0.0;
    for (int i = 0; i < n; i++) {
        double t = sin(x[i]);
        t = t * exp(t);
        s += t * t;
    }
    *cost = 0.5 * s / n;
}

void residuals(int n, const double x[n], double r[n], double *cost)
{
    double s = 0.0;
    for (int i = 0; i < n; i++) {
        double t = x[i] * x[i];
        t = t * sin(t);
        r[i] = t - x[i];
        s += r[i] * r[i];
    }
    *cost = s;
}

void rooted(int n, const double x[n], double *cost)
{
    double s = 1.0;
    for (int i = 0; i < n; i++) {
        double t = sin(x[i]);
        t = t * exp(t);
        s += t * t;
    }
    *cost = sqrt(s) + s * s;
}

void last_one(int n, const double x[n], double *cost, double *last)
{
    double s = 0.0, t = 1.0;
    for (int i = 0; i < n; i++) {
        t = sin(x[i]);
        t = t * t;
        s += t * x[i];
    }
    *cost = s;
    *last = t;
}
