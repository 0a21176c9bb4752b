double pool(double x)
{
  char memory[64];
  double *p = (double *)(memory + 8);
  *p = x * x;
  return *p * x;
}
