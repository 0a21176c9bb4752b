/* Small programs that use GSL, by its functions' names: what they call is differentiated with them. Each is
   a case of its own; the comment before it says its head and where it is checked. */

/* polynomial | polynomial(c,x)>(polynomial) | {"n": 5} */
double polynomial(int n, const double c[], double x) { return gsl_poly_eval(c, n, x); }

/* polynomial_derivatives | polynomial_derivatives(c,x)>(y) | {"n": 5} */
void polynomial_derivatives(int n, const double c[], double x, double y[3]) { gsl_poly_eval_derivs(c, n, x, y, 3); }

/* divided_differences | divided_differences(xa,ya,x)>(divided_differences) | {"n": 4, "xa": [0.1, 0.5, 1.2, 2.0]} */
double divided_differences(int n, const double xa[], const double ya[], double x) {
  double dd[8];
  gsl_poly_dd_init(dd, xa, ya, n);
  return gsl_poly_dd_eval(dd, xa, n, x);
}

/* quadratic_roots | quadratic_roots(a,b,c)>(x0,x1) | {"a": 1.0, "b": -3.1, "c": 2.0} */
void quadratic_roots(double a, double b, double c, double *x0, double *x1) {
  gsl_poly_solve_quadratic(a, b, c, x0, x1);
}

/* cubic_roots | cubic_roots(a,b,c)>(x0,x1,x2) | {"a": -6.1, "b": 11.0, "c": -6.0} */
void cubic_roots(double a, double b, double c, double *x0, double *x1, double *x2) {
  gsl_poly_solve_cubic(a, b, c, x0, x1, x2);
}

/* mean | mean(x)>(mean) | {"n": 6} */
double mean(int n, const double x[]) { return gsl_stats_mean(x, 1, n); }

/* variance | variance(x)>(variance) | {"n": 6} */
double variance(int n, const double x[]) { return gsl_stats_variance(x, 1, n); }

/* deviation | deviation(x)>(deviation) | {"n": 6} */
double deviation(int n, const double x[]) { return gsl_stats_sd(x, 1, n); }

/* variance_with_mean | variance_with_mean(x,m)>(variance_with_mean) | {"n": 6} */
double variance_with_mean(int n, const double x[], double m) { return gsl_stats_variance_with_fixed_mean(x, 1, n, m); }

/* absolute_deviation | absolute_deviation(x)>(absolute_deviation) | {"n": 6} */
double absolute_deviation(int n, const double x[]) { return gsl_stats_absdev(x, 1, n); }

/* skewness | skewness(x)>(skewness) | {"n": 6} */
double skewness(int n, const double x[]) { return gsl_stats_skew(x, 1, n); }

/* kurtosis | kurtosis(x)>(kurtosis) | {"n": 6} */
double kurtosis(int n, const double x[]) { return gsl_stats_kurtosis(x, 1, n); }

/* autocorrelation | autocorrelation(x)>(autocorrelation) | {"n": 6} */
double autocorrelation(int n, const double x[]) { return gsl_stats_lag1_autocorrelation(x, 1, n); }

/* covariance | covariance(x,y)>(covariance) | {"n": 6} */
double covariance(int n, const double x[], const double y[]) { return gsl_stats_covariance(x, 1, y, 1, n); }

/* correlation | correlation(x,y)>(correlation) | {"n": 6, "y": [0.3, 0.9, 0.2, 1.7, 0.6, 0.5]} */
double correlation(int n, const double x[], const double y[]) { return gsl_stats_correlation(x, 1, y, 1, n); }

/* weighted_mean | weighted_mean(w,x)>(weighted_mean) | {"n": 6} */
double weighted_mean(int n, const double w[], const double x[]) { return gsl_stats_wmean(w, 1, x, 1, n); }

/* weighted_variance | weighted_variance(w,x)>(weighted_variance) | {"n": 6, "w": [0.3, 0.9, 0.2, 1.7, 0.6, 0.5]} */
double weighted_variance(int n, const double w[], const double x[]) { return gsl_stats_wvariance(w, 1, x, 1, n); }

/* student | student(x,y)>(student) | {"n": 6, "y": [0.3, 0.9, 0.2, 1.7, 0.6, 0.5]} */
double student(int n, const double x[], const double y[]) { return gsl_stats_ttest(x, 1, n, y, 1, n); }

/* line_fit | line_fit(x,y)>(c) | {"n": 6, "y": [0.3, 0.9, 0.2, 1.7, 0.6, 0.5]} */
void line_fit(int n, const double x[], const double y[], double c[2]) {
  double c00, c01, c11, sum;
  gsl_fit_linear(x, 1, y, 1, n, &c[0], &c[1], &c00, &c01, &c11, &sum);
}

/* line_through_zero | line_through_zero(x,y)>(c) | {"n": 6, "y": [0.3, 0.9, 0.2, 1.7, 0.6, 0.5]} */
void line_through_zero(int n, const double x[], const double y[], double *c) {
  double c11, sum;
  gsl_fit_mul(x, 1, y, 1, n, c, &c11, &sum);
}

/* integral | integral(p)>(integral) | {"p": [0.7, 1.3]} */
static double integrand(double x, void *given) {
  const double *p = given;
  return sin(p[0] * x) * exp(-p[1] * x);
}
double integral(double p[2]) {
  gsl_function f = {integrand, p};
  double result, error;
  size_t evaluations;
  gsl_integration_qng(&f, 0.0, 1.0, 1e-10, 1e-10, &result, &error, &evaluations);
  return result;
}

/* difference_quotient | difference_quotient(p)>(difference_quotient) | {"p": [0.7, 1.3]} */
static double differentiated(double x, void *given) {
  const double *p = given;
  return sin(p[0] * x) * exp(-p[1] * x);
}
double difference_quotient(double p[2]) {
  gsl_function f = {differentiated, p};
  double result, error;
  gsl_deriv_central(&f, 0.4, 1e-2, &result, &error);
  return result;
}

/* linear_system | linear_system(a,b)>(y) | {"a": [4.0, 0.3, 0.5, 0.1, 3.0, 0.6, 0.2, 0.4, 5.0]} */
void linear_system(const double a[9], const double b[3], double y[3]) {
  double copy[9];
  int sign;
  size_t order[3];
  for (int i = 0; i < 9; i++)
    copy[i] = a[i];
  gsl_matrix_view m = gsl_matrix_view_array(copy, 3, 3);
  gsl_vector_const_view right = gsl_vector_const_view_array(b, 3);
  gsl_vector_view left = gsl_vector_view_array(y, 3);
  gsl_permutation p = {3, order};
  gsl_linalg_LU_decomp(&m.matrix, &p, &sign);
  gsl_linalg_LU_solve(&m.matrix, &p, &right.vector, &left.vector);
}

/* cholesky_factor | cholesky_factor(a)>(a) | {"a": [4.0, 0.3, 0.5, 0.3, 3.0, 0.6, 0.5, 0.6, 5.0]} */
void cholesky_factor(double a[9]) {
  gsl_matrix_view m = gsl_matrix_view_array(a, 3, 3);
  gsl_linalg_cholesky_decomp1(&m.matrix);
}

/* tridiagonal_system | tridiagonal_system(d,e,f,b)>(x) | {"d": [4.0, 5.0, 6.0, 7.0]} */
void tridiagonal_system(const double d[4], const double e[3], const double f[3], const double b[4], double x[4]) {
  gsl_vector_const_view diagonal = gsl_vector_const_view_array(d, 4), above = gsl_vector_const_view_array(e, 3);
  gsl_vector_const_view below = gsl_vector_const_view_array(f, 3), right = gsl_vector_const_view_array(b, 4);
  gsl_vector_view left = gsl_vector_view_array(x, 4);
  gsl_linalg_solve_tridiag(&diagonal.vector, &above.vector, &below.vector, &right.vector, &left.vector);
}

/* spline | spline(xa,ya,x)>(spline) | {"n": 5, "xa": [0.0, 0.5, 1.1, 1.9, 2.5], "x": 0.8} */
double spline(int n, const double xa[], const double ya[], double x) {
  gsl_interp *s = gsl_interp_alloc(gsl_interp_cspline, n);
  gsl_interp_init(s, xa, ya, n);
  double y = gsl_interp_eval(s, xa, ya, x, NULL);
  gsl_interp_free(s);
  return y;
}

/* interpolation | interpolation(xa,ya,x)>(interpolation) | {"n": 5, "xa": [0.0, 0.5, 1.1, 1.9, 2.5], "x": 0.8} */
double interpolation(int n, const double xa[], const double ya[], double x) {
  gsl_interp *s = gsl_interp_alloc(gsl_interp_linear, n);
  gsl_interp_init(s, xa, ya, n);
  double y = gsl_interp_eval(s, xa, ya, x, NULL);
  gsl_interp_free(s);
  return y;
}

/* real_transform | real_transform(x)>(x) | {} */
void real_transform(double x[8]) { gsl_fft_real_radix2_transform(x, 1, 8); }

/* complex_transform | complex_transform(x)>(x) | {} */
void complex_transform(double x[16]) { gsl_fft_complex_radix2_forward(x, 1, 8); }

/* dot_product | dot_product(x,y)>(dot_product) | {} */
double dot_product(const double x[4], const double y[4]) {
  gsl_vector_const_view u = gsl_vector_const_view_array(x, 4), v = gsl_vector_const_view_array(y, 4);
  double result;
  gsl_blas_ddot(&u.vector, &v.vector, &result);
  return result;
}
