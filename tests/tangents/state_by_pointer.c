/* A state that only what the head calls writes, through the pointer it is handed: it has a derivative by
   contract, named or not.
   head: steps(x)>(y)
   size: n=4 */
static void step(int n, double *state, const double *x)
{
  for (int i = 0; i < n; i++)
    state[i] = state[i] * x[i] + x[0];
}

void steps(int n, const double *x, double *state, double *y)
{
  step(n, state, x);
  step(n, state, x);
  *y = state[0] * state[n - 1];
}
