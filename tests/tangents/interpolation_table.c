/* A table looked up by bisection, then interpolated.
   head: lookup(x,table)>(y)
   size: n=5 */
#define SIZE 6

static int bracket(const double *grid, int n, double x)
{
  int lo = 0, hi = n - 1;
  while (hi - lo > 1) {
    int mid = lo + (hi - lo) / 2;
    if (grid[mid] <= x)
      lo = mid;
    else
      hi = mid;
  }
  return lo;
}

void lookup(int n, const double *x, const double table[SIZE], double *y)
{
  static const double grid[SIZE] = {0.0, 0.31, 0.57, 0.83, 1.02, 2.0};
  for (int i = 0; i < n; i++) {
    int k = bracket(grid, SIZE, x[i]);
    double s = (x[i] - grid[k]) / (grid[k + 1] - grid[k]);
    y[i] = (1 - s) * table[k] + s * table[k + 1] + s * (1 - s) * x[i];
  }
}
