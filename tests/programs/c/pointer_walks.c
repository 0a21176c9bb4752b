/* *p++ and its relatives, negative subscripts, pointers moved by integers. */
#include <stdio.h>

static void copy(double *to, const double *from, int n)
{
    while (n-- > 0)
        *to++ = *from++;
}

static double dot(const double *a, const double *b, int n)
{
    double s = 0;
    const double *end = a + n;
    while (a < end)
        s += *a++ * *b++;
    return s;
}

static void reverse(double *first, double *last)
{
    while (first < last) {
        double t = *first;
        *first++ = *last;
        *last-- = t;
    }
}

int main(void)
{
    double a[6] = {1, 2, 3, 4, 5, 6}, b[6], *p = a, *q;
    copy(b, a + 2, 4);
    copy(b + 4, a, 2);
    printf("%g\n", dot(a, b, 6));
    reverse(b, b + 5);
    for (int i = 0; i < 6; i++)
        printf("%g ", b[i]);
    printf("\n");
    p += 3;
    q = p - 2;
    printf("%g %g\n", *p, p[-1]);
    printf("%g %g\n", *--p, *++q);
    printf("%ld\n", (long)(p - q));
    *p++ = *q-- + 0.5;
    (*p)++;
    ++*q;
    *(p + 1) = -(*(a + 1));
    2 [a] = 9;
    for (int i = 0; i < 6; i++)
        printf("%g ", a[i]);
    printf("\n");
    return 0;
}
