/* break and continue at every place of nested loops. */
#include <stdio.h>

int main(void)
{
    int n = 0, i, j;
    for (i = 0; i < 12; i++) {
        if (i % 4 == 3)
            continue;
        for (j = 0;; j++) {
            if (j > i)
                break;
            if (j == 2)
                continue;
            n += i * j;
            if (n % 11 == 5)
                break;
            n++;
        }
        if (n > 300)
            break;
        n += j;
    }
    printf("%d %d %d\n", i, j, n);
    i = 0;
    while (1) {
        i++;
        if (i & 1)
            continue;
        if (i > 20)
            break;
        do {
            n -= i;
            if (n % 3 == 0)
                continue;
            if (n < 50)
                break;
            n--;
        } while (n % 5);
    }
    printf("%d %d\n", i, n);
    return 0;
}
