// head: model(x)>(model)
// adjoint: yes
// What a procedure without source overwrites in a loop is needed as it was: all of an array, wherever the
// procedure is told to begin.
#include <math.h>

void fill(int k, double *w);

double model(const double *x) {
  double w[6], s = 0.1;
  for (int k = 0; k < 3; k++) {
    fill(k, w);
    fill(k + 1, &w[2]);
    for (int j = 0; j < 4; j++)
      s += w[j] * sin(x[j]) * s + w[j + 2] * x[j];
  }
  return s;
}
