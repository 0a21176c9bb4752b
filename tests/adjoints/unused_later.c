/* What is written and then counts for nothing has no adjoint; what counts only on some ways, through pointers, in the next
   iteration or in another call has one. */
/* head: settle(x)>(y) */

/* Its results: in one call used and constant, in the other varying and unused. */
static void scale(double factor, double in, double *out) {
  double t = factor * in * in;
  *out = t;
}

void settle(int n, const double *x, double *y) {
  double t, u = 1.5, w, last = 0.25, parts[4], *p = &u;
  int steps = 0;
  t = x[0] * x[1];
  y[0] = t * t;
  for (int i = 0; i < n; i++) /* unused, though values decide below */
    t = 0.5 * t * t + 0.3 * x[i];
  if (t > 0.7)
    steps = 1;
  w = x[1] * x[1];
  y[1] = w * x[2];
  scale(2.0, w, &w); /* varies, unused */
  scale(3.0, 0.5, &w); /* constant, used */
  y[2] = w * x[0] * steps;
  w = x[2];
  scale(3.0, 0.5, &w);
  y[2] += w * x[1];
  for (int i = 0; i < n; i++) { /* used in the next iteration, but for the last */
    y[0] += last * x[i];
    last = x[i] * x[i] * last;
  }
  u = x[0] * x[2];
  y[1] += *p * *p;
  u = *p * x[1]; /* unused */
  parts[0] = x[0] * x[0];
  parts[1] = parts[0] * x[1];
  parts[2] = parts[1] * x[2];
  y[2] += parts[2];
  for (int i = 0; i < 3; i++)
    parts[i] = parts[i] * x[i]; /* of these, one is used */
  y[0] += parts[steps];
  if (n > 2)
    parts[3] = x[2] * y[0]; /* used on one way only */
  else
    parts[3] = 2;
  for (int i = 0; i < 2; i++) {
    if (i == 1)
      y[2] += parts[3];
    parts[3] = parts[3] * x[1];
  }
}
