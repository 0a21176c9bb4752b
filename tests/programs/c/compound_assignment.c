/* Every compound assignment; the conversions inside them; the left side evaluated once. */
#include <stdio.h>

static int touched;

static int *at(int *a, int i)
{
    touched++;
    return a + i;
}

int main(void)
{
    int i = 100, a[3] = {1, 2, 3};
    unsigned u = 7;
    double d = 1.5;
    float f = 0.1f;
    char c = 100;
    long long l = 1LL << 40;
    i += 2.9;
    i -= 5;
    i *= 1.5;
    i /= 4;
    i %= 7;
    i <<= 5;
    i >>= 2;
    i |= 3;
    i &= ~1;
    i ^= 0x55;
    u -= 10;
    d /= 3;
    d += i;
    f *= 3;
    f += d;
    c += 50;
    c *= 2;
    l += u;
    l >>= 3;
    u /= 3u;
    *at(a, 1) += 10;
    *at(a, i & 1) *= *at(a, 2) -= 1;
    printf("%d %u %.17g %.9g %d %lld\n", i, u, d, (double)f, c, l);
    printf("%d %d %d %d\n", a[0], a[1], a[2], touched);
    return 0;
}
