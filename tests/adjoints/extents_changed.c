// Numbers that only the types of parameters need: the caller changes them between calls, the callee itself.
// head: rows(x)>(y)
// head: shrinking(x)>(y)
static void along(int n, double x[][n], double *y) {
  for (int j = 0; j < 4; j++) {
    *y += x[j][0] * *y;
    x[j][0] = x[j][0] * x[j][1];
  }
}

void rows(double x[24], double *y) {
  int n = 3;
  along(n, (double (*)[n])x, y);
  n = 4;
  along(n, (double (*)[n])x, y);
  n = 2;
  *y *= *y;
}

static void smaller(int n, double x[][n], double *y) {
  double work[4][n];
  n = n - 1;
  for (int j = 0; j < 4; j++) {
    work[j][1] = x[j][1] * *y;
    *y = 0.5 * *y + work[j][1] * x[j][n - 1];
    x[j][1] = x[j][1] * work[j][1];
  }
}

void shrinking(double x[24], double *y) {
  for (int n = 5; n > 2; n--) {
    smaller(n, (double (*)[n])x, y);
    x[0] = x[0] * *y;
  }
}
