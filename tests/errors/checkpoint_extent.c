double chased(int n, double *u, const int *at) {
  for (int t = 0; t < n; t++)
    u[at[t]] = u[at[t]] * u[0];
  return u[0];
}
