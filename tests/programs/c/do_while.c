/* do-while: plain, with break and continue, and the one-trip block do ... while (0).
   expect: while \(.*\);
   reject: while \(0\) */
#include <stdio.h>

#define STEP(x) do { (x) += 3; if ((x) > 20) (x) -= 15; } while (0)

int main(void)
{
    int i = 0, s = 0;
    do {
        s += i;
        i += 2;
    } while (i < 9);
    printf("%d %d\n", i, s);
    do {
        i--;
        if (i == 5)
            continue;
        if (s > 90)
            break;
        s += i;
    } while (i > 0);
    printf("%d %d\n", i, s);
    for (i = 0; i < 6; i++) {
        do {
            if (i == 2)
                break;
            s += 1;
            if (i == 4)
                break;
            s += 10;
        } while (0);
        STEP(s);
    }
    printf("%d\n", s);
    return 0;
}
