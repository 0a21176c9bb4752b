/* exit() and abort paths inside nested control flow; main returns a status. */
#include <stdio.h>
#include <stdlib.h>

static int checked(int v)
{
    if (v < 0) {
        fprintf(stderr, "negative\n");
        exit(0);
    }
    return v * 2;
}

int main(void)
{
    for (int i = 3;; i--) {
        int v = checked(i);
        printf("%d\n", v);
        if (v == 100)
            return 1;
    }
}
