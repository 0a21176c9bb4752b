/* Searching and validating loops that stop early, with state that is needed afterwards. */
#include <stdio.h>

static int sudoku_row_ok(const int *row, int n)
{
    for (int i = 0; i < n; i++) {
        if (row[i] < 0 || row[i] > n)
            return 0;
        for (int j = 0; j < i; j++)
            if (row[i] && row[i] == row[j])
                return 0;
    }
    return 1;
}

static int queens(int n, int *where)
{
    int row = 0, count = 0;
    where[0] = -1;
    while (row >= 0) {
        int placed = 0;
        while (++where[row] < n) {
            int k;
            for (k = 0; k < row; k++) {
                int d = where[row] - where[k];
                if (d == 0 || d == row - k || d == k - row)
                    break;
            }
            if (k == row) {
                placed = 1;
                break;
            }
        }
        if (!placed) {
            row--;
            continue;
        }
        if (row == n - 1) {
            count++;
            continue;
        }
        where[++row] = -1;
    }
    return count;
}

int main(void)
{
    int rows[4][4] = {{1, 2, 3, 4}, {1, 0, 0, 1}, {0, 0, 5, 0}, {0, 0, 0, 0}}, where[8];
    for (int i = 0; i < 4; i++)
        printf("%d ", sudoku_row_ok(rows[i], 4));
    for (int n = 1; n <= 6; n++)
        printf("%d ", queens(n, where));
    printf("\n");
    return 0;
}
