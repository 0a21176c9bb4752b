void advance(int n, double dt, double *y);

double shoot(double v)
{
  double y[2] = {0.0, v};
  for (int i = 0; i < 10; i++)
    advance(2, 0.05, y);
  return y[0] * y[1];
}
