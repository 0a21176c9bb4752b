/* What others may have left in a static variable, or may look at, is not the derivative's own. */
static double scale = 2.0, last, shared;

void set_scale(double v) { scale = v; }

double scaled(double x) { return scale * x * x; }

double keeps(double x) {
  last = x * x;
  return last * last;
}

double look(void) { return last; }

void prepare(int n) { shared = n; }

double uses(double x, int n) {
  prepare(n);
  return shared * x * x;
}
