/* Small types are promoted, long wins over int, character constants are int. */
#include <stdio.h>
#include <limits.h>

int main(void)
{
    unsigned char a = 200, b = 100;
    signed char s = -100;
    short h = 30000;
    long l = INT_MAX;
    int c = a + b;
    unsigned char w = a + b;
    short t = (short)(h + h);
    printf("%d %d %d %d %d\n", c, w, t, a * b, s - a);
    printf("%ld %ld\n", l + 1, l * 2 + c);
    printf("%d %d %d\n", 'a' + 1, (char)(a + 57), ~a);
    printf("%d %d\n", a > s, (a << 8) >> 8);
    printf("%d %d\n", !a, !!b);
    printf("%lld %d\n", 1LL << 40, 1 << 10 << 2);
    printf("%d %d %d\n", 0x7f, 0377, 1000000 * 2);
    long long big = 3000000000;
    printf("%lld %d %d\n", big, (int)(big % 1000), (int)sizeof(a + b));
    return 0;
}
