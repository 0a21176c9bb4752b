/* A pointer to one of two functions, of which only one fills the work array.
   head: f(x)>(y) */
#include <math.h>
static void full(const double *x, double *w) { for (int i = 0; i < 4; i++) w[i] = sin(x[i]); }
static void part(const double *x, double *w) { for (int i = 0; i < 2; i++) w[i] = x[i]*x[i]; }
void f(const double *x, double *y) {
  double w[4];
  for (int j = 0; j < 4; j++)
    w[j] = x[j];
  for (int k = 0; k < 4; k++) {
    void (*fill)(const double *, double *) = k % 2 ? part : full;
    fill(x, w);
    for (int j = 0; j < 4; j++)
      y[k] += w[j]*w[j]*x[k];
  }
}
