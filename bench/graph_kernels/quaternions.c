/* Forward kinematics of a chain of five joints by unit quaternions.
 * x: angles of the joints. c: for every joint its axis and, in its own frame, the link that follows. y: the end. */
#include <math.h>

/* Turns the frame q by a joint and moves the end p along its link. */
#define JOINT(angle, axis, link)                                                                                       \
  half = 0.5 * (angle);                                                                                                \
  j0 = cos(half);                                                                                                      \
  j1 = sin(half);                                                                                                      \
  j3 = j1 * (axis)[2];                                                                                                 \
  j2 = j1 * (axis)[1];                                                                                                 \
  j1 = j1 * (axis)[0];                                                                                                 \
  r0 = q0 * j0 - q1 * j1 - q2 * j2 - q3 * j3;                                                                          \
  r1 = q0 * j1 + q1 * j0 + q2 * j3 - q3 * j2;                                                                          \
  r2 = q0 * j2 - q1 * j3 + q2 * j0 + q3 * j1;                                                                          \
  q3 = q0 * j3 + q1 * j2 - q2 * j1 + q3 * j0;                                                                          \
  q0 = r0;                                                                                                             \
  q1 = r1;                                                                                                             \
  q2 = r2;                                                                                                             \
  t0 = 2.0 * (q2 * (link)[2] - q3 * (link)[1]);                                                                        \
  t1 = 2.0 * (q3 * (link)[0] - q1 * (link)[2]);                                                                        \
  t2 = 2.0 * (q1 * (link)[1] - q2 * (link)[0]);                                                                        \
  p0 = p0 + (link)[0] + q0 * t0 + q2 * t2 - q3 * t1;                                                                   \
  p1 = p1 + (link)[1] + q0 * t1 + q3 * t0 - q1 * t2;                                                                   \
  p2 = p2 + (link)[2] + q0 * t2 + q1 * t1 - q2 * t0

void quaternions(const double *x, const double *c, double *y) {
  double q0 = 1.0, q1 = 0.0, q2 = 0.0, q3 = 0.0, p0 = 0.0, p1 = 0.0, p2 = 0.0;
  double half, j0, j1, j2, j3, r0, r1, r2, t0, t1, t2;
  JOINT(x[0], c, c + 3);
  JOINT(x[1], c + 6, c + 9);
  JOINT(x[2], c + 12, c + 15);
  JOINT(x[3], c + 18, c + 21);
  JOINT(x[4], c + 24, c + 27);
  y[0] = p0;
  y[1] = p1;
  y[2] = p2;
}

void quaternions_sum(int points, const double *x, const double *c, double *s) {
  double y[3];
  *s = 0.0;
  for (int i = 0; i < points; i++) {
    quaternions(x + 5 * i, c, y);
    *s += 0.5 * (y[0] * y[0] + y[1] * y[1] + y[2] * y[2]);
  }
}
