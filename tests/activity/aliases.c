/* The same memory under two names: what goes into `*p` comes out of `*q`.
   head: f(x)>(y)
   active dug: f x y; g p q v r
   active vdg: f x y a; g p q v r */
static void g(double *p, const double *q, double v, double *r)
{
    *p = v;
    *r = *q;
}

void f(double x, double *y)
{
    double a = 0.0;
    g(&a, &a, x, y);
}
