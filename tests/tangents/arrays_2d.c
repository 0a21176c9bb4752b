/* Two-dimensional arrays, local and as a parameter, a row passed on.
   head: heat(u)>(u) */
#define N 6

static double laplace(double rows[][N], int i, int j)
{
  return rows[i - 1][j] + rows[i + 1][j] + rows[i][j - 1] + rows[i][j + 1] - 4 * rows[i][j];
}

static void scale(double *row, int n, double by)
{
  for (int k = 0; k < n; k++)
    row[k] *= by;
}

void heat(double u[N][N])
{
  double next[N][N];
  for (int step = 0; step < 3; step++) {
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        next[i][j] = u[i][j] + 0.2 * laplace(u, i, j) * u[i][j];
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        u[i][j] = next[i][j];
    scale(u[2], N, 1.1);
    scale(&u[3][1], N - 2, u[0][0]);
  }
}
