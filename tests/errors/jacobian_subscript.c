void pick(int i, const double x[3], double *y) {
  *y = x[0] * x[1];
  *y += x[i];
}
