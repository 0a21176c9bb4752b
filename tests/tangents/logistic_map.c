/* Iterations with a do-while and a counter that decides.
   complex-step
   head: iterate(r,x)>(iterate)
   size: n=9 */
#ifndef REAL
#define REAL double
#endif

REAL iterate(int n, REAL r, REAL x)
{
  REAL sum = 0;
  int k = 0;
  do {
    x = (2.5 + 0.1 * r) * x * (1 - x);
    if (k % 3 == 1)
      continue;
    sum += x * x;
  } while (++k < n);
  return sum;
}
