/* A structured program: what comes out reads like what went in.
   reject: \bbool\b
   reject: \bdo\b
   reject: for \(;;\)
   expect: \belse if \(
   expect: while \(a != b\)
   expect: for \(int i = 0; i < n; i\+\+\) */
#include <stdio.h>

static int gcd(int a, int b)
{
    while (a != b) {
        if (a > b)
            a -= b;
        else
            b -= a;
    }
    return a;
}

static double mean(const double *v, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += v[i];
    return s / n;
}

int main(void)
{
    double v[5] = {1, 2.5, -3, 4, 0.5};
    int positive = 0, negative = 0, zero = 0;
    for (int i = 0; i < 5; i++) {
        double d = v[i] - mean(v, 5);
        if (d > 0) {
            positive++;
        } else if (d < 0) {
            negative++;
        } else {
            zero++;
        }
    }
    printf("%d %d %d %d\n", positive, negative, zero, gcd(84, 36));
    return 0;
}
