/* double **: rows allocated one by one, a table of rows, out-parameters that set pointers. */
#include <stdio.h>
#include <stdlib.h>

static double **matrix(int m, int n)
{
    double **a = malloc(m * sizeof(double *));
    for (int i = 0; i < m; i++)
        a[i] = calloc(n, sizeof **a);
    return a;
}

static void longest(char **words, int n, char **best)
{
    int most = -1;
    for (char **w = words; w < words + n; w++) {
        int k = 0;
        while ((*w)[k])
            k++;
        if (k > most) {
            most = k;
            *best = *w;
        }
    }
}

static void swap_rows(double **a, int i, int j)
{
    double *t = a[i];
    a[i] = a[j];
    a[j] = t;
}

int main(void)
{
    double **a = matrix(3, 4);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            a[i][j] = *(*(a + i) + j) + 10 * i + j;
    swap_rows(a, 0, 2);
    double *row = a[1] + 1, **second = a + 1;
    row[0] = -1;
    (*second)[2] = -2;
    *second[1] = -3;
    for (int i = 0; i < 3; i++, printf("\n"))
        for (int j = 0; j < 4; j++)
            printf("%g ", a[i][j]);
    char *words[] = {"a", "four", "seventeen", "to"}, *best = 0;
    longest(words, 4, &best);
    printf("%s\n", best);
    for (int i = 0; i < 3; i++)
        free(a[i]);
    free(a);
    return 0;
}
