void polar(const double x[3], double p, double *y);
void polar_d(const double x[3], const double xd[3], double p, double pd, double *y, double *yd);
void polar_j(const double x[3], double p, double *y, double *jacobian);

void sizes(int *columns, int *rows) {
  *columns = 4;
  *rows = 5;
}
void original(const double *x, double *y) { polar(x, x[3], y); }
void tangent(const double *x, const double *xd, double *yd) {
  double y[5];
  polar_d(x, xd, x[3], xd[3], y, yd);
}
void jacobian(const double *x, double *y, double *entries) { polar_j(x, x[3], y, entries); }
