// Extents of arrays that local variables determine: each sweep has declarations of its own.
// head: doubled(x)>(y)
// head: twice(x)>(y)
// head: rows(x)>(y)
// head: chosen(x)>(y)
static void kept(int n, const double *x, double *y) {
  int m = n * 2;
  double w[m];
  for (int i = 0; i < n; i++)
    w[2 * i] = x[i] * *y;
  for (int i = 0; i < n; i++)
    *y += w[2 * i] * w[2 * i];
  while (*y > 100.0)
    *y *= 0.5 * x[0];
}

void twice(int n, const double *x, double *y) {
  kept(n, x, y);
  *y *= *y;
  kept(n - 1, x + 1, y);
}

void doubled(int n, const double *x, double *y) {
  int m = 2 * n, k = m + 1;
  double w[m][k];
  for (int i = 0; i < n; i++)
    w[m - 1 - i][k - 1 - i] = x[i] * *y;
  for (int i = 0; i < n; i++)
    *y += w[m - 1 - i][k - 1 - i] * w[m - 1 - i][k - 1 - i] * x[i];
}

static void inner(double *x, int shift, double *y) {
  int width = shift;
  width = width + 1;
  double(*a)[width] = (double(*)[width])x;
  double products[width];
  for (int j = 0; j < width; j++) {
    products[j] = a[0][j] * a[1][j];
    a[1][j] = products[j] * *y;
  }
  for (int j = 0; j < width; j++)
    *y += products[j] * products[j] + a[1][j];
  while (*y > 100.0)
    *y *= 0.5 * x[0];
}

void rows(double x[12], double *y) {
  for (int t = 0; t < 3; t++)
    inner(x, 2 + t, y);
}

void chosen(int n, const double *x, double *y) {
  int m;
  if (n > 3)
    m = n;
  else
    m = 3;
  double w[m];
  for (int i = 0; i < m; i++)
    w[i] = *y;
  for (int i = 0; i < n; i++)
    w[i] *= x[i] * w[(i + 1) % m];
  for (int i = 0; i < m; i++)
    *y += w[i];
}
