/* The jump D depends on averages (density, u, v, h) and differences (of density, pressure, u, v) by four waves. Their
 * derivatives are shared by all rows; a row goes back to the primitive variables of both sides, and from there to the
 * conserved ones. */
#include "hand.h"

struct side {
  double r, u, v, p, h, through; /* through: r times the normal velocity */
};

struct face {
  struct side l, r;
  double nx, ny, g, part, density, u, v, h, half, a, normal, du, dv, dn;
  double middle, w1, w2, w3, shear;
  double w1_density, w1_normal, w1_a, w1_dp, w1_dn; /* derivatives of the waves */
  double w2_normal, w2_a, w2_dp;
  double w3_density, w3_normal, w3_a, w3_dp, w3_dn, shear_normal;
  double density_l, density_r, part_l, part_r; /* by the densities of the sides */
  double sound;                                /* a, by h */
};

static inline struct side primitive(const double *x, double nx, double ny, double g) {
  struct side s;
  double inverse = 1.0 / x[0];
  s.r = x[0];
  s.u = x[1] * inverse;
  s.v = x[2] * inverse;
  s.p = g * (x[3] - 0.5 * (x[1] * s.u + x[2] * s.v));
  s.h = (x[3] + s.p) * inverse;
  s.through = x[1] * nx + x[2] * ny;
  return s;
}

static inline struct face average(const double *x, const double *c) {
  struct face f;
  f.nx = c[0];
  f.ny = c[1];
  f.g = c[2] - 1.0;
  f.l = primitive(x, f.nx, f.ny, f.g);
  f.r = primitive(x + 4, f.nx, f.ny, f.g);
  double wl = sqrt(f.l.r), wr = sqrt(f.r.r), inverse = 1.0 / (wl + wr);
  f.part = wl * inverse;
  f.density = wl * wr;
  f.density_l = 0.5 * wr / wl;
  f.density_r = 0.5 * wl / wr;
  f.part_l = f.density_l * inverse * inverse;
  f.part_r = -f.density_r * inverse * inverse;
  f.du = f.r.u - f.l.u;
  f.dv = f.r.v - f.l.v;
  f.dn = f.du * f.nx + f.dv * f.ny;
  f.u = f.r.u - f.part * f.du;
  f.v = f.r.v - f.part * f.dv;
  f.h = f.r.h + f.part * (f.l.h - f.r.h);
  f.half = 0.5 * (f.u * f.u + f.v * f.v);
  f.a = sqrt(f.g * (f.h - f.half));
  f.normal = f.u * f.nx + f.v * f.ny;

  double a = 1.0 / f.a, square = 0.5 * a * a, dp = f.r.p - f.l.p, slope = 0.5 * f.density * f.dn * a;
  double slow = fabs(f.normal - f.a), fast = fabs(f.normal + f.a), middle = fabs(f.normal);
  double s1 = f.normal > f.a ? 1.0 : -1.0, s2 = f.normal > 0.0 ? 1.0 : -1.0, s3 = f.normal > -f.a ? 1.0 : -1.0;
  double a1 = dp * square - slope, a2 = f.r.r - f.l.r - 2.0 * dp * square, a3 = dp * square + slope;
  f.middle = middle;
  f.sound = 0.5 * f.g * a;
  f.w1 = slow * a1;
  f.w2 = middle * a2;
  f.w3 = fast * a3;
  f.shear = middle * f.density;
  f.w1_normal = s1 * a1;
  f.w1_a = slow * a * (slope - 2.0 * dp * square) - f.w1_normal;
  f.w1_density = -0.5 * slow * f.dn * a;
  f.w1_dp = slow * square;
  f.w1_dn = -0.5 * slow * f.density * a;
  f.w2_normal = s2 * a2;
  f.w2_a = 4.0 * middle * dp * square * a;
  f.w2_dp = -2.0 * middle * square;
  f.w3_normal = s3 * a3;
  f.w3_a = f.w3_normal - fast * a * (slope + 2.0 * dp * square);
  f.w3_density = 0.5 * fast * f.dn * a;
  f.w3_dp = fast * square;
  f.w3_dn = 0.5 * fast * f.density * a;
  f.shear_normal = s2 * f.density;
  return f;
}

/* Derivatives of something by waves, averages and differences, beside what those do to each other. */
struct row {
  double w1, w2, w3, shear, u, v, h, a, normal, du, dv, dn;
};

/* Subtracts half of what the primitive variables of a side mean for the conserved ones. */
static inline void conserved(const struct face *f, const struct side *s, double r, double u, double v, double p,
                             double h, double *out) {
  double inverse = 0.5 / s->r;
  u *= inverse;
  v *= inverse;
  h *= inverse;
  p = f->g * (0.5 * p + h);
  out[0] -= 0.5 * (r + p * (s->u * s->u + s->v * s->v)) - u * s->u - v * s->v - h * s->h;
  out[1] -= u - p * s->u;
  out[2] -= v - p * s->v;
  out[3] -= p + h;
}

/* Subtracts half of what the jump changes with the conserved variables. */
static inline void jump(const struct face *f, const struct row *d, double *out) {
  double density = d->w1 * f->w1_density + d->w3 * f->w3_density + d->shear * f->middle;
  double normal = d->normal + d->w1 * f->w1_normal + d->w2 * f->w2_normal + d->w3 * f->w3_normal +
                  d->shear * f->shear_normal;
  double a = (d->a + d->w1 * f->w1_a + d->w2 * f->w2_a + d->w3 * f->w3_a) * f->sound;
  double dr = d->w2 * f->middle, dp = d->w1 * f->w1_dp + d->w2 * f->w2_dp + d->w3 * f->w3_dp;
  double dn = d->dn + d->w1 * f->w1_dn + d->w3 * f->w3_dn;
  double u = d->u + normal * f->nx - a * f->u, v = d->v + normal * f->ny - a * f->v, h = d->h + a;
  double du = d->du + dn * f->nx, dv = d->dv + dn * f->ny;
  double part = h * (f->l.h - f->r.h) - u * f->du - v * f->dv, rest = 1.0 - f->part;
  conserved(f, &f->l, density * f->density_l + part * f->part_l - dr, f->part * u - du, f->part * v - dv, -dp,
            f->part * h, out);
  conserved(f, &f->r, density * f->density_r + part * f->part_r + dr, rest * u + du, rest * v + dv, dp, rest * h,
            out + 4);
}

/* Adds half of what the flux of a side, weighted by w, changes with the conserved variables. */
static inline void flux(const struct face *f, const struct side *s, double w0, double w1, double w2, double w3,
                        double *out) {
  double inverse = 0.5 / s->r, through = 0.5 * (w0 + w1 * s->u + w2 * s->v + w3 * s->h);
  double u = w1 * s->through * inverse, v = w2 * s->through * inverse, h = w3 * s->through * inverse;
  double p = f->g * (0.5 * (w1 * f->nx + w2 * f->ny) + h);
  out[0] += 0.5 * p * (s->u * s->u + s->v * s->v) - u * s->u - v * s->v - h * s->h;
  out[1] += through * f->nx + u - p * s->u;
  out[2] += through * f->ny + v - p * s->v;
  out[3] += p + h;
}

static inline void values(const struct face *f, double *y) {
  double all = f->w1 + f->w2 + f->w3, sound = f->a * (f->w3 - f->w1);
  double x = f->du - f->dn * f->nx, z = f->dv - f->dn * f->ny;
  y[0] = 0.5 * (f->l.through + f->r.through - all);
  y[1] = 0.5 * (f->l.through * f->l.u + f->r.through * f->r.u + (f->l.p + f->r.p) * f->nx - f->u * all - sound * f->nx -
                f->shear * x);
  y[2] = 0.5 * (f->l.through * f->l.v + f->r.through * f->r.v + (f->l.p + f->r.p) * f->ny - f->v * all - sound * f->ny -
                f->shear * z);
  y[3] = 0.5 * (f->l.through * f->l.h + f->r.through * f->r.h - f->h * (f->w1 + f->w3) - sound * f->normal -
                f->w2 * f->half - f->shear * (f->u * f->du + f->v * f->dv - f->normal * f->dn));
}

/* Half of the Euler equations' own Jacobian on a side. */
static inline void flux_jacobian(const struct face *f, const struct side *s, double *out) {
  double nx = 0.5 * f->nx, ny = 0.5 * f->ny, u = s->u, v = s->v, g = f->g;
  double normal = u * nx + v * ny, half = 0.5 * g * (u * u + v * v), gu = g * u, gv = g * v;
  out[0] = 0.0;
  out[1] = nx;
  out[2] = ny;
  out[3] = 0.0;
  out[8] = half * nx - u * normal;
  out[9] = normal + (u - gu) * nx;
  out[10] = u * ny - gv * nx;
  out[11] = g * nx;
  out[16] = half * ny - v * normal;
  out[17] = v * nx - gu * ny;
  out[18] = normal + (v - gv) * ny;
  out[19] = g * ny;
  out[24] = normal * (half - s->h);
  out[25] = s->h * nx - gu * normal;
  out[26] = s->h * ny - gv * normal;
  out[27] = (1.0 + g) * normal;
}

void roe_hand_j(const double *x, const double *c, double *y, double *jacobian) {
  struct face f = average(x, c);
  double all = f.w1 + f.w2 + f.w3, sound = f.w3 - f.w1, ax = f.a * f.nx, ay = f.a * f.ny, an = f.a * f.normal;
  values(&f, y);
  flux_jacobian(&f, &f.l, jacobian);
  flux_jacobian(&f, &f.r, jacobian + 4);
  struct row mass = {.w1 = 1.0, .w2 = 1.0, .w3 = 1.0};
  struct row first = {.w1 = f.u - ax, .w2 = f.u, .w3 = f.u + ax, .shear = f.du - f.dn * f.nx, .u = all,
                      .a = sound * f.nx, .du = f.shear, .dn = -f.shear * f.nx};
  struct row second = {.w1 = f.v - ay, .w2 = f.v, .w3 = f.v + ay, .shear = f.dv - f.dn * f.ny, .v = all,
                       .a = sound * f.ny, .dv = f.shear, .dn = -f.shear * f.ny};
  struct row energy = {.w1 = f.h - an, .w2 = f.half, .w3 = f.h + an,
                       .shear = f.u * f.du + f.v * f.dv - f.normal * f.dn, .u = f.w2 * f.u + f.shear * f.du,
                       .v = f.w2 * f.v + f.shear * f.dv, .h = f.w1 + f.w3, .a = sound * f.normal,
                       .normal = sound * f.a - f.shear * f.dn, .du = f.shear * f.u, .dv = f.shear * f.v,
                       .dn = -f.shear * f.normal};
  jump(&f, &mass, jacobian);
  jump(&f, &first, jacobian + 8);
  jump(&f, &second, jacobian + 16);
  jump(&f, &energy, jacobian + 24);
}

static inline void back(const double *x, double *xb, const double *c, const double *yb, double weight) {
  struct face f = average(x, c);
  double y[4];
  if (!yb)
    values(&f, y);
  double w0 = SEED(0, y[0]), w1 = SEED(1, y[1]), w2 = SEED(2, y[2]), w3 = SEED(3, y[3]);
  double all = w0 + w1 * f.u + w2 * f.v, across = w1 * f.nx + w2 * f.ny + w3 * f.normal;
  double sound = f.w3 - f.w1, mass = f.w1 + f.w2 + f.w3;
  struct row d = {.w1 = all + w3 * f.h - f.a * across,
                  .w2 = all + w3 * f.half,
                  .w3 = all + w3 * f.h + f.a * across,
                  .shear = w1 * f.du + w2 * f.dv + w3 * (f.u * f.du + f.v * f.dv) - across * f.dn,
                  .u = w1 * mass + w3 * (f.w2 * f.u + f.shear * f.du),
                  .v = w2 * mass + w3 * (f.w2 * f.v + f.shear * f.dv),
                  .h = w3 * (f.w1 + f.w3),
                  .a = across * sound,
                  .normal = w3 * (sound * f.a - f.shear * f.dn),
                  .du = f.shear * (w1 + w3 * f.u),
                  .dv = f.shear * (w2 + w3 * f.v),
                  .dn = -f.shear * across};
  flux(&f, &f.l, w0, w1, w2, w3, xb);
  flux(&f, &f.r, w0, w1, w2, w3, xb + 4);
  jump(&f, &d, xb);
}

ADJOINTS(roe, 8)
