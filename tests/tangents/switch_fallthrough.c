/* A switch that falls through, with a default in the middle.
   head: unrolled(x)>(unrolled)
   size: n=7 */
double unrolled(int n, const double *x)
{
  double sum = 0, product = 1;
  int i = 0;
  for (int rest = n; rest > 0; rest -= 3) {
    switch (rest) {
    default:
      sum += x[i++];
      product *= 1.5;
      /* fall through */
    case 2:
      sum *= x[i++];
      /* fall through */
    case 1:
      product += sum * x[i++];
      break;
    case 0:
    case -1:
      product = 0;
    }
  }
  return sum + product;
}
