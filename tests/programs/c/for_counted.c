/* Counted loops in their spellings: all stay for loops with the original heads.
   expect: for \((int )?i = 0; i < n; i\+\+\)
   expect: for \((int )?i = n - 1; i >= 0; i--\)
   reject: \bwhile\b
   reject: \bbool\b */
#include <stdio.h>

int main(void)
{
    int n = 10, s = 0, i;
    double a[10];
    for (i = 0; i < n; i++)
        a[i] = i * 0.5;
    for (i = n - 1; i >= 0; i--)
        s = s * 3 % 1000 + i;
    for (i = 1; i <= n; i += 3)
        s += i;
    for (i = 20; i > 0; i -= 4)
        s -= i;
    for (i = 0; i != 6; i += 2)
        s += a[i] > 1;
    printf("%d %d\n", i, s);
    for (int k = 0, m = 2 * n; k < m; ++k)
        s += k;
    for (long l = 0; l < 3; l++)
        s += (int)l;
    printf("%d\n", s);
    return 0;
}
