/* Arrays sized at run time: locals, parameters with leading sizes, in loops. */
#include <stdio.h>

static double frobenius(int m, int n, double a[m][n])
{
    double s = 0;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            s += a[i][j] * a[i][j];
    return s;
}

static void multiply(int n, double c[n][n], double a[n][n], double b[n][n])
{
    double column[n];
    for (int j = 0; j < n; j++) {
        for (int k = 0; k < n; k++)
            column[k] = b[k][j];
        for (int i = 0; i < n; i++) {
            c[i][j] = 0;
            for (int k = 0; k < n; k++)
                c[i][j] += a[i][k] * column[k];
        }
    }
}

int main(void)
{
    for (int n = 2; n < 5; n++) {
        double a[n][n], b[n][n], c[n][n];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                a[i][j] = 1.0 / (i + j + 1);
                b[i][j] = i - j;
            }
        multiply(n, c, a, b);
        printf("%.17g %d\n", frobenius(n, n, c), (int)(sizeof c / sizeof(double)));
    }
    return 0;
}
