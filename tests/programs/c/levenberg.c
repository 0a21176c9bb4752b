/* A small least-squares fit with damping: loops with restarts and several stopping tests. */
#include <stdio.h>
#include <math.h>

#define M 8

static double xs[M], ys[M];

static double residuals(const double p[2], double *r)
{
    double s = 0;
    for (int i = 0; i < M; i++) {
        r[i] = p[0] * exp(-p[1] * xs[i]) - ys[i];
        s += r[i] * r[i];
    }
    return s;
}

static int fit(double p[2], int most, double *final)
{
    double r[M], lambda = 1e-2, s = residuals(p, r);
    int iter = 0, info = 0;
    do {
        double a = 0, b = 0, d = 0, g0 = 0, g1 = 0;
        for (int i = 0; i < M; i++) {
            double e = exp(-p[1] * xs[i]), j1 = -p[0] * xs[i] * e;
            a += e * e;
            b += e * j1;
            d += j1 * j1;
            g0 += e * r[i];
            g1 += j1 * r[i];
        }
        if (fmax(fabs(g0), fabs(g1)) < 1e-14) {
            info = 1;
            break;
        }
        for (;;) {
            double a1 = a * (1 + lambda), d1 = d * (1 + lambda), det = a1 * d1 - b * b;
            double q[2] = {p[0] - (d1 * g0 - b * g1) / det, p[1] - (a1 * g1 - b * g0) / det}, rq[M];
            double sq = residuals(q, rq);
            if (sq < s) {
                double moved = fabs(q[0] - p[0]) + fabs(q[1] - p[1]);
                p[0] = q[0], p[1] = q[1];
                for (int i = 0; i < M; i++)
                    r[i] = rq[i];
                s = sq;
                lambda /= 5;
                if (moved < 1e-12)
                    info = 2;
                break;
            }
            lambda *= 4;
            if (lambda > 1e12) {
                info = 3;
                goto done;
            }
        }
    } while (!info && ++iter < most);
done:
    *final = s;
    return 100 * info + iter;
}

int main(void)
{
    for (int i = 0; i < M; i++) {
        xs[i] = 0.3 * i;
        ys[i] = 2.5 * exp(-0.8 * xs[i]) + 0.01 * (i % 3 - 1);
    }
    for (int most = 1; most < 60; most *= 3) {
        double p[2] = {1, 0}, s;
        int info = fit(p, most, &s);
        printf("%d %.17g %.17g %.17g\n", info, p[0], p[1], s);
    }
    return 0;
}
