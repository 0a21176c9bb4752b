/* Loops that nothing needs backwards: neither they nor what moves them on is left. */
/* head: settle(x,s)>(s,y) */
void settle(int n, const double *x, double *s, double *y) {
  int rounds = 0, odd = 2;
  do {
    rounds++;
    for (long i = 0; i < n; i++)
      odd = (odd + 1) & 7;
  } while (rounds < 2 && (odd & 1) != 1);
  while (rounds < 7) {
    rounds++;
  }
  *y = *s * x[0];
  *s += 0.5 * x[n - 1];
}
