/* head: record(x)>(record)
   refused: no sparse Jacobian of a procedure that writes 'p', which holds other than real numbers */
struct pair { double a, b; };
double record(const double *x, struct pair *p) { p->a = x[0]; return p->a * x[1]; }
