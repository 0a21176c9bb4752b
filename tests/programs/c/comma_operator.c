/* The comma operator in loops, conditions, arguments and initialisers. */
#include <stdio.h>

int main(void)
{
    int a = 1, b = (a++, a * 5), c;
    c = (a += b, b -= 2, a * b);
    printf("%d %d %d\n", a, b, c);
    for (a = 0, b = 8; a++, b-- > a;)
        c += a;
    if (c++, c & 1)
        c *= 2;
    printf("%d %d\n", b, (a = 3, c + a));
    return 0;
}
