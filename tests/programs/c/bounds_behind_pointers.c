/* Bounds of loops in records, behind pointers and in globals, that calls and stores in the loop change, or do
   not: a loop whose bound moves runs as often as it did. */
#include <stdio.h>

typedef struct {
    int n, m;
    double *v, w[4];
} box;

static box g = {3, 2, 0, {1, 2, 3, 4}};
static int k = 4;

static void grow(box *b)
{
    b->m++;
    b->v[0] *= 2.0;
}

static void cut(box *b)
{
    b->n--;
}

static void cut_below(box *b)
{
    cut(b);
}

static void set(int *p)
{
    *p = 3;
}

static double through(box *b, int *q)
{
    double s = 0.0;
    for (int i = 0; i < b->n; i++) {
        grow(b);
        s += b->v[i];
    }
    for (int i = 0; i < b->m; i++) {
        grow(b);
        s += 1.0;
        if (b->m > 9)
            break;
    }
    for (int i = 0; i < b->n; i++) {
        cut_below(b);
        s += 10.0;
    }
    for (int i = 0; i < b->n; i++) {
        set(q);
        s += 100.0;
    }
    for (int i = 0; i < g.n; i++) {
        g.n--;
        s += i;
    }
    for (int i = 0; i < k; i++) {
        grow(b);
        s += i;
    }
    for (int i = 0; i < k; i++) {
        k--;
        s += 1000.0;
    }
    for (double *p = g.w; p < g.w + 4; p++)
        s += *p;
    for (double *p = b->v; p < b->v + b->n; p++) {
        *p = 1.0;
        s += *p;
    }
    for (double *p = b->v; p < b->v + 2; p++) {
        b->v = g.w;
        s += *p;
        if (s > 1e6)
            break;
    }
    for (int i = 0; i + 1 < b->n; i++)
        s += i * 0.5;
    for (unsigned i = 0; i + 1 < (unsigned)b->n; i++)
        s += i * 0.25;
    for (unsigned i = 0; i + 1 < 0u; i++)
        s += 1e5;
    return s;
}

int main(void)
{
    double v[6] = {1, 2, 3, 4, 5, 6};
    box b = {5, 1, v, {0}};
    double s = through(&b, &b.n);
    printf("%.17g %d %d %d %d\n", s, b.n, b.m, g.n, k);
    int q = 1;
    box c = {4, 1, v, {0}};
    s = through(&c, &q);
    printf("%.17g %d %d %d %d\n", s, c.n, c.m, g.n, k);
    return 0;
}
