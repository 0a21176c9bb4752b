/* Table lookup with bisection and a cache, Neville's scheme, clamped ends. */
#include <stdio.h>

typedef struct {
    int cache, hits, misses;
} accel;

static int bisect(const double *x, double v, int lo, int hi)
{
    while (hi > lo + 1) {
        int mid = (lo + hi) / 2;
        if (x[mid] > v)
            hi = mid;
        else
            lo = mid;
    }
    return lo;
}

static int find(accel *a, const double *x, int n, double v)
{
    int k = a->cache;
    if (v < x[k]) {
        a->misses++;
        a->cache = bisect(x, v, 0, k);
    } else if (v >= x[k + 1]) {
        a->misses++;
        a->cache = bisect(x, v, k, n - 1);
    } else
        a->hits++;
    return a->cache;
}

static double neville(const double *x, const double *y, int n, double v)
{
    double p[6];
    for (int i = 0; i < n; i++)
        p[i] = y[i];
    for (int m = 1; m < n; m++)
        for (int i = 0; i < n - m; i++)
            p[i] = ((v - x[i + m]) * p[i] + (x[i] - v) * p[i + 1]) / (x[i] - x[i + m]);
    return *p;
}

int main(void)
{
    double x[6] = {0, 1, 2.5, 3, 4.75, 6}, y[6];
    accel a = {0, 0, 0};
    for (int i = 0; i < 6; i++)
        y[i] = x[i] * x[i] - 1 / (1 + x[i]);
    for (double v = -0.5; v < 7; v += 0.375) {
        int k = find(&a, x, 6, v);
        double t = (v - x[k]) / (x[k + 1] - x[k]);
        printf("%d %.17g %.17g\n", k, y[k] + t * (y[k + 1] - y[k]), neville(x, y, 6, v));
    }
    printf("%d %d\n", a.hits, a.misses);
    return 0;
}
