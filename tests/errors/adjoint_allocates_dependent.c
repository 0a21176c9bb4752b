#include <stdlib.h>

typedef struct {
  int n;
  double *data;
} vector;

static void reserve(vector *v, int n) {
  v->n = n;
  v->data = malloc(n * sizeof(double));
}

void squares(int n, const double *x, vector *out) {
  reserve(out, n);
  for (int i = 0; i < n; i++)
    out->data[i] = x[i] * x[i];
}
