/* Figs. 2 and 5: between the assignments the pointer moves by a number that nobody knows. */
void figure_2(double *z, double x, double *y, long k) {
  *z = -(*z * x);
  z += k;
  *y = *z / x;
}

/* Section 6.1, D = (a1): it does not move, or it is known how. */
void section_6_1(double *z, double x, double *y) {
  long k = 1;
  *z = -(*z * x);
  z += k;
  z = z - 1;
  *y = *z / x;
}
