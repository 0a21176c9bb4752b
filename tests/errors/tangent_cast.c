double magic(double x)
{
  long k = *(long *)&x;
  k = 0x5fe6eb50c7b537a9 - (k >> 1);
  double y = *(double *)&k;
  return y * (1.5 - 0.5 * x * y * y);
}
