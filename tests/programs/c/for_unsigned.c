/* Unsigned loop variables: counting down past zero wraps around. */
#include <stdio.h>
#include <stddef.h>

int main(void)
{
    unsigned u;
    unsigned char c;
    size_t i;
    int n = 0;
    for (u = 5; u-- > 0;)
        n = n * 10 + (int)u;
    printf("%u %d\n", u, n);
    for (i = 4; i + 1 > 0; i--)
        n += (int)i;
    printf("%d %d\n", n, i == (size_t)-1);
    for (c = 250; c >= 10; c++)
        n++;
    printf("%d %d\n", c, n);
    for (u = 0xfffffff0u; u; u += 4)
        n++;
    printf("%d\n", n);
    short s;
    for (s = 0; s < 300; s = (short)(s + 70))
        n += s;
    printf("%d %d\n", s, n);
    return 0;
}
