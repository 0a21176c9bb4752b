/* A variable that is computed again in the backward sweep, and whose old value is put back there, too: the adjoint of a quotient must not
   take the old value for its result.
   head: spline(t,v,m)>(m) */
void spline(int n, const double *t, const double *v, double *m) {
  double ratio = t[0] * v[0], first = ratio * ratio * v[1];
  for (int i = 1; i < n; i++) {
    double before = t[i] * t[i] + 1.0, after = t[i - 1] * t[i - 1] + 2.0;
    ratio = before / (before + after);
    double pivot = ratio * v[i - 1] + 2.0;
    m[i] = (v[i] - ratio * m[i - 1]) / pivot;
  }
  m[0] = first;
}
