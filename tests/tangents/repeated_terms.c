/* Factors that stand there twice, roots of costly arguments, choices between them: each is computed
   once.
   head: f(x)>(r) */
#include <math.h>

void f(const double x[3], double r[6])
{
  r[0] = x[0] * x[0] + x[1] * x[1] * x[1];
  r[1] = sin(x[0]) * sin(x[0]) * x[2];
  r[2] = sqrt((x[0] * x[0] + x[1] * x[1]) / (2.0 + x[2] * x[2]));
  r[3] = fmax(sqrt(2.0 + x[0] * x[1]), sqrt(3.0 + x[1] * x[2]));
  r[4] = x[0] > x[1] ? sqrt(1.0 + x[0] * x[0]) : pow(2.0 + x[1] * x[1], 1.5);
  r[5] = (x[0] + x[0]) / (1.0 + x[1] * x[1]) - x[2] * x[2];
}
