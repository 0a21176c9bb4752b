/* Constants of a called function that its backward sweep needs again, a table among them.
   head: sweep(x)>(y)
   at: {"n": 3, "x": [0.4, 0.7, 1.1], "y": [0, 0, 0]} */
#include <math.h>

static double bent(double x)
{
    const double s = sin(x), t = s * s + x;
    const double powers[3] = {x, x * x, t * x};
    if (t > 0.5) {
        const double u = cos(t), v = u * x;
        return u * v * sin(v);
    }
    return t * exp(s) * powers[1] * powers[2];
}

static double repeated(double x)
{
    double s = 0.1;
    if (x > 0.0) {
        const int most = 20;
        for (int k = 1; k < most; k++)
            s += s * x / (k + 2);
    }
    return s;
}

void sweep(int n, const double *x, double *y)
{
    for (int i = 0; i < n; i++)
        y[i] = bent(x[i]) * bent(2.0 * x[i]) + repeated(x[i]);
}
