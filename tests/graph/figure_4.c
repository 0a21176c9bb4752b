/* Fig. 4: (a) three pointers that are one address; (b) three that may be: nothing is written, so that there is nothing
   to split; (c) x may be what the first assignment writes.
   graphs figure_4a: 3/4
   independents figure_4a 1: *q
   graphs figure_4b: 5/4
   independents figure_4b 1: *q, *r, *s
   picture: g1_0 -> g1_1 \[style=dashed, dir=none
   graphs figure_4c: 4/3 3/2
   split figure_4c 2: which line 23 may have written as *z */
void figure_4a(double *q, double *y) {
  double *r = q, *s = r;
  *y = *q + *r + *s;
}

void figure_4b(double *a, int i, int j, int k, double *y) {
  double *q = a + i, *r = a + j, *s = a + k;
  *y = *q + *r + *s;
}

void figure_4c(int c, double x, double w, double *y) {
  double *z = &w;
  if (c) z = &x;
  *z = -(*z * x);
  *y = w / x;
}
