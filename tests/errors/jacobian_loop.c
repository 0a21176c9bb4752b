void smooth(int n, const double x[3], double y[3]) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] * x[i];
}
