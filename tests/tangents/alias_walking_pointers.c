/* Several pointers into one array, compared and moved towards each other.
   head: fold(x)>(y)
   size: n=7 */
void fold(int n, const double *x, double *y)
{
  for (int i = 0; i < n; i++)
    y[i] = x[i] * x[i];
  double *low = y, *high = y + n - 1;
  while (low < high) {
    double t = *low;
    *low = *high * t;
    *high = t + *low;
    ++low, --high;
  }
  if (low == high)
    *low *= *y;
}
