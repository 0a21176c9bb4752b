/* A switch inside a switch, enumerators and expressions as labels, a selector with effect. */
#include <stdio.h>

enum kind { NONE, LOW = 3, HIGH, TOP = LOW * 10 };

static int calls;

static int next(int k)
{
    calls++;
    return k % 5;
}

static int decide(enum kind k, int sub)
{
    int r = 0;
    switch (k) {
    case LOW:
        switch (next(sub)) {
        case 0:
            r = 1;
            break;
        case 1:
        case 2:
            r = 2;
            /* fallthrough */
        case 3:
            r += 40;
            break;
        default:
            return -1;
        }
        r++;
        break;
    case HIGH:
    case TOP:
        r = 500;
        break;
    case NONE:
        break;
    }
    return r + (int)k;
}

int main(void)
{
    static const enum kind kinds[] = {NONE, LOW, HIGH, TOP};
    for (int i = 0; i < 4; i++)
        for (int s = 0; s < 6; s += 1 + i)
            printf("%d ", decide(kinds[i], s));
    printf("\n%d\n", calls);
    return 0;
}
