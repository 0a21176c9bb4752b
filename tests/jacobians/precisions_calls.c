void mix(const float f[2], const double *d, float *g, double *e);
void mix_d(const float f[2], const float fd[2], const double *d, const double *dd, float *g, float *gd, double *e,
           double *ed);
void mix_j(const float f[2], const double *d, float *g, double *e, double *jacobian);

void sizes(int *columns, int *rows) {
  *columns = 3;
  *rows = 2;
}
void original(const double *x, double *y) {
  float f[2] = {x[0], x[1]}, g;
  mix(f, &x[2], &g, &y[1]);
  y[0] = g;
}
void tangent(const double *x, const double *xd, double *yd) {
  float f[2] = {x[0], x[1]}, fd[2] = {xd[0], xd[1]}, g, gd;
  double e;
  mix_d(f, fd, &x[2], &xd[2], &g, &gd, &e, &yd[1]);
  yd[0] = gd;
}
void jacobian(const double *x, double *y, double *entries) {
  float f[2] = {x[0], x[1]}, g;
  mix_j(f, &x[2], &g, &y[1], entries);
  y[0] = g;
}
