#include "sums.h"

double sum(const double *v, int n)
{
    double s = 0;
    while (n > 0)
        s += v[--n];
    return s;
}

double mean(const double *v, int n)
{
    if (n == 0)
        return 0;
    return sum(v, n) / n;
}
