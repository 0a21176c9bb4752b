/* A small matrix library with views, error codes and a chain of allocations. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

typedef struct {
    size_t rows, columns, tda;
    double *data;
    int owner;
} matrix;

#define AT(m, i, j) ((m)->data[(i) * (m)->tda + (j)])

static matrix *matrix_alloc(size_t r, size_t c)
{
    matrix *m;
    if (r == 0 || c == 0)
        return NULL;
    if ((m = malloc(sizeof *m)) == NULL)
        return NULL;
    if (!(m->data = calloc(r * c, sizeof(double)))) {
        free(m);
        return NULL;
    }
    m->rows = r;
    m->columns = m->tda = c;
    m->owner = 1;
    return m;
}

static matrix submatrix(matrix *m, size_t i, size_t j, size_t r, size_t c)
{
    matrix s = *m;
    s.data += i * m->tda + j;
    s.rows = r;
    s.columns = c;
    s.owner = 0;
    return s;
}

static int cholesky(matrix *a)
{
    if (a->rows != a->columns)
        return -1;
    for (size_t j = 0; j < a->rows; j++) {
        double d = AT(a, j, j);
        for (size_t k = 0; k < j; k++)
            d -= AT(a, j, k) * AT(a, j, k);
        if (d <= 0)
            return (int)j + 1;
        d = AT(a, j, j) = sqrt(d);
        for (size_t i = j + 1; i < a->rows; i++) {
            double s = AT(a, i, j);
            for (size_t k = 0; k < j; k++)
                s -= AT(a, i, k) * AT(a, j, k);
            AT(a, i, j) = s / d;
        }
    }
    return 0;
}

int main(void)
{
    matrix *m = matrix_alloc(6, 6), *none = matrix_alloc(0, 3);
    for (size_t i = 0; i < 6; i++)
        for (size_t j = 0; j < 6; j++)
            AT(m, i, j) = 1.0 / (double)(i + j + 1) + (i == j ? 0.1 : 0);
    matrix s = submatrix(m, 1, 1, 4, 4), odd = submatrix(m, 0, 0, 2, 3);
    printf("%d %d %d\n", none == NULL, cholesky(&s), cholesky(&odd));
    for (size_t i = 0; i < s.rows; i++)
        for (size_t j = 0; j <= i; j++)
            printf("%.17g\n", AT(&s, i, j));
    AT(m, 3, 3) = -1;
    printf("%d\n", cholesky(m));
    if (m->owner)
        free(m->data);
    free(m);
    return 0;
}
