/* An integrator with callbacks, work space from the caller and step control. */
#include <stdio.h>
#include <math.h>
#include <stdlib.h>

typedef int (*rhs)(double t, const double y[], double dydt[], void *params);

typedef struct {
    rhs function;
    size_t dimension;
    void *params;
} ode_system;

enum { SUCCESS = 0, FAILURE = -1, TOO_MANY = 11 };

static int step(const ode_system *sys, double t, double h, double y[], double err[], double *work)
{
    size_t i, n = sys->dimension;
    double *k1 = work, *k2 = k1 + n, *k3 = k2 + n, *tmp = k3 + n;
    int s = sys->function(t, y, k1, sys->params);
    if (s != SUCCESS)
        return s;
    for (i = 0; i < n; i++)
        tmp[i] = y[i] + h * k1[i];
    s = sys->function(t + h, tmp, k2, sys->params);
    if (s != SUCCESS)
        return s;
    for (i = 0; i < n; i++)
        tmp[i] = y[i] + h * (k1[i] + k2[i]) / 4;
    s = sys->function(t + h / 2, tmp, k3, sys->params);
    if (s != SUCCESS)
        return s;
    for (i = 0; i < n; i++) {
        double low = h * (k1[i] + k2[i]) / 2;
        double high = h * (k1[i] + k2[i] + 4 * k3[i]) / 6;
        err[i] = high - low;
        y[i] += high;
    }
    return SUCCESS;
}

static int evolve(const ode_system *sys, double *t, double t1, double *h, double y[], double eps)
{
    size_t n = sys->dimension;
    double *work = malloc((6 * n) * sizeof *work), *y0 = work + 4 * n, *err = y0 + n;
    int status = SUCCESS, count = 0;
    while (*t < t1) {
        if (++count > 500) {
            status = TOO_MANY;
            break;
        }
        for (size_t i = 0; i < n; i++)
            y0[i] = y[i];
        double now = *t + *h > t1 ? t1 - *t : *h;
        status = step(sys, *t, now, y, err, work);
        if (status)
            break;
        double worst = 0;
        for (size_t i = 0; i < n; i++)
            worst = fmax(worst, fabs(err[i]));
        if (worst > eps) {
            for (size_t i = 0; i < n; i++)
                y[i] = y0[i];
            *h = now / 2;
            continue;
        }
        *t += now;
        if (worst < eps / 10)
            *h = now * 1.5;
    }
    free(work);
    return status;
}

static int oscillator(double t, const double y[], double dydt[], void *params)
{
    double mu = *(double *)params;
    dydt[0] = y[1];
    dydt[1] = -y[0] + mu * y[1] * (1 - y[0] * y[0]);
    return t > 9 ? FAILURE : SUCCESS;
}

int main(void)
{
    double mu = 1.5;
    ode_system sys = {oscillator, 2, &mu};
    for (double end = 1; end <= 16; end *= 4) {
        double t = 0, h = 0.01, y[2] = {1, 0};
        int s = evolve(&sys, &t, end, &h, y, 1e-4);
        printf("%d %.17g %.17g %.17g\n", s, t, y[0], y[1]);
    }
    return 0;
}
