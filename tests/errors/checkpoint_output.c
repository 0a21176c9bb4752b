#include <stdio.h>

double printed(int n, double x) {
  double v = x;
  for (int t = 0; t < n; t++) {
    v = v * v;
    printf("%g\n", v);
  }
  return v;
}
