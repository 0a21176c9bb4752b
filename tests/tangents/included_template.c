/* Functions whose text another file has, included twice: they are defined here, and only here.
   head: both(x)>(both) */
#define NAME square
#define FACTOR x
#include "included_template.inc"
#undef NAME
#undef FACTOR
#define NAME cube
#define FACTOR (x * x)
#include "included_template.inc"

double both(double x)
{
  return square(x) + cube(x) * x;
}
