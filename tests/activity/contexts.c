/* Calls are kept apart: `copy` is active in one call, and what another call brings in stays out.
   head: f(x)>(y)
   active dug: f x y a; copy from to
   active vdg: f x y a; copy from to
   why b: it does not vary with the independents */
static void copy(const double *from, double *to) { *to = *from; }

void f(const double *x, double *y, double p)
{
    double a, b;
    copy(x, &a);
    copy(&p, &b);
    *y = a * b;
}
