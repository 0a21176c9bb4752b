/* Loops of jumps: tested at the top, at the end, in the middle; nested. */
#include <stdio.h>

int main(void)
{
    int i = 0, j, sum = 0;
    double x = 1;
top:
    if (i >= 10)
        goto done;
    j = 0;
inner:
    sum += i * j;
    j++;
    if (j < i)
        goto inner;
    i++;
    if (i == 5)
        goto top;
    sum++;
    goto top;
done:
    printf("%d %d %d\n", i, j, sum);
again:
    x = x * 0.5 + 0.3;
    if (x > 0.6001)
        goto again;
    printf("%.17g\n", x);
    return 0;
}
