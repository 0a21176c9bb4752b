/* Where the kernels of this folder are evaluated. Their common interface, in C and in Fortran, is
 *
 *   void NAME(const double *x, const double *c, double *y)
 *   void NAME_sum(int points, const double *x, const double *c, double *s)
 *   subroutine NAME(x, c, y)
 *   subroutine NAME_sum(points, x, c, s)
 *
 * The first is straight-line code, y to be differentiated by x with c constant; the second is half the sum of y
 * squared over points, one after the other in x. */
struct problem {
  const char *name;
  int inputs, outputs;
  double spread;         /* points lie that far around x, relatively */
  double x[12], c[32];
};

const struct problem *find_problem(const char *name);
