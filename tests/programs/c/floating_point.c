/* float against double, conversions to integers, hexadecimal constants, negative zero, infinity. */
#include <stdio.h>
#include <math.h>
#include <string.h>
#include <stdint.h>

static void bits(double d)
{
    uint64_t u;
    memcpy(&u, &d, sizeof u);
    printf("%016llx\n", (unsigned long long)u);
}

int main(void)
{
    float f = 0.1f, g = 3;
    double d = 0.1;
    bits(f);
    bits(f * g);
    bits((double)f * g);
    bits(f + d);
    f += 0.2;
    bits(f);
    f = f * f - 0.09f;
    bits(f);
    bits(0x1.8p3 + 1e-10);
    bits(1 / 3 + 1 / 3.0);
    bits(-0.0);
    bits(0.0 * -1);
    bits(1e308 * 10);
    printf("%d %d %lld\n", (int)-2.9, (int)2.9f, (long long)1e15);
    double n = NAN;
    printf("%d %d %d %d\n", n < 1, !(n < 1), n != n, !(n >= 1));
    int k = 0;
    while (!(d > 100)) {
        d = d * 2.5;
        k++;
    }
    bits(d);
    long double e = 1.0L / 3;
    printf("%d %.21Lg\n", k, e * 2);
    bits(sqrt(2) + fabs(-1.5) * pow(2, 0.3) - floor(-1.5) + fmod(7.5, 2));
    bits((1e16 + 1) - 1e16);
    bits(1e16 + (1 - 1e16));
    return 0;
}
