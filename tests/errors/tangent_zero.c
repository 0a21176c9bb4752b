double steps(int n, const double *x)
{
  double count = 0;
  for (int i = 0; i < n; i++)
    if (x[i] > 0.5)
      count += 1;
  return count;
}
