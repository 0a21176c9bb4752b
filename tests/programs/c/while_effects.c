/* Conditions with effects: assignments, decrements, calls, commas. */
#include <stdio.h>

static int state = 17;

static int next(void)
{
    state = (state * 13 + 5) % 64;
    return state;
}

int main(void)
{
    int k, n = 5, s = 0;
    while ((k = next()) != 3)
        s += k;
    printf("%d %d\n", k, s);
    while (n--)
        s = s * 2 % 999;
    printf("%d %d\n", n, s);
    while (s++, s % 10 != 0)
        n += 3;
    printf("%d %d\n", n, s);
    char buffer[20], *d = buffer;
    const char *from = "copy this";
    while ((*d++ = *from++))
        ;
    printf("%s %d\n", buffer, (int)(d - buffer));
    while (n > 0 && (k = next()) > 5)
        n -= k;
    printf("%d %d\n", n, k);
    return 0;
}
