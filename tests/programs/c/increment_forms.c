/* ++ and -- before and after, in subscripts, arguments, conditions and on the left. */
#include <stdio.h>

static int f(int a, int b)
{
    return 10 * a + b;
}

int main(void)
{
    int i = 0, j = 5, k, a[8] = {0};
    a[i++] = j--;
    a[++i] = --j;
    a[i++] += a[0]++;
    k = i++ * 2;
    k += --j - i--;
    i++;
    printf("%d %d %d\n", i, j, k);
    a[a[2] - 5]++;
    a[i]++;
    ++a[i - 1];
    k = a[i++] + 3;
    printf("%d\n", f(i++, j));
    printf("%d %d %d\n", i, j, k);
    if (i++ > 4 && --j)
        k = -k;
    double x = 1.5;
    double y = x++ * 2;
    x--;
    --x;
    unsigned char c = 255;
    c++;
    short s = -32768;
    s--;
    printf("%g %g %d %d %d %d %d\n", x, y, c, s, i, j, k);
    for (i = 0; i < 8; i++)
        printf(" %d", a[i]);
    printf("\n");
    return 0;
}
