/* A function whose value does not depend on the independents has the derivative 0 all the same.
   size: x=2
   head: constant_result(x)>(constant_result,y) */
double constant_result(const double *x, double *y)
{
  *y = x[0] * x[1];
  return 3.0;
}
