/* Fig. 1: two assignments of plain scalars are one graph: z, x, *, - and /.
   graphs figure_1: 5/5
   independents figure_1 1: z, x
   dependents figure_1 1: z, y
   labels figure_1 1: 1 0 4
   jacobian figure_1 1: 2 2 4
   picture: g0_1 -> g0_4 */
double z, y;

void figure_1(double x) {
  z = -(z * x);
  y = z / x;
}
