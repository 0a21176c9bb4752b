/* A boat goes from rest at one pier to rest at the next, one length away, in unit time: with which thrust does that
   take the least effort? In n steps of length h = 1/n; the variables are positions p, speeds v and thrusts u, in
   one vector z: p[0..n], v[0..n], u[0..n-1].

   The effort is a sum of terms in one or two elements. Positions follow speeds linearly; speeds follow thrusts and
   the drag of the water, which grows with the square of the speed. */

double effort(int n, const double *z) {
  const double *u = z + 2 * (n + 1);
  double h = 1.0 / n, sum = 0;
  for (int k = 0; k < n; k++)
    sum += h * u[k] * u[k];
  for (int k = 1; k < n; k++) {
    double jerk = (u[k] - u[k - 1]) / h;
    sum += 1e-3 * h * jerk * jerk;
  }
  return sum;
}

/* All zero where positions agree with speeds, and with where the boat is in the beginning and in the end. */
void course(int n, const double *z, double *g) {
  const double *p = z, *v = z + n + 1;
  double h = 1.0 / n;
  for (int k = 0; k < n; k++)
    g[k] = p[k + 1] - p[k] - h * (v[k] + v[k + 1]) / 2;
  g[n] = p[0];
  g[n + 1] = p[n] - 1;
  g[n + 2] = v[0];
  g[n + 3] = v[n];
}

/* All zero where speeds agree with thrusts and drag. */
void motion(int n, double drag, const double *z, double *g) {
  const double *v = z + n + 1, *u = z + 2 * (n + 1);
  double h = 1.0 / n;
  for (int k = 0; k < n; k++) {
    double mean = (v[k] + v[k + 1]) / 2;
    g[k] = v[k + 1] - v[k] - h * (u[k] - drag * mean * mean);
  }
}
