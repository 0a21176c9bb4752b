/* A table of integers that is kept: what finds its elements is kept, too, in a head and in what it calls.
   head: shuffle(x)>(y)
   size: n=4 */
static void mix(double *x, int *table, const int *order) {
  for (int i = 2; i >= 0; i--) {
    int k = order[i];
    x[table[i]] *= x[table[k]];
    table[table[k]] = i;
    k = table[3 - i];
    table[k] = k;
    x[k] += 0.5 * i;
  }
}

void shuffle(int n, double *x, double *y) {
  int table[4] = {2, 0, 3, 1}, order[4] = {1, 3, 0, 2}, k = 0;
  for (int i = 0; i < n; i++) {
    y[i] = x[table[k]] * x[table[i]];
    table[k] = i;
    k = (k + 3) % 4;
  }
  mix(x, table, order);
  for (int i = 0; i < n; i++)
    y[i] += x[i] * x[table[i]];
}
