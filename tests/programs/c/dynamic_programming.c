/* Longest common subsequence and knapsack, with two-dimensional tables and traceback. */
#include <stdio.h>
#include <string.h>

#define MAX(a, b) ((a) > (b) ? (a) : (b))

static int lcs(const char *a, const char *b, char *out)
{
    static int t[30][30];
    int m = (int)strlen(a), n = (int)strlen(b), i, j, k;
    memset(t, 0, sizeof t);
    for (i = m - 1; i >= 0; i--)
        for (j = n - 1; j >= 0; j--)
            t[i][j] = a[i] == b[j] ? t[i + 1][j + 1] + 1 : MAX(t[i + 1][j], t[i][j + 1]);
    for (i = j = k = 0; i < m && j < n;)
        if (a[i] == b[j])
            out[k++] = a[i], i++, j++;
        else if (t[i + 1][j] >= t[i][j + 1])
            i++;
        else
            j++;
    out[k] = 0;
    return t[0][0];
}

static int knapsack(const int *w, const int *v, int n, int room)
{
    int best[64] = {0};
    for (int i = 0; i < n; i++)
        for (int r = room; r >= w[i]; r--)
            best[r] = MAX(best[r], best[r - w[i]] + v[i]);
    return best[room];
}

int main(void)
{
    char out[30];
    int n = lcs("the quick brown", "a thick bow now", out);
    printf("%d '%s'\n", n, out);
    int w[] = {12, 7, 11, 8, 9}, v[] = {24, 13, 23, 15, 16};
    printf("%d %d\n", knapsack(w, v, 5, 26), knapsack(w, v, 5, 50));
    return 0;
}
