/* Loops whose carried values are linear in themselves: y is differentiated by x, c are coefficients. */
#include <math.h>

/* A misfit: terms that are added up. */
void accumulation(int n, const double *x, const double *c, double *y)
{
    double s = 0.0, t;
    for (int i = 0; i < n; i++) {
        t = x[i] - c[i];
        t = t * t;
        t = t / (1.0 + t);
        s += t;
    }
    y[0] = s;
}

/* An energy norm of neighbouring values. */
void energy(int n, const double *x, const double *c, double *y)
{
    double e = 0.0, d;
    for (int i = 1; i < n; i++) {
        d = x[i] - x[i - 1];
        d = d * d + c[i] * x[i];
        e += d * d;
    }
    y[0] = 0.5 * e;
}

/* A damped oscillator, pushed by a nonlinear force. */
void oscillator(int n, const double *x, const double *c, double *y)
{
    double p = 1.0, v = 0.0, h = 1.0 / n, u, q;
    for (int i = 0; i < n; i++) {
        u = x[i] * x[i];
        u = u / (1.0 + u);
        q = p + h * v;
        v = v + h * (u - p - c[0] * v);
        p = q;
    }
    y[0] = p;
}

/* A recursive filter of a distorted signal. */
void filter(int n, const double *x, const double *c, double *y)
{
    double s = 0.0, t, a = c[0];
    for (int i = 0; i < n; i++) {
        t = x[i] / sqrt(1.0 + x[i] * x[i]);
        t = t * t * t;
        s = a * s + (1.0 - a) * t;
    }
    y[0] = s;
}

/* Prefix sums of squares, and a linear combination of them. */
void prefix(int n, const double *x, const double *c, double *y)
{
    double s = 0.0, f = 0.0, t;
    for (int i = 0; i < n; i++) {
        t = x[i] + c[i];
        t = t * t;
        s += t * x[i];
        f += c[i] * s;
    }
    y[0] = f;
}

/* An affine recurrence with coefficients that vary. */
void affine(int n, const double *x, const double *c, double *y)
{
    double s = 0.0, t;
    for (int i = 0; i < n; i++) {
        t = x[i] * c[i];
        t = t * t + x[i];
        s = c[i] * s + t * t;
    }
    y[0] = s;
}
