void scale_(const int *n, const double *a, double *x)
{
  for (int i = 0; i < *n; i++)
    x[i] *= *a * x[i];
}
