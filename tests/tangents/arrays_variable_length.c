/* Arrays whose bounds are arguments: VLAs, VLA parameters and pointers to rows.
   head: gram(a)>(g)
   size: n=3 m=4 */
static void multiply(int n, int m, const double (*a)[m], double (*c)[n])
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      c[i][j] = 0;
      for (int k = 0; k < m; k++)
        c[i][j] += a[i][k] * a[j][k];
    }
}

void gram(int n, int m, const double *a, double *g)
{
  double work[n][m], c[n][n], trace = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      work[i][j] = a[i * m + j] * a[i * m + j];
  multiply(n, m, (const double (*)[m])work, c);
  double (*row)[n] = c;
  for (int i = 0; i < n; i++, row++)
    trace += (*row)[i];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      g[i * n + j] = c[i][j] / trace;
}
