/* A parameter by value that the head does not name but uses as a variable of its own.
   head: iterate(a)>(iterate) */
double iterate(double a, double x)
{
  for (int k = 0; k < 4; k++)
    x = 0.5 * (x + a / x);
  return x;
}
