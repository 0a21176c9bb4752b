/* Time loops that run from snapshots. What a step changes is in variables, arrays, records, globals, memory behind
   pointers and on the heap; loops have few steps or many, snapshots for all of them or one.
   head: scalars(x)>(y)
   head: in_record(x)>(y)
   head: in_global(x)>(y)
   head: behind_pointers(u)>(u,y)
   head: in_halves(u)>(y)
   head: on_the_heap(x)>(y)
   head: swapped(x)>(y)
   head: in_callees(x)>(y)
   head: nested(x)>(y)
   head: needed_before(x)>(y)
   head: counted_down(x)>(y)
   head: none(x)>(y)
   head: once(x)>(y)
   size: n=6
   size: steps=11
   flags: --checkpoint 29:3 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A scalar, an integer that chooses what is read, and a result that only adds. */
void scalars(int n, int steps, const double x[n], double *y)
{
    double v = x[0], sum = 0.0;
    int k = 0;
    int t; /* is read after the loop */
    for (t = 2; t < 2 + 3 * steps; t += 3) {
        v = sin(v) + x[k] * v;
        k = (k + 2) % n;
        if (v > 1.0)
            v = v / 2.0;
        sum += v * x[k];
    }
    *y = sum + v * t;
}

struct particle {
    double place, speed;
    int turns;
};

void in_record(int n, int steps, const double x[n], double *y)
{
    struct particle p = {x[0], x[1], 0};
    double rest[3] = {1.0, 2.0, 3.0};
#pragma costate checkpoint(1)
    for (int t = 0; t < steps; t++) {
        p.speed -= 0.1 * sin(p.place) * rest[p.turns % 3];
        p.place += 0.1 * p.speed;
        p.turns++;
    }
    *y = p.place * p.speed;
}

double state[4], work[4];

void in_global(int n, int steps, const double x[n], double *y)
{
    memcpy(state, x, sizeof state);
#pragma costate checkpoint(2)
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < 4; i++)
            work[i] = state[i] * state[(i + t) % 4];
        for (int i = 0; i < 4; i++)
            state[i] = cos(work[i]) + 0.1 * state[i];
    }
    *y = state[0] * state[1];
    for (int i = 0; i < 4; i++)
        state[i] = work[i] = 0.0;
}

/* u is changed in part; its ends are read, and never written. */
void behind_pointers(int n, int steps, double *u, double *y)
{
    double w[64];
#pragma costate checkpoint(4)
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            w[i] = u[i] + 0.1 * (u[i - 1] * u[i] - 2.0 * u[i] + u[i + 1]);
        for (int i = 1; i < n - 1; i++)
            u[i] = w[i];
    }
    *y = u[1] * u[2];
    u[0] = u[1];
}

static void half(int n, const double *from, double *to)
{
    for (int i = 0; i < n; i++)
        to[i] = from[i] * cos(0.1 * from[(i + 1) % n]);
}

void in_halves(int n, int steps, double *u, double *y)
{
    double *w = malloc(n * sizeof *w);
#pragma costate checkpoint(3)
    for (int t = 0; t < steps; t++) {
        half(n / 2, u, w);
        half(n - n / 2, u + n / 2, w + n / 2);
        for (int i = 0; i < n; i++)
            if (w[i] > 0.2)
                u[i] = w[i];
            else
                u[i] = 2.0 * w[i] - 0.2;
    }
    *y = u[0] * u[n - 1];
    free(w);
}

void on_the_heap(int n, int steps, const double *x, double *y)
{
    double *u = malloc(n * sizeof(double)), *next = malloc(n * sizeof(double));
    if (!u || !next)
        exit(1);
    for (int i = 0; i < n; i++)
        u[i] = x[i];
#pragma costate checkpoint(100)
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < n; i++)
            next[i] = u[i] * cos(0.3 * u[(i + t) % n]);
        memcpy(u, next, n * sizeof *u);
    }
    *y = u[0] * u[1];
    free(next);
    free(u);
}

void swapped(int n, int steps, const double *x, double *y)
{
    double *u = calloc(n, sizeof(double)), *w = calloc(n, sizeof(double)), *other;
    for (int i = 0; i < n; i++)
        w[i] = u[i] = x[i];
#pragma costate checkpoint(3)
    for (int t = 0; t < steps; t++) {
        half(n, u, w);
        other = u, u = w, w = other;
    }
    *y = u[0] * w[1];
    free(u);
    free(w);
}

double seen;

/* A loop in a procedure that is called more than once. */
static double run(int steps, double start)
{
    double v = start, last = 0.0;
#pragma costate checkpoint(2)
    for (int t = 0; t < steps; t++) {
        seen = v * v;
        v = v - 0.1 * seen + 0.01 * last;
        last = v;
    }
    return v * seen;
}

void in_callees(int n, int steps, const double x[n], double *y)
{
    double sum = 0.0;
    seen = 1.0;
    for (int i = 0; i < n; i++)
        sum += run(steps + i, x[i]) * sum + x[i] * seen;
    *y = sum;
    seen = 0.0;
}

static void inner(double *v, double by)
{
    *v = *v * (1.0 - 0.1 * by * *v);
}

/* A checkpointed loop in another, and calls that are run again. */
void nested(int n, int steps, const double x[n], double *y)
{
    double v = x[0], w = x[1];
#pragma costate checkpoint(2)
    for (int t = 0; t < steps; t++) {
        w = w + 0.1 * v * w;
#pragma costate checkpoint(3)
        for (int k = 0; k < t % 5; k++) {
            inner(&v, w);
            v = v + 0.1 * sin(w) * k;
        }
        inner(&w, v);
    }
    *y = v * w;
}

/* What the loop overwrites is needed before it. */
void needed_before(int n, int steps, const double x[n], double *y)
{
    double u[3] = {x[0], x[1], x[2]}, s = u[0] * u[1];
    for (int i = 0; i < 3; i++)
        u[i] = u[i] * s;
    s = u[0] * u[1] * u[2];
#pragma costate checkpoint(3)
    for (int t = 0; t < steps; t++) {
        u[t % 3] = sin(u[(t + 1) % 3]) + 0.1 * s;
        s = s + 0.1 * u[0] * u[2];
    }
    *y = u[0] * u[1] + s;
    u[0] = 0.0;
    s = 1.0;
    *y *= s + x[0];
}

void counted_down(int n, int steps, const double x[n], double *y)
{
    double v = x[0];
    unsigned t;
#pragma costate checkpoint(2)
    for (t = 3u * steps; t > 5u; t -= 2u)
        v = v * cos(v) + x[t % n];
    *y = v;
}

/* No step at all. */
void none(int n, int steps, const double x[n], double *y)
{
    double v = x[0] * x[1];
    int few = steps - steps;

#pragma costate checkpoint(3)
    for (int t = 0; t < few; t++)
        v = v * v;
    *y = v * v;
}

/* One step. */
void once(int n, int steps, const double x[n], double *y)
{
    double v = x[0] * x[1];

#pragma costate checkpoint(3)
    for (int t = steps; t <= steps; t++)
        v = v * v * sin(v);
    *y = v * v;
}
