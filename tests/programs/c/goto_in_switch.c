/* Jumps between the cases of a switch, and out of it. */
#include <stdio.h>

static int classify(int k)
{
    int r = 0;
    switch (k) {
    case 0:
        r = 1;
        goto common;
    case 1:
        r = 2;
        if (k + r == 3)
            goto end;
        break;
    case 2:
    common:
        r += 10;
        break;
    default:
        goto end;
    }
    r += 100;
end:
    return r;
}

int main(void)
{
    for (int k = -1; k < 5; k++)
        printf("%d\n", classify(k));
    return 0;
}
