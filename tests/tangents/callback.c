/* Numerical integration of a function given by pointer, with user data behind a void pointer.
   head: area(p)>(area) */
#include <math.h>

typedef double integrand(double t, const void *data);

struct shape {
  double width, height;
};

static double simpson(integrand *f, const void *data, double a, double b, int n)
{
  double h = (b - a) / n, sum = f(a, data) + f(b, data);
  for (int i = 1; i < n; i++)
    sum += (i % 2 ? 4 : 2) * f(a + i * h, data);
  return sum * h / 3;
}

static double bell(double t, const void *data)
{
  const struct shape *s = data;
  return s->height * exp(-t * t / (s->width * s->width));
}

static double ramp(double t, const void *data)
{
  const double *slope = data;
  return *slope * t;
}

double area(const double p[3])
{
  struct shape s = {p[0], p[1]};
  return simpson(bell, &s, 0, p[2], 10) + simpson(ramp, &p[1], 0, 2, 4);
}
