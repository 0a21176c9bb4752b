/* A function that keeps state, called with and without derivatives: there is one state. */
/* head: both(x)>(both) */
static double smooth(double v, int reset)
{
  static double previous;
  if (reset)
    previous = 0.5;
  previous = 0.5 * (previous + v);
  return previous;
}

double both(double x)
{
  double first = smooth(2.0, 1);
  double second = smooth(x, 0);
  return first * second * smooth(3.0, 0) + x;
}
