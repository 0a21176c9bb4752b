/* Qualifiers of every kind keep their places. */
#include <stdio.h>

static const int table[4] = {1, 4, 9, 16};
static volatile int ticks;

static int sum(const int *const p, register int n)
{
    int s = 0;
    for (const int *q = p; q < p + n; q++)
        s += *q;
    return s;
}

static void add(double *restrict a, const double *restrict b, int n)
{
    for (int i = 0; i < n; i++)
        a[i] += b[i];
}

int main(void)
{
    const double scale = 0.5;
    double a[3] = {1, 2, 3}, b[3] = {scale, scale * 2, 1};
    add(a, b, 3);
    for (ticks = 0; ticks < 5; ticks += 2)
        a[0] += ticks;
    const char *const text = "fixed";
    char *const moving = (char[]){'a', 'b', 0};
    moving[1]++;
    printf("%d %g %g %g %s %s %d\n", sum(table, 4), a[0], a[1], a[2], text, moving, ticks);
    return 0;
}
