#include <stdio.h>
int stopping_plan(const double x[4]);
int stopping_gradient(int plan, const double x[4], double *stopping, double *gradient);
int main(void) {
  double x[4] = {1, 1, 1, 1}, f, gradient[4];
  int plan = stopping_plan(x), first = stopping_gradient(plan, x, &f, gradient);
  int good = first == 0 && gradient[3] == 2.0;
  x[1] = 3.0;
  good = good && stopping_gradient(plan, x, &f, gradient) == 3; /* only one, and the rest */
  puts(good ? "ok" : "wrong");
  return 0;
}
