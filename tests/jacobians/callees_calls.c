double chain(const double *x, double out[3]);
double chain_d(const double *x, const double *xd, double out[3], double outd[3], double *chain);
double chain_j(const double *x, double out[3], double *jacobian);

void sizes(int *columns, int *rows) {
  *columns = 4;
  *rows = 4;
}
void original(const double *x, double *y) { y[0] = chain(x, y + 1); }
void tangent(const double *x, const double *xd, double *yd) {
  double out[3], value;
  yd[0] = chain_d(x, xd, out, yd + 1, &value);
}
void jacobian(const double *x, double *y, double *entries) { y[0] = chain_j(x, y + 1, entries); }
