enum { N = 12 };
int rosenbrock_plan(int n, const double *x, int x_size);
int rosenbrock_gradient(int plan, int n, const double *x, int x_size, double *value, double *gradient);
double rosenbrock_d(int n, const double *x, const double *xd, double *value);

void sizes(int *columns, int *rows) { *columns = N, *rows = 1; }
int isSum(void) { return 1; }
void prepare(const double *x, int *plan) { *plan = rosenbrock_plan(N, x, N); }
void evaluate(int plan, const double *x, double *values, int *status) {
  double value;
  *status = rosenbrock_gradient(plan, N, x, N, &value, values);
}
void tangent(const double *x, const double *xd, double *yd) {
  double value;
  *yd = rosenbrock_d(N, x, xd, &value);
}
