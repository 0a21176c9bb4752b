/* Macros: the expanded program is what counts. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define N 6
#define SQUARE(x) ((x) * (x))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define FOR(i, n) for (int i = 0; i < (n); i++)
#define FAIL(code) do { status = (code); goto end; } while (0)
#define PASTE(a, b) a##b
#define TEXT(x) #x
#ifdef DEBUG
#define LOG(x) printf("%d\n", x)
#else
#define LOG(x) ((void)0)
#endif

static int run(int n)
{
    int status = 0, PASTE(to, tal) = 0;
    FOR(i, n)
    {
        total += MAX(SQUARE(i), 5);
        LOG(total);
        if (total > 60)
            FAIL(total);
    }
    if (n == 3)
        FAIL(-1);
    status = 1;
end:
    return status;
}

int main(void)
{
    double a[N];
    FOR(i, N)
        a[i] = SQUARE(M_PI + i);
#if N > 4
    printf("%.17g %s\n", MAX(a[0], a[N - 1]), TEXT(a + b));
#else
    printf("small\n");
#endif
    printf("%d %d %d\n", run(2), run(3), run(20));
    return EXIT_SUCCESS;
}
