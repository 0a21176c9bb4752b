#include <stdlib.h>

double allocated(int n, double x) {
  double v = x;
  for (int t = 0; t < n; t++) {
    double *w = malloc(sizeof *w);
    *w = v * v;
    v = *w;
    free(w);
  }
  return v;
}
