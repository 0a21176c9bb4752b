enum { N = 12 };
int dropped_plan(int n, const double *x, int x_size);
int dropped_gradient(int plan, int n, const double *x, int x_size, double *value, double *gradient);
double dropped_d(int n, const double *x, const double *xd, double *value);

void sizes(int *columns, int *rows) { *columns = N, *rows = 1; }
int isSum(void) { return 1; }
void prepare(const double *x, int *plan) { *plan = dropped_plan(N, x, N); }
void evaluate(int plan, const double *x, double *values, int *status) {
  double value;
  *status = dropped_gradient(plan, N, x, N, &value, values);
}
void tangent(const double *x, const double *xd, double *yd) {
  double value;
  *yd = dropped_d(N, x, xd, &value);
}
