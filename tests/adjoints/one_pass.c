/* Function values and gradients in one pass (--primal): loops that may run both sweeps forwards, and twins that may not.
   head: halved(x)>(cost)
   head: rooted(x)>(cost)
   head: two_sums(x,w)>(sums)
   head: last_one(x)>(cost,last)
   head: residuals(x)>(r,cost)
   head: running(x)>(cost)
   head: neighbours(x,y)>(cost)
   head: shifted(x,y)>(cost)
   head: counted(x)>(cost)
   head: nested(x)>(cost)
   head: later_needed(x,w)>(cost,w)
   head: given(x,t)>(cost)
   head: sometimes(x)>(cost)
   head: largest(x)>(cost)
   head: chosen(x)>(cost)
   head: overwritten(x)>(cost)
   head: through_call(x)>(cost)
   size: n=6 */
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

/* What follows needs the sum. */
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

void two_sums(int n, const double x[n], const double w[n], double sums[2])
{
    sums[0] = 0.0;
    sums[1] = x[0];
    for (int i = 0; i < n; i++) {
        double t = x[i] * w[i];
        t = t * t * x[i];
        sums[0] += t;
        sums[1] -= sin(t);
    }
}

/* The last value counts as well. */
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

/* The sum is read in the loop. */
void running(int n, const double x[n], double *cost)
{
    double s = 0.0, a = 0.0;
    for (int i = 0; i < n; i++) {
        a += x[i] * x[i];
        s += sin(a);
    }
    *cost = s;
}

/* An element is read before another iteration writes it: its adjoint belongs to what was there before. */
void neighbours(int n, const double x[n], double y[n], double *cost)
{
    double s = 0.0;
    for (int i = 0; i < n - 1; i++) {
        s += y[i + 1] * x[i];
        y[i] = x[i] * x[i + 1];
    }
    *cost = s;
}

/* And after another wrote it. */
void shifted(int n, const double x[n], double y[n], double *cost)
{
    double s = 0.0;
    for (int i = 1; i < n; i++) {
        y[i] = x[i] * x[i - 1];
        s += y[i - 1] * y[i];
    }
    *cost = s;
}

void counted(int n, const double x[n], double *cost)
{
    double s = 0.0;
    int k = 0;
    for (int i = 0; i < n / 2; i++) {
        double t = x[k] * x[k];
        k = k + 2;
        t = t * t;
        s += t * x[i];
    }
    *cost = s + k;
}

void nested(int n, const double x[n], double *cost)
{
    double s = 0.0;
    for (int i = 0; i < n; i++) {
        double t = 0.0;
        for (int j = 0; j <= i; j++) {
            double u = x[j] * x[i];
            u = u * cos(u);
            t += u;
        }
        t = t * t;
        s += t * x[i];
    }
    *cost = s - x[0];
}

/* What stands before the loop needs w as it was. */
void later_needed(int n, const double x[n], double *w, double *cost)
{
    double s = sin(*w) * x[0];
    for (int i = 0; i < n; i++) {
        double t = x[i] * x[i];
        t = t * t;
        s += t;
    }
    *w = s;
    *cost = 2 * s;
}

/* The value from before the loop is used where no iteration gives another. */
void given(int n, const double x[n], double t, double *cost)
{
    double s = 0.0;
    for (int i = 0; i < n; i++) {
        s += t * x[i];
        t = x[i] * x[i];
    }
    *cost = s;
}

void sometimes(int n, const double x[n], double *cost)
{
    double s = 0.0, t = 0.5;
    for (int i = 0; i < n; i++) {
        if (x[i] > 0.2)
            t = x[i] * x[i];
        s += t * x[i];
    }
    *cost = s;
}

void largest(int n, const double x[n], double *cost)
{
    double most = x[0] * x[0];
    for (int i = 1; i < n; i++) {
        double t = x[i] * x[i];
        if (t > most)
            most = t;
    }
    *cost = most;
}

void chosen(int n, const double x[n], double *cost)
{
    double s = 0.0;
    for (int i = 0; i < n; i++) {
        double t = x[i] * x[i];
        t = t * t;
        s += t;
    }
    if (n > 3)
        *cost = 3 * s;
    else
        *cost = s - x[0];
}

/* Every iteration writes the same element. */
void overwritten(int n, const double x[n], double *cost)
{
    double s = 0.0, keep[2] = {1.0, 2.0};
    for (int i = 0; i < n; i++) {
        keep[1] = x[i] * x[i];
        s += keep[1] * keep[0] * x[i];
    }
    *cost = s + keep[1];
}

static void term(double x, double *t)
{
    double u = x * x;
    u = u * sin(u);
    *t = u * x;
}

void through_call(int n, const double x[n], double *cost)
{
    double s = 0.0;
    for (int i = 0; i < n; i++) {
        double t;
        term(x[i], &t);
        t = t * t;
        s += t;
    }
    *cost = s;
}
