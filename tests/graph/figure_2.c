/* Figs. 2 and 5: between the assignments the pointer moves by a number that nobody knows.
   graphs figure_2: 4/3 3/2
   split figure_2 2: line 17 reads *z, which line 15 may have written as *z: z0 and z0 + k may be equal
   dependents figure_2 1: *z
   independents figure_2 2: *z, x
   picture: g0_3 -> g1_0 \[style=dashed\]

   Section 6.1, D = (a1): it is known how it moves.
   graphs comes_back: 5/5
   independents comes_back 1: *z, x
   dependents comes_back 1: *z, *y
   graphs moves_on: 6/5
   independents moves_on 1: *z, x, *z */
void figure_2(double *z, double x, double *y, long k) {
  *z = -(*z * x);
  z += k;
  *y = *z / x;
}

void comes_back(double *z, double x, double *y) {
  long k = 1;
  *z = -(*z * x);
  z += k;
  z = z - 1;
  *y = *z / x;
}

void moves_on(double *z, double x, double *y) {
  *z = -(*z * x);
  z++;
  *y = *z / x;
}
