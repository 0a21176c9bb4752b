/* Early returns in a chain, inside loops, and of several types.
   reject: \bbool\b */
#include <stdio.h>

static int sign(double x)
{
    if (x > 0)
        return 1;
    if (x < 0)
        return -1;
    return 0;
}

static const char *grade(int n)
{
    if (n < 0 || n > 100)
        return "invalid";
    if (n >= 90)
        return "top";
    else if (n >= 50)
        return "pass";
    return "fail";
}

static void report(int n)
{
    if (n == 0)
        return;
    printf("[%d]", n);
    if (n < 3)
        return;
    printf("!");
}

int main(void)
{
    printf("%d %d %d\n", sign(-2.5), sign(0), sign(1e-300));
    for (int n = -10; n < 120; n += 30)
        printf("%s\n", grade(n));
    for (int n = 0; n < 5; n++)
        report(n);
    printf("\n");
    return 0;
}
