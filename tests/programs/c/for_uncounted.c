/* Loops that look counted but are not: the body changes the variable, the bound or both. */
#include <stdio.h>

int main(void)
{
    int n = 10, s = 0, i, step = 1;
    for (i = 0; i < n; i++) {
        if (i % 3 == 0)
            i++;
        s += i;
    }
    printf("%d %d\n", i, s);
    for (i = 0; i < n; i++) {
        if (i == 4)
            n -= 3;
        s += i;
    }
    printf("%d %d %d\n", i, n, s);
    for (i = 0; i < 40; i += step)
        step += 2;
    printf("%d %d\n", i, step);
    for (i = 0; i * i < 50; i++)
        s += i;
    for (i = 1; i < 1000; i *= 3)
        s += i;
    for (i = 1000; i; i /= 7)
        s ^= i;
    printf("%d %d\n", i, s);
    int *p = &i;
    for (i = 0; i < 8; i++)
        *p += i & 1;
    printf("%d\n", i);
    return 0;
}
