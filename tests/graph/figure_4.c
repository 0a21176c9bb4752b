/* Fig. 4 (a): three pointers that are one address. */
void figure_4a(double *q, double *y) {
  double *r = q, *s = r;
  *y = *q + *r + *s;
}

/* (b): three that may be; nothing is written, so there is nothing to split. */
void figure_4b(double *a, int i, int j, int k, double *y) {
  double *q = a + i, *r = a + j, *s = a + k;
  *y = *q + *r + *s;
}

/* (c): x may be what the first assignment writes. */
void figure_4c(int c, double x, double w, double *y) {
  double *z = &w;
  if (c)
    z = &x;
  *z = -(*z * x);
  *y = w / x;
}
