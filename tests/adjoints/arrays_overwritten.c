/* Arrays that a loop fills and later loops change, in a loop around: what is filled is kept once, what is needed
   on the way is kept again, and what is not filled all, too.
   head: sweep(x)>(y) */
static void add(int n, const double *x, double *out) {
  for (int j = 0; j < n; j++)
    for (int i = j + 1; i < n; i++)
      out[i] += x[j] * x[i];
}

void sweep(int n, int steps, const double *x, double *y) {
  double all[32], most[32], read[32], branch[32], turned[32];
  for (int i = 0; i < 32; i++)
    all[i] = most[i] = read[i] = branch[i] = turned[i] = 0.1 * i;
  y[0] = 0.0;
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++)
      all[i] = x[i] * (t + 1);
    for (int j = 0; j < n; j++)
      for (int i = j; i < n; i++)
        all[i] += x[j];
    add(n, x, all);
    for (int i = 1; i < n; i++) /* one is left out */
      most[i] = x[i];
    for (int i = 0; i < n; i++)
      most[i] += x[i] * x[0];
    for (int i = 0; i < n; i++) { /* needed in between */
      read[i] = x[i] + t;
      y[0] += read[i] * read[n - 1 - i];
    }
    for (int i = 0; i < n; i++)
      read[i] += x[i];
    for (int i = 0; i < n; i++) /* some only */
      if (x[i] > 0.3)
        branch[i] = x[i];
    for (int i = 0; i < n; i++)
      branch[i] += x[i];
    for (int i = 0; i < n; i++) {
      turned[n - 1 - i] = x[i];
      if (i > 0)
        turned[n - i] *= x[i];
    }
    for (int i = n - 1; i >= 0; i--)
      turned[i] += x[0];
    for (int i = 0; i < n; i++)
      y[0] += all[i] * all[i] + most[i] * most[i] * x[i] + read[i] * read[i] + branch[i] * branch[i] +
              turned[i] * turned[i];
  }
}
