double guarded(int n, double *u, int k) {
#pragma costate checkpoint(3)
  for (int t = 0; t < n; t++) {
    u[0] = u[0] * u[0];
    if (k >= 0)
      u[k] = u[k] * u[0];
  }
  return u[0];
}
