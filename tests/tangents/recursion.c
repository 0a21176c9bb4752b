/* Self recursion and mutual recursion.
   head: legendre(x)>(y)
   size: n=5 */
static double odd(int n, double x);

static double even(int n, double x) { return n == 0 ? 1 : x * odd(n - 1, x) + 0.5; }
static double odd(int n, double x) { return n == 1 ? x * x : even(n - 1, x) / (1 + x); }

static double p(int n, double x)
{
  if (n < 2)
    return n == 0 ? 1 : x;
  return ((2 * n - 1) * x * p(n - 1, x) - (n - 1) * p(n - 2, x)) / n;
}

void legendre(int n, double x, double *y)
{
  for (int k = 0; k < n; k++)
    y[k] = p(k, x) + (k % 2 ? odd(k, x) : even(k, x));
}
