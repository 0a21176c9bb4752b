void pieces(int n, const double *x, double *y) {
  for (int i = 1; i < n; i++) {
    double part[i + 1];
    for (int j = 0; j <= i; j++)
      part[j] = x[j] * *y;
    for (int j = 0; j <= i; j++)
      *y += part[j] * part[i - j];
  }
}
