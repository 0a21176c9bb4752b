/* Exponentials and the like inside of statements in loops of either kind, in branches and choices, whose values or arguments
 * are overwritten then; in a function called in a loop.
 * head: functions(x)>(y) */
#include <math.h>

static double grow(double *state, double by) {
  *state = *state * exp(by * *state) / (1.0 + pow(fabs(by), 1.5));
  return sin(*state) * log(1.0 + by * by);
}

void functions(int n, const double *x, double *y) {
  double price = x[0], s = 0.1, a[64];
  int left = 4;
  for (int i = 0; i < n; i++)
    a[i] = x[i];
  for (int t = 0; t < 3; t++)
    for (int i = 0; i < n; i++) {
      price = price * exp(0.1 * x[i] - 0.2 * price) + 0.01;
      a[i] = a[i] * (x[i] > 0.3 ? tanh(a[i] * price) : 0.5) + exp(-a[i]) / (1.0 + exp(-price));
      if (a[i] > 0.4)
        a[i] = atan2(a[i], price) * cos(a[i]);
      s += a[i] * sin(s * price);
    }
  while (left > 0 && s < 50.0) {
    s = s * cos(s) + tanh(price * s) * s;
    price = exp(-price) * s;
    left--;
  }
  for (int i = 0; i < n; i++)
    y[i] = a[i] + grow(&s, x[i] * price);
}
