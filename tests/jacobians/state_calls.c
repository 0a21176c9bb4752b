typedef struct {
  double mass, v[2];
  int steps;
} body;
void advance(double z[4], body *s);
void advance_d(double z[4], double zd[4], body *s, body *sd);
void advance_j(double z[4], body *s, double *jacobian);

void sizes(int *columns, int *rows) {
  *columns = 6;
  *rows = 7;
}
static body start(const double *x, double *z) {
  for (int i = 0; i < 4; i++)
    z[i] = x[i];
  return (body){2.5, {x[4], x[5]}, 0};
}
static void leave(const double *z, const body *s, double *y) {
  for (int i = 0; i < 4; i++)
    y[i] = z[i];
  y[4] = s->v[0];
  y[5] = s->v[1];
  y[6] = s->mass;
}
void original(const double *x, double *y) {
  double z[4];
  body s = start(x, z);
  advance(z, &s);
  leave(z, &s, y);
}
void tangent(const double *x, const double *xd, double *yd) {
  double z[4], zd[4];
  body s = start(x, z), sd = start(xd, zd);
  sd.mass = 0;
  advance_d(z, zd, &s, &sd);
  leave(zd, &sd, yd);
}
void jacobian(const double *x, double *y, double *entries) {
  double z[4];
  body s = start(x, z);
  advance_j(z, &s, entries);
  leave(z, &s, y);
}
