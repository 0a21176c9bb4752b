/* Returns from nested loops. */
#include <stdio.h>

static int find(int m[3][4], int wanted, int *row, int *column)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            if (m[i][j] == wanted) {
                *row = i;
                *column = j;
                return 1;
            }
    return 0;
}

static int first_factor(int n)
{
    int d = 2;
    while (d * d <= n) {
        if (n % d == 0)
            return d;
        d += d == 2 ? 1 : 2;
    }
    return n;
}

int main(void)
{
    int m[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}}, r = -1, c = -1;
    for (int w = 0; w < 14; w += 7) {
        int ok = find(m, w, &r, &c);
        printf("%d %d %d\n", ok, r, c);
    }
    for (int n = 91; n < 100; n++)
        printf(" %d", first_factor(n));
    printf("\n");
    return 0;
}
