void fill(int k, double *w) {
  for (int j = 0; j < 4; j++)
    w[j] = 0.1 * k + 0.3 * j;
}
