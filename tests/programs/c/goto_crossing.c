/* Jumps that cross: no nesting fits. */
#include <stdio.h>

static int cross(int n)
{
    int r = 0;
    if (n & 1)
        goto a;
    r += 1;
    if (n & 2)
        goto b;
    r += 2;
a:
    r += 4;
    if (n & 4)
        goto c;
    r += 8;
b:
    r += 16;
    if (n & 8)
        goto d;
c:
    r += 32;
d:
    return r;
}

int main(void)
{
    for (int n = 0; n < 16; n++)
        printf("%d ", cross(n));
    printf("\n");
    return 0;
}
