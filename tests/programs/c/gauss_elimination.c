/* Gaussian elimination with row pointers and pivoting, with failure by return. */
#include <stdio.h>
#include <math.h>

#define N 5

static int eliminate(double a[N][N], double *b, int *order)
{
    double *row[N];
    int i, j, k;
    for (i = 0; i < N; i++) {
        row[i] = a[i];
        order[i] = i;
    }
    for (k = 0; k < N; k++) {
        int best = k;
        for (i = k + 1; i < N; i++)
            if (fabs(row[i][k]) > fabs(row[best][k]))
                best = i;
        if (row[best][k] == 0)
            return k + 1;
        if (best != k) {
            double *t = row[k], s = b[k];
            int o = order[k];
            row[k] = row[best], row[best] = t;
            b[k] = b[best], b[best] = s;
            order[k] = order[best], order[best] = o;
        }
        for (i = k + 1; i < N; i++) {
            double f = row[i][k] / row[k][k];
            if (f == 0)
                continue;
            for (j = k; j < N; j++)
                row[i][j] -= f * row[k][j];
            b[i] -= f * b[k];
        }
    }
    for (k = N - 1; k >= 0; k--) {
        for (j = k + 1; j < N; j++)
            b[k] -= row[k][j] * b[j];
        b[k] /= row[k][k];
    }
    return 0;
}

int main(void)
{
    double a[N][N], b[N];
    int order[N];
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < N; i++) {
            b[i] = i + 1;
            for (int j = 0; j < N; j++)
                a[i][j] = round ? i * j : 1.0 / (1 + (i * 3 + j) % 7) + (i == j);
        }
        int info = eliminate(a, b, order);
        printf("%d", info);
        for (int i = 0; i < N; i++)
            printf(" %d %.17g", order[i], b[i]);
        printf("\n");
    }
    return 0;
}
