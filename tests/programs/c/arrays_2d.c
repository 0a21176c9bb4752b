/* Arrays of several dimensions, partial initialisers, rows as pointers, pointers to arrays. */
#include <stdio.h>

static double trace(double m[][3])
{
    return m[0][0] + m[1][1] + m[2][2];
}

static void fill(double (*row)[3], int n, double v)
{
    for (int i = 0; i < n; i++, row++)
        for (int j = 0; j < 3; j++)
            (*row)[j] = v + i - j;
}

static int sum3(int t[2][3][4])
{
    int s = 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 4; k++)
                s += t[i][j][k] * (i + 1) * (j + 2);
    return s;
}

int main(void)
{
    double m[3][3] = {{1, 2}, {3}, {[2] = 4}};
    int t[2][3][4] = {{{1, 2, 3, 4}, {5}}, {{6, 7}}};
    printf("%g %d\n", trace(m), sum3(t));
    fill(m + 1, 2, 10);
    double *flat = &m[0][0], *row = m[2];
    flat[1] = row[1] + *m[1];
    for (int i = 0; i < 9; i++)
        printf("%g ", flat[i]);
    printf("\n%d %d\n", (int)(sizeof m / sizeof m[0]), (int)sizeof t[0][0]);
    char names[3][6] = {"one", "two", "three"};
    names[1][0] = 'T';
    printf("%s %s %s\n", names[0], names[1], names[2]);
    return 0;
}
