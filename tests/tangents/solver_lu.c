/* LU with partial pivoting in place, the determinant and a solution.
   head: determinant(a,b)>(determinant,b) */
#include <math.h>

#define N 4
#define A(i, j) a[(i) * N + (j)]

double determinant(double a[N * N], double b[N])
{
  double det = 1;
  for (int i = 0; i < N; i++)
    A(i, i) += 0.5;
  for (int k = 0; k < N; k++) {
    int p = k;
    for (int i = k + 1; i < N; i++)
      if (fabs(A(i, k)) > fabs(A(p, k)))
        p = i;
    if (p != k) {
      for (int j = 0; j < N; j++) {
        double t = A(k, j);
        A(k, j) = A(p, j);
        A(p, j) = t;
      }
      double t = b[k];
      b[k] = b[p];
      b[p] = t;
      det = -det;
    }
    det *= A(k, k);
    for (int i = k + 1; i < N; i++) {
      A(i, k) /= A(k, k);
      for (int j = k + 1; j < N; j++)
        A(i, j) -= A(i, k) * A(k, j);
      b[i] -= A(i, k) * b[k];
    }
  }
  for (int i = N - 1; i >= 0; i--) {
    for (int j = i + 1; j < N; j++)
      b[i] -= A(i, j) * b[j];
    b[i] /= A(i, i);
  }
  return det;
}
