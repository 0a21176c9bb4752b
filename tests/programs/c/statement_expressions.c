/* The GNU statement expression, as macros of real headers use it.
   nonstandard: statement expressions are an extension */
#include <stdio.h>

#define TWICE_MAX(a, b) ({ double a_ = (a), b_ = (b); double m = a_ > b_ ? a_ : b_; m * 2; })

static int calls;

static double next(double x)
{
    calls++;
    return x + 0.5;
}

int main(void)
{
    double x = 1, y = TWICE_MAX(next(x), x * x);
    int k = ({ int s = 0; for (int i = 0; i < 4; i++) s += i * i; s; }) + calls;
    if (TWICE_MAX(x, y) > 2)
        x = TWICE_MAX(next(y), next(x));
    printf("%.17g %.17g %d %d\n", x, y, k, calls);
    return 0;
}
