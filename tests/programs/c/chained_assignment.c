/* Assignments as expressions: chains with conversions in between, in conditions and arguments. */
#include <stdio.h>

int main(void)
{
    int i, j;
    double d;
    float f;
    unsigned char c;
    d = i = 3.9;
    f = d = 0.1;
    printf("%d %.17g %.9g\n", i, d, (double)f);
    d = f = 0.1;
    printf("%.17g\n", d);
    i = c = 300;
    j = (i = 5) + 2;
    printf("%d %d %d\n", i, j, c);
    if ((i = j * 2) > 10)
        printf("yes %d\n", i);
    int a[4], k = 0;
    a[k] = (k == 0) + 4, k = 2, k++;
    a[1] = a[2] = a[3] = 8;
    a[0] = (k += 4, k * k);
    printf("%d %d %d\n", k, a[0], a[1] + a[2] + a[3]);
    return 0;
}
