typedef double (*function)(double);

static double twice(double t) { return 2 * t; }
static double square(double t) { return t * t; }

function choose(int which) { return which ? twice : square; }

double applied(int which, double x)
{
  function f = choose(which);
  return f(x);
}
