// head: loss(w1,w2,x)>(value)
// at: {"batch": 3, "in": 4, "hidden": 5}
// libraries: -lblas -lm
// Two layers through CBLAS, in row-major order, with memory from the heap.
#include <cblas.h>
#include <math.h>
#include <stdlib.h>

static void layer(int rows, int in, int out, const double *x, const double *w, double *y) {
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, rows, out, in, 1.0, x, in, w, out, 0.0, y,
              out);
  for (int i = 0; i < rows * out; i++)
    y[i] = tanh(y[i]);
}

void loss(int batch, int in, int hidden, const double w1[20], const double w2[10],
          const double x[12], double *value) {
  double *h = malloc((size_t)(batch * hidden) * sizeof *h);
  double *y = malloc((size_t)(batch * 2) * sizeof *y);
  layer(batch, in, hidden, x, w1, h);
  layer(batch, hidden, 2, h, w2, y);
  *value = cblas_ddot(2 * batch, y, 1, y, 1) + cblas_dnrm2(batch, y, 2);
  cblas_dscal(hidden, *value, h, 1);
  *value += cblas_dasum(hidden, h, 1);
  free(h);
  free(y);
}
