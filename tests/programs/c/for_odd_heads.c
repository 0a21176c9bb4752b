/* Heads with missing parts, commas, effects, floating-point and two variables. */
#include <stdio.h>

static int calls;

static int limit(void)
{
    return 4 + calls++;
}

int main(void)
{
    int i = 0, j, s = 0;
    for (;;) {
        if (++i > 5)
            break;
        s += i;
    }
    for (; i < 9; i++)
        s += 2;
    for (i = 0, j = 10; i < j; i++, j -= 2)
        s += i * j;
    printf("%d %d %d\n", i, j, s);
    for (i = 0; i < limit() && i < 20; i += 3)
        s++;
    printf("%d %d %d\n", i, s, calls);
    for (double x = 0; x < 1; x += 0.1)
        s++;
    for (i = 3; i--;)
        s *= 2;
    for (i = 0; s > 10; s /= 3, i++)
        ;
    printf("%d %d\n", i, s);
    return 0;
}
