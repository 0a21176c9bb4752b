/* File-scope variables that carry derivatives between functions, one of them set once.
   head: chain(x)>(chain)
   size: n=5 */
double total;
double history[16];
int count;
const double weight[3] = {0.5, 1.5, 2.5};

static void record(double v)
{
  history[count++] = v;
  total += v * weight[count % 3];
}

double chain(int n, const double *x)
{
  total = 0;
  count = 0;
  for (int i = 0; i < n; i++)
    record(x[i] * x[i]);
  for (int i = 1; i < count; i++)
    total *= 1 + 0.1 * history[i] * history[i - 1];
  return total;
}
