/* Out of three loops at once; back to the start after a change. */
#include <stdio.h>

int main(void)
{
    int a, b, c, limit = 10, tries = 0;
retry:
    tries++;
    for (a = 1; a < limit; a++)
        for (b = a; b < limit; b++)
            for (c = b; c < limit; c++)
                if (a * a + b * b == c * c && a + b + c > 30)
                    goto found;
    limit += 5;
    if (tries < 10)
        goto retry;
    printf("nothing\n");
    return 0;
found:
    printf("%d: %d %d %d\n", tries, a, b, c);
    return 0;
}
