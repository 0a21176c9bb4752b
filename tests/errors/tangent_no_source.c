void noise(double *x);

double model(double x)
{
  double y = x;
  noise(&y);
  return y;
}
