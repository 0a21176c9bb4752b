/* Fig. 10 in C.
   pairs figure_10: b,x linear 1; b,b linear 1; c,b nonlinear 2; c,x nonlinear 2; c,c linear 1
   carried 7: c,b linear
   fusable 7: no
*/
void figure_10(int n, const double *x, double *b, double *c) {
  for (int i = 1; i <= n; i++) {
    b[i] = 3 * x[i];
    c[i] = b[i - 1] + b[i] * x[i];
  }
}
