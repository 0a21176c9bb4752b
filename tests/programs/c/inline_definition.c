/* Functions that are declared inline, without an external definition in any file; one has one. */

#include <math.h>
#include <stdio.h>

__attribute__((always_inline)) inline void turn(double x[2])
{
  double t = sin(x[0]) * x[1];
  x[0] = cos(x[1]) + x[0];
  x[1] = t;
}

__attribute__((always_inline)) inline int passive(int n)
{
  return 2 * n + 1;
}

inline double doubled(double t)
{
  return t + t;
}
extern double doubled(double t);

void step(double x[2])
{
  for (int i = 0; i < passive(1); i++)
    turn(x);
}

double outer(double x)
{
  return doubled(x) * x;
}

int main(void)
{
  double x[2] = {0.5, 1.25};
  step(x);
  printf("%.17g %.17g %.17g\n", x[0], x[1], outer(x[1]));
  return 0;
}
