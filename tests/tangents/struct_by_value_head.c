/* A function of a struct by value, returning one.
   head: rotated(v)>(rotated) */
#include <math.h>

typedef struct { double x, y; } vector;

vector rotated(vector v, double angle)
{
  vector r = {v.x * cos(angle) - v.y * sin(angle), v.x * sin(angle) + v.y * cos(angle)};
  r.x *= v.x;
  return r;
}
