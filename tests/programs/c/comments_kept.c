/* comment: keep the larger hal[f]
   comment: one more ste[p] */
#include <stdio.h>

int main(void)
{
    double x = 7;
    int n = 0;
    while (x > 1) {
        /* keep the larger half */
        x = x > 4 ? x - 2 : x / 2;
        // one more step
        n++;
    }
    printf("%d %.17g\n", n, x);
    return 0;
}
