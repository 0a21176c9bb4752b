/* A matrix of row pointers into one block, made and freed by helpers.
   head: power(a)>(power)
   size: n=3 */
#include <stdlib.h>

static double **matrix(int n)
{
  double **m = malloc(n * sizeof *m);
  m[0] = calloc(n * n, sizeof **m);
  for (int i = 1; i < n; i++)
    m[i] = m[i - 1] + n;
  return m;
}

static void release(double **m)
{
  free(m[0]);
  free(m);
}

static void multiply(int n, double **a, double **b, double **c)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      c[i][j] = 0;
      for (int k = 0; k < n; k++)
        c[i][j] += a[i][k] * b[k][j];
    }
}

double power(int n, const double *a)
{
  double **m = matrix(n), **p = matrix(n), **q = matrix(n), trace = 0;
  for (int i = 0; i < n * n; i++)
    m[0][i] = p[0][i] = a[i];
  for (int k = 0; k < 3; k++) {
    multiply(n, m, p, q);
    double **t = p;
    p = q;
    q = t;
  }
  for (int i = 0; i < n; i++)
    trace += p[i][i];
  release(m);
  release(p);
  release(q);
  return trace;
}
