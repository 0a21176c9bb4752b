/* Runs on globals, heads that name them, and elements of a global table by constant and by variable subscripts.
   head: advance(position,rate,energy)>(position,energy)
   head: advance(position,rate)>(position,energy)
   head: table_run(x,table)>(table) */
#include <math.h>

double position = 0.4, rate = 1.3, energy = 0.1, table[3];

void advance(void) {
  double t = position * rate;
  position = position + 0.1 * t;
  rate = rate - sin(position) * t;
  energy = 0.5 * rate * rate + energy;
  t = energy;
  energy = position * t;
  position = position * rate - t;
}

void table_run(const double x[3]) {
  for (int i = 0; i < 3; i++) {
    table[0] = x[i] * 0.5 + table[0];
    table[i] = table[0] * x[i];
    table[1] = table[i] - cos(table[1]) * 0.1;
    table[2 - i] = table[2 - i] * table[1];
    table[0] = table[0] + table[2] * table[i];
  }
}
