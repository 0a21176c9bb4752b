/* The same name in nested scopes, loops and parameters; declarations between statements. */
#include <stdio.h>

static int x = 1;

static int f(int x)
{
    int r = x;
    {
        int x = r * 2;
        r += x;
        for (int x = 0; x < 3; x++) {
            int r = x;
            if (r == 1)
                continue;
            x += r / 2;
        }
        {
            extern int puts(const char *);
            double x = 0.5;
            r += (int)(x * 4);
        }
        r += x;
    }
    return r + x;
}

int main(void)
{
    int i = 10;
    for (int i = 0; i < 2; i++)
        printf("%d ", i);
    if (i > 5) {
        int i = x + 1;
        printf("%d ", i);
        int x = i * 2;
        printf("%d ", x);
    }
    printf("%d %d %d\n", i, x, f(4));
    return 0;
}
