enum { N = 12 };
int unsettled_plan(int n, const double *x, int x_size);
int unsettled_jacobian(int plan, int n, const double *x, int x_size, double *value, double *gradient);
double unsettled_d(int n, const double *x, const double *xd, double *value);

void sizes(int *columns, int *rows) { *columns = N, *rows = 1; }
int isSum(void) { return 0; }
void prepare(const double *x, int *plan) { *plan = unsettled_plan(N, x, N); }
void evaluate(int plan, const double *x, double *values, int *status) {
  double value;
  *status = unsettled_jacobian(plan, N, x, N, &value, values);
}
void tangent(const double *x, const double *xd, double *yd) {
  double value;
  *yd = unsettled_d(N, x, xd, &value);
}
