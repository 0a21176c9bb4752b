void f(double x, double *y) { *y = 2.0 * x; }
