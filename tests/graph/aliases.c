/* Two arguments are one memory where some call of the program makes them so; callers of a head keep them apart.
   graphs overlapping: 2/2 2/2
   split overlapping 2: s and t + 1 may be equal
   graphs apart: 4/4
   graphs outside: 4/4 */
static void overlapping(double *s, double *t) {
  s[0] = s[1] * s[1];
  t[0] = t[1] * t[1];
}

static void apart(double *s, double *t) {
  s[0] = s[1] * s[1];
  t[0] = t[1] * t[1];
}

void caller(double *a, double *b, int i) {
  overlapping(a, b);
  overlapping(a, a + i);
  apart(a, b);
}

void outside(double *s, double *t) {
  s[0] = s[1] * s[1];
  t[0] = t[1] * t[1];
}
