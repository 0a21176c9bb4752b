#include <stdio.h>
#include "sums.h"

int main(void)
{
    double v[5] = {3, -1.5, 2, 7.25, 0.1};
    struct range r = range_of(v, 5);
    printf("%.17g %.17g %g %g\n", sum(v, 5), mean(v, 5), r.low, r.high);
    printf("%g\n", mean(v, 0));
    return 0;
}
