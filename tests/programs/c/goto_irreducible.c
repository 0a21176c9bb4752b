/* A loop with two entries, and a second with a jump between two loops' bodies made of gotos. */
#include <stdio.h>

static int two_entries(int n, int late)
{
    int a = 0, b = 0;
    if (late)
        goto second;
first:
    a++;
    n -= 2;
second:
    b++;
    n--;
    if (n > 0)
        goto first;
    return 100 * a + b;
}

static int ping_pong(int n)
{
    int r = 1;
    if (n % 3 == 0)
        goto pong;
ping:
    r = r * 2 + 1;
    if (--n < 0)
        goto out;
    if (r % 5 == 0)
        goto ping;
pong:
    r = r + 3;
    if (--n < 0)
        goto out;
    if (r % 7 != 0)
        goto ping;
    goto pong;
out:
    return r;
}

int main(void)
{
    for (int n = 0; n < 12; n++)
        printf("%d %d %d %d\n", n, two_entries(n, 0), two_entries(n, 1), ping_pong(n));
    return 0;
}
