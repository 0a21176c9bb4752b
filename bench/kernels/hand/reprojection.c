/* The adjoint of reprojection.c: every observation forward and back at once. */
#include "hand.h"

static inline double dot(const double *a, const double *b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void cross(const double *a, const double *b, double *out) {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

/* What the way back needs of a rotation. */
struct turn {
  double angle, sine, cosine, axis[3], normal[3], projected;
};

static int rotate(const double *rotation, const double *p, double *out, struct turn *t) {
  double square = dot(rotation, rotation);
  if (square <= 1e-20) {
    cross(rotation, p, t->normal);
    for (int i = 0; i < 3; i++)
      out[i] = p[i] + t->normal[i];
    return 0;
  }
  t->angle = sqrt(square);
  t->sine = sin(t->angle);
  t->cosine = cos(t->angle);
  for (int i = 0; i < 3; i++)
    t->axis[i] = rotation[i] / t->angle;
  cross(t->axis, p, t->normal);
  t->projected = dot(t->axis, p);
  for (int i = 0; i < 3; i++)
    out[i] =
        p[i] * t->cosine + t->normal[i] * t->sine + t->axis[i] * (t->projected * (1.0 - t->cosine));
  return 1;
}

/* w: the adjoint of the result; sets pb, adds to rotationb */
static void rotate_back(const double *rotation, const double *p, int far, const struct turn *t,
                        const double *w, double *pb, double *rotationb) {
  double turned[3], moved[3];
  if (!far) {
    cross(p, w, turned);
    cross(w, rotation, moved);
    for (int i = 0; i < 3; i++) {
      rotationb[i] += turned[i];
      pb[i] = w[i] + moved[i];
    }
    return;
  }
  double rest = 1.0 - t->cosine, along = dot(t->axis, w), axisb[3];
  cross(p, w, turned);
  cross(w, t->axis, moved);
  double angleb = t->sine * (t->projected * along - dot(p, w)) + t->cosine * dot(t->normal, w);
  for (int i = 0; i < 3; i++) {
    pb[i] = t->cosine * w[i] + t->sine * moved[i] + t->axis[i] * (rest * along);
    axisb[i] = t->sine * turned[i] + rest * (t->projected * w[i] + along * p[i]);
  }
  double inverse = 1.0 / t->angle, radial = angleb - dot(axisb, t->axis) * inverse;
  for (int i = 0; i < 3; i++)
    rotationb[i] += axisb[i] * inverse + radial * t->axis[i];
}

void reprojection_hand(const int *size, const int *index, const double *data, const double *x,
                       double *xb, double *y, double *yb) {
  int cameras = size[0], points = size[1], observations = size[2];
  const double *point = x + 11 * cameras, *weight = point + 3 * points;
  double *pointb = xb + 11 * cameras, *weightb = pointb + 3 * points;
  for (int o = 0; o < observations; o++) {
    const double *camera = x + 11 * index[2 * o], *p = point + 3 * index[2 * o + 1];
    double *cb = xb + 11 * index[2 * o], *pb = pointb + 3 * index[2 * o + 1];
    double moved[3], seen[3], movedb[3], seenb[3];
    struct turn turn;
    for (int i = 0; i < 3; i++)
      moved[i] = p[i] - camera[3 + i];
    int far = rotate(camera, moved, seen, &turn);
    double inverse = 1.0 / seen[2], u = seen[0] * inverse, v = seen[1] * inverse;
    double square = u * u + v * v, focal = camera[6];
    double distortion = 1.0 + (camera[9] + camera[10] * square) * square;
    double w0 = yb[2 * o], w1 = yb[2 * o + 1];
    weightb[o] += w0 * (u * distortion * focal + camera[7] - data[2 * o]) +
                  w1 * (v * distortion * focal + camera[8] - data[2 * o + 1]) -
                  2.0 * weight[o] * yb[2 * observations + o];
    w0 *= weight[o];
    w1 *= weight[o];
    double both = u * w0 + v * w1, distortionb = both * focal;
    double squareb = distortionb * (camera[9] + 2.0 * camera[10] * square);
    double ub = distortion * focal * w0 + 2.0 * u * squareb;
    double vb = distortion * focal * w1 + 2.0 * v * squareb;
    cb[6] += both * distortion;
    cb[7] += w0;
    cb[8] += w1;
    cb[9] += distortionb * square;
    cb[10] += distortionb * square * square;
    seenb[0] = ub * inverse;
    seenb[1] = vb * inverse;
    seenb[2] = -(u * seenb[0] + v * seenb[1]);
    rotate_back(camera, moved, far, &turn, seenb, movedb, cb);
    for (int i = 0; i < 3; i++) {
      pb[i] += movedb[i];
      cb[3 + i] -= movedb[i];
    }
  }
  (void)y;
}
