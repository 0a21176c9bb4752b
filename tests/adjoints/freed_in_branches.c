/* What is freed in a branch of a loop: nothing of it runs backwards, so nothing is kept for it. The record of the
   branches stayed on the tape, above what the caller had kept. */
/* head: whole(x)>(y) */
/* head: alone(x)>(y) */
/* at: {"n": 3, "x": [0.9, 0.7, 0.4]} */
#include <math.h>
#include <stdlib.h>

typedef struct {
  double *data;
} matrix;

static void release(matrix *m, int n) {
  for (int i = 0; i < n; i++)
    if (m[i].data != NULL)
      free(m[i].data);
  free(m);
}

static void work(double *s, int n) {
  matrix *m = malloc(n * sizeof(matrix));
  for (int i = 0; i < n; i++)
    m[i].data = i % 2 ? NULL : malloc(sizeof(double));
  *s = *s * *s;
  m[0].data[0] = *s;
  *s = m[0].data[0] * *s;
  release(m, n);
}

void whole(int n, const double *x, double *y) {
  double s = x[0];
  while (s > 0.1) {
    work(&s, n);
    s *= x[1];
  }
  *y = s * x[2];
}

void alone(int n, const double *x, double *y) {
  matrix m[5];
  double s = x[0];
  while (s > 0.2)
    s *= 0.9 * sin(s) * x[2];
  for (int i = 0; i < 5; i++)
    m[i].data = i % 2 ? NULL : malloc(sizeof(double));
  *m[0].data = s;
  *y = *m[0].data * *m[0].data * s;
  for (int j = 0; j < n; j++)
    for (int i = 0; i < 5; i++)
      if (m[i].data != NULL && j == n - 1)
        free(m[i].data);
}
