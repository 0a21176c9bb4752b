/* An array of pointers to several arrays, one of them constant; the pointers are permuted.
   head: mix(x,y)>(mix)
   size: n=4 */
static const double offsets[4] = {0.5, 1.5, -0.5, 2.0};

double mix(int n, const double *x, double *y)
{
  const double *source[3] = {x, offsets, y};
  double sum = 0;
  for (int round = 0; round < 3; round++) {
    const double *first = source[0];
    source[0] = source[1];
    source[1] = source[2];
    source[2] = first;
    for (int i = 0; i < n; i++)
      sum += source[0][i] * source[1][i] + source[2][i];
    y[round] = sum;
  }
  return sum;
}
