// C calls Fortran by C linkage: derivatives go through both files.
// head: simulate(dt,x)>(simulate)
// size: steps=5
void advance(int n, double dt, double *y);
double total_energy(const int *n, const double *y);
double simulate(int steps, double dt, const double x[2]) {
  double y[2] = {x[0], x[1]};
  int two = 2;
  for (int i = 0; i < steps; i++)
    advance(2, dt, y);
  return total_energy(&two, y) * dt;
}
