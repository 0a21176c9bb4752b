enum { N = 40 };
int broyden_plan(int n, const double *x, int x_size, double *y, int y_size);
int broyden_jacobian(int plan, int n, const double *x, int x_size, double *y, int y_size, double *values);
void broyden_d(int n, const double *x, const double *xd, double *y, double *yd);

void sizes(int *columns, int *rows) { *columns = *rows = N; }
int isSum(void) { return 0; }
void prepare(const double *x, int *plan) {
  double y[N];
  *plan = broyden_plan(N, x, N, y, N);
}
void evaluate(int plan, const double *x, double *values, int *status) {
  double y[N];
  *status = broyden_jacobian(plan, N, x, N, y, N, values);
}
void tangent(const double *x, const double *xd, double *yd) {
  double y[N];
  broyden_d(N, x, xd, y, yd);
}
