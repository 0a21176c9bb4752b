/* Fig. 3: uses and their address sets. *p is a, then b; *q is one of both.
   graphs figure_3: 4/5 3/2
   independents figure_3 1: *p
   dependents figure_3 1: *p, *p, *q
   split figure_3 2: line 18 reads b, which line 17 may have written as *q
   independents figure_3 2: b, a
   dependents figure_3 2: *y */
void figure_3(double *y, int c, double a) {
  double b, *p, *q;
  p = &a;
  q = &b;
  if (c)
    q = &a;
  *p = 2 * *p;
  p = &b;
  *p = a * a;
  *q = b + a;
  *y = b * a;
}
