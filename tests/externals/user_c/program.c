// head: model(x,t)>(y)
// Tangents and adjoints by hand, with constants and passive arrays among the active arguments.
double lookup(int n, const double *table, const double *x, double t);
void smooth(int n, const double *u, double *v);
void log_state(int n, const double *x);
double now(void);
void noise(double *value);

void model(int n, const double *x, double t, double *y) {
  double table[8], work[8], extra;
  for (int i = 0; i < n; i++)
    table[i] = 0.1 * (i + 1);
  smooth(n, x, work);
  log_state(n, x);
  noise(&extra);
  *y = lookup(n, table, x, 2.0) + lookup(n, table, work, t * t) + now() * extra * work[1];
}
