/* Arrays that begin at 1: the pointer is moved back before use, as translated Fortran does. */
#include <stdio.h>

static int solve(int n, double *a, int lda, double *b)
{
    int a_dim1 = lda, a_offset = 1 + a_dim1;
    a -= a_offset;
    --b;
    for (int j = 1; j <= n; ++j) {
        if (a[j + j * a_dim1] == 0.)
            return j;
        b[j] /= a[j + j * a_dim1];
        for (int i = j + 1; i <= n; ++i)
            b[i] -= b[j] * a[i + j * a_dim1];
    }
    return 0;
}

int main(void)
{
    double a[16], b[4];
    for (int j = 0; j < 4; j++) {
        b[j] = j + 0.5;
        for (int i = 0; i < 4; i++)
            a[i + 4 * j] = 1. / (1 + i + 2 * j);
    }
    int info = solve(4, a, 4, b);
    printf("%d %.17g %.17g %.17g %.17g\n", info, b[0], b[1], b[2], b[3]);
    a[5] = 0;
    printf("%d\n", solve(4, a, 4, b));
    return 0;
}
