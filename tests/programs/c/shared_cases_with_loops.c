/* Loops inside cases, breaks that belong to the loop or to the switch. */
#include <stdio.h>

static int work(int k, int n)
{
    int s = 0, i;
    switch (k) {
    case 0:
        for (i = 0; i < n; i++) {
            if (i == 3)
                break;
            s += i;
        }
        s += 100;
        /* fallthrough */
    case 1:
        while (n > 0) {
            n -= 2;
            if (n == 1)
                break;
            if (n % 3 == 0)
                continue;
            s += n;
        }
        if (s > 105)
            break;
        s += 1000;
        break;
    case 2:
        for (;;) {
            if (n-- == 0)
                return -s;
            s += n * k;
        }
    default:
        do
            s++;
        while (s < n);
    }
    return s;
}

int main(void)
{
    for (int k = 0; k < 4; k++)
        for (int n = 0; n < 9; n += 2)
            printf("%d ", work(k, n));
    printf("\n");
    return 0;
}
