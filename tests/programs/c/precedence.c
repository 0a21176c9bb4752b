/* Parentheses that must stay and parentheses that need not. */
#include <stdio.h>

int main(void)
{
    int a = 7, b = 3, c = 2;
    unsigned u = 12;
    double x = 1e16, y = 1, z = -1e16;
    printf("%d %d %d %d\n", a - b - c, a - (b - c), a / b * c, a / (b * c));
    printf("%d %d %d %d\n", a % b * c, a % (b * c), a * (b % c), -a % b);
    printf("%d %d %d %d\n", a << b + c, (a << b) + c, a & b | c, a & (b | c));
    printf("%d %d %d %d\n", a ^ b & c, (a ^ b) & c, a == b < c, (a == b) < c);
    printf("%d %d %d\n", !a + b, !(a + b), ~a & b);
    printf("%d %d %d\n", (a > b) > c, a > (b > c), (a & b) == c);
    printf("%u %u\n", u >> 1 & 3, u >> (1 & 3));
    printf("%g %g %g\n", x + y + z, x + (y + z), x + z + y);
    printf("%g %g %g\n", x / y / z, x / (y / z), -(x - y));
    printf("%d %d\n", a - -b, - -c);
    int *p = &a;
    printf("%d %d %d\n", *p * *p, a / *p, -*p);
    printf("%d %d\n", a ? b : c ? 1 : 2, (a ? b : c) ? 1 : 2);
    printf("%d\n", (a, b) + c);
    return 0;
}
