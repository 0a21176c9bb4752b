/* Records that a function makes empty and others fill, resize and dispose of: their derivatives go the same
   way, also through the procedures that touch no number.
   head: volume(x)>(y)
   size: n=6 */
#include <stdlib.h>

typedef struct {
  int rows, columns;
  double *data;
} matrix;

static matrix *empty(void)
{
  matrix *m = malloc(sizeof(matrix));
  m->rows = m->columns = 0;
  m->data = NULL;
  return m;
}

static void resize(matrix *m, int rows, int columns)
{
  if (m->rows * m->columns != rows * columns) {
    if (m->data != NULL)
      free(m->data);
    m->data = rows * columns > 0 ? malloc(rows * columns * sizeof(double)) : NULL;
  }
  m->rows = rows;
  m->columns = columns;
}

static void dispose(matrix *m)
{
  if (m->data != NULL)
    free(m->data);
  free(m);
}

static void product(const matrix *a, const matrix *b, matrix *out)
{
  resize(out, a->rows, b->columns);
  for (int i = 0; i < a->rows; i++)
    for (int k = 0; k < b->columns; k++) {
      out->data[i + k * out->rows] = 0.0;
      for (int j = 0; j < a->columns; j++)
        out->data[i + k * out->rows] += a->data[i + j * a->rows] * b->data[j + k * b->rows];
    }
}

void volume(int n, const double *x, double *y)
{
  matrix *a = empty(), *b = empty(), *c = empty();
  resize(a, 2, n);
  resize(b, n, 1);
  for (int i = 0; i < n; i++) {
    a->data[2 * i] = x[i];
    a->data[2 * i + 1] = x[i] * x[i];
    b->data[i] = 1.0 + x[n - 1 - i];
  }
  product(a, b, c);
  resize(b, 1, 2);
  b->data[0] = c->data[1];
  b->data[1] = x[0];
  product(c, b, a);
  *y = a->data[0] * a->data[3] + a->data[2];
  dispose(a);
  dispose(b);
  dispose(c);
}
