#include <stdint.h>

double through(double x)
{
  double a = x;
  uintptr_t address = (uintptr_t)&a;
  double *p = (double *)address;
  return *p * x;
}
