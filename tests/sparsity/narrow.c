/* A plan with more directions than the program has.
   head: narrow(x)>(y)
   vector: 2 */
void narrow(const double x[3], double y[2])
{
  y[0] = x[0] * x[1];
  y[1] = x[2];
}
