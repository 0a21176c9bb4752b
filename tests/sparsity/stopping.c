/* A sum with another number of terms at another point.
   head: stopping(x)>(stopping) */
double stopping(const double x[4])
{
  double f = 0.0;
  for (int i = 0; i < 4 && x[i] < 2.5; i++)
    f += x[i] * x[i];
  return f;
}
