/* Structs in structs, copied whole, passed and returned by value.
   head: drag(x)>(y) */
#include <math.h>

typedef struct { double x, y, z; } vector;
typedef struct { vector position, velocity; double mass; int kind; } body;

static vector scaled(vector v, double by)
{
  vector r = {v.x * by, v.y * by, v.z * by};
  return r;
}

static double norm(const vector *v)
{
  return sqrt(v->x * v->x + v->y * v->y + v->z * v->z);
}

static body moved(body b, double dt)
{
  double speed = norm(&b.velocity);
  vector a = scaled(b.velocity, -0.3 * speed / b.mass);
  b.velocity.x += dt * a.x;
  b.velocity.y += dt * a.y;
  b.velocity.z += dt * (a.z - 9.81);
  vector step = scaled(b.velocity, dt);
  b.position = (vector){b.position.x + step.x, b.position.y + step.y, b.position.z + step.z};
  return b;
}

void drag(const double *x, double *y)
{
  body b = {{x[0], x[1], x[2]}, {x[3], x[4], x[5]}, 1.5 + x[6], 1}, before;
  for (int step = 0; step < 20; step++) {
    before = b;
    b = moved(before, 0.05);
  }
  y[0] = b.position.x;
  y[1] = b.position.y * before.velocity.y;
  y[2] = norm(&b.position);
}
