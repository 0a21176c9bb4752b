/* Loops over pointers, up, down, by steps, bounded by a pointer. */
#include <stdio.h>

static double total(const double *begin, const double *end)
{
    double s = 0;
    for (const double *p = begin; p != end; ++p)
        s += *p;
    return s;
}

int main(void)
{
    double a[9], *p, *end = a + 9;
    for (p = a; p < end; p++)
        *p = (p - a) * 1.25;
    for (p = end - 1; p > a; p -= 2)
        *p = -*p;
    for (p = a + 1; p <= a + 6; p += 2)
        p[0] += p[1];
    printf("%.17g\n", total(a, end));
    const char *s;
    for (s = "count me"; *s; s++)
        ;
    printf("%c\n", s[-1]);
    while (p-- > a)
        printf(" %g", *p);
    printf("\n");
    return 0;
}
