double limiter(double u, double v, double x[3]);
double limiter_d(double u, double ud, double v, double vd, double x[3], double xd[3], double *limiter);
double limiter_j(double u, double v, double x[3], double *jacobian);

void sizes(int *columns, int *rows) { *columns = 5, *rows = 4; }
static void copy(const double *x, double *y) {
  for (int i = 0; i < 3; i++)
    y[1 + i] = x[2 + i];
}
void original(const double *x, double *y) {
  copy(x, y);
  y[0] = limiter(x[0], x[1], y + 1);
}
void tangent(const double *x, const double *xd, double *yd) {
  double y[4];
  copy(x, y);
  copy(xd, yd);
  yd[0] = limiter_d(x[0], xd[0], x[1], xd[1], y + 1, yd + 1, y);
}
void jacobian(const double *x, double *y, double *entries) {
  copy(x, y);
  y[0] = limiter_j(x[0], x[1], y + 1, entries);
}
