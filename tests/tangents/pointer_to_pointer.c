/* A matrix as an array of row pointers, rows swapped by their pointers.
   head: solve(a,b)>(x)
   size: n=4 */
#include <math.h>
#include <stdlib.h>

void solve(int n, const double *a, const double *b, double *x)
{
  double **row = malloc(n * sizeof(double *));
  for (int i = 0; i < n; i++) {
    row[i] = malloc((n + 1) * sizeof(double));
    for (int j = 0; j < n; j++)
      row[i][j] = a[i * n + j] + (i == j);
    row[i][n] = b[i];
  }
  for (int k = 0; k < n; k++) {
    int best = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(row[i][k]) > fabs(row[best][k]))
        best = i;
    double *swap = row[k];
    row[k] = row[best];
    row[best] = swap;
    for (int i = k + 1; i < n; i++) {
      double f = row[i][k] / row[k][k];
      for (int j = k; j <= n; j++)
        row[i][j] -= f * row[k][j];
    }
  }
  for (int i = n - 1; i >= 0; i--) {
    x[i] = row[i][n];
    for (int j = i + 1; j < n; j++)
      x[i] -= row[i][j] * x[j];
    x[i] /= row[i][i];
  }
  for (int i = 0; i < n; i++)
    free(row[i]);
  free(row);
}
