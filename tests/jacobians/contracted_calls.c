void model(int n, const double x[3], double y[3]);
void model_d(int n, const double x[3], const double xd[3], double y[3], double yd[3]);
void model_j(int n, const double x[3], double y[3], double *jacobian);

void sizes(int *columns, int *rows) {
  *columns = 3;
  *rows = 3;
}
void original(const double *x, double *y) { model(4, x, y); }
void tangent(const double *x, const double *xd, double *yd) {
  double y[3];
  model_d(4, x, xd, y, yd);
}
void jacobian(const double *x, double *y, double *entries) { model_j(4, x, y, entries); }
