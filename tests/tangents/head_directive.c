/* Independents and dependents marked in the source.
   head: cubic */
void cubic(const double *x, double a, double *y)
{
#pragma costate independent(x, a)
#pragma costate dependent(y)
  y[0] = a * x[0] * x[0] * x[0] + x[1];
  y[1] = x[0] * x[1] / a;
}
