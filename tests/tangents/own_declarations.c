/* Functions of the library that the program declares itself, or reaches as built-in functions: what is generated
   calls others.
   head: wave(x)>(wave)
   head: built_in(x)>(built_in)
   head: chosen(x)>(y)
   head: turned(x)>(turned)
   complex step: it computes with complex numbers itself */
double exp(double), tan(double);

double wave(double x)
{
  return exp(-x) * tan(x);
}

double built_in(double x)
{
  return __builtin_sin(x) * __builtin_fabs(x);
}

static double half(double v)
{
  return v * v / 2;
}

static void apply(double (*f)(double), double v, double *r)
{
  *r = f(v) + v;
}

void chosen(double x, double *y)
{
  apply(half, x, y);
}

double turned(double x)
{
  _Complex double z = x + 2.0i * x;
  z = z * z * z;
  return __real__ z + 2 * __imag__ z;
}
