/* Fig. 1: two assignments of plain scalars are one graph. */
double z, y;

void figure_1(double x) {
  z = -(z * x);
  y = z / x;
}
