void f(double x, double *y) { *y = x; }
