/* Elements of an array that are overwritten outside of loops: what nobody has read is not kept, nor is a local variable
   read before it has a value; short functions with loops and branches need no tape.
   head: project(camera,point)>(out)
   lacks: tape_push
   lacks: place02 */
#include <math.h>

static double square_sum(int n, const double *v) {
  double sum = 0.0;
  for (int i = 0; i < n; i++)
    sum += v[i] * v[i];
  return sum;
}

static void distort(const double *parameters, double *place) {
  double distance = square_sum(2, place);
  double factor = 1.0 + parameters[0] * distance;
  if (distance < 10.0)
    factor += parameters[1] * distance * distance;
  place[0] = place[0] * factor;
  place[1] = place[1] * factor;
}

void project(const double *camera, const double *point, double *out) {
  double place[2];
  place[0] = point[0] / point[2];
  place[1] = point[1] / point[2];
  distort(camera, place);
  out[0] = place[0] * camera[2];
  out[1] = place[1] * camera[2];
}
