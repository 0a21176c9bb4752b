/* Cases that run into the next, default in the middle, breaks inside conditions. */
#include <stdio.h>

static int steps(int k)
{
    int r = 0;
    switch (k) {
    case 5:
        r += 5;
        /* fallthrough */
    case 4:
        r += 4;
        if (k == 4)
            break;
        /* fallthrough */
    case 3:
        r += 3;
        break;
    default:
        r += 1000;
        /* fallthrough */
    case 2:
        r += 2;
        /* fallthrough */
    case 1:
        r += 1;
    }
    return r;
}

int main(void)
{
    for (int k = 0; k < 8; k++)
        printf("%d: %d\n", k, steps(k));
    return 0;
}
