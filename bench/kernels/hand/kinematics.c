/* The adjoint of kinematics.c: points first give their adjoints to their bones, then bones to those
 * before them. */
#include "hand.h"

enum { TURN = 9, FRAME = 12 }; /* a frame: the matrix, then the place */

static void rotation(const double *angle, double *trigonometry, double *out) {
  double sx = sin(angle[0]), cx = cos(angle[0]), sy = sin(angle[1]), cy = cos(angle[1]);
  double sz = sin(angle[2]), cz = cos(angle[2]);
  trigonometry[0] = sx;
  trigonometry[1] = cx;
  trigonometry[2] = sy;
  trigonometry[3] = cy;
  trigonometry[4] = sz;
  trigonometry[5] = cz;
  out[0] = cy * cz;
  out[1] = sx * sy * cz - cx * sz;
  out[2] = cx * sy * cz + sx * sz;
  out[3] = cy * sz;
  out[4] = sx * sy * sz + cx * cz;
  out[5] = cx * sy * sz - sx * cz;
  out[6] = -sy;
  out[7] = sx * cy;
  out[8] = cx * cy;
}

static void rotation_back(const double *trigonometry, const double *r, const double *w,
                          double *angleb) {
  double sx = trigonometry[0], cx = trigonometry[1], sy = trigonometry[2], cy = trigonometry[3];
  double sz = trigonometry[4], cz = trigonometry[5];
  angleb[0] += w[1] * r[2] - w[2] * r[1] + w[4] * r[5] - w[5] * r[4] + w[7] * r[8] - w[8] * r[7];
  angleb[1] += cz * (cy * (sx * w[1] + cx * w[2]) - sy * w[0]) +
               sz * (cy * (sx * w[4] + cx * w[5]) - sy * w[3]) - cy * w[6] -
               sy * (sx * w[7] + cx * w[8]);
  angleb[2] += r[0] * w[3] - r[3] * w[0] + r[1] * w[4] - r[4] * w[1] + r[2] * w[5] - r[5] * w[2];
}

static inline void carry(const double *frame, const double *p, double *out) {
  for (int i = 0; i < 3; i++)
    out[i] =
        frame[TURN + i] + frame[3 * i] * p[0] + frame[3 * i + 1] * p[1] + frame[3 * i + 2] * p[2];
}

static inline void carry_back(const double *p, const double *w, double *frameb) {
  for (int i = 0; i < 3; i++) {
    frameb[TURN + i] += w[i];
    for (int k = 0; k < 3; k++)
      frameb[3 * i + k] += w[i] * p[k];
  }
}

void kinematics_hand(const int *size, const int *index, const double *data, const double *x,
                     double *xb, double *y, double *yb) {
  int bones = size[0], points = size[1];
  const int *parent = index, *bone = index + bones;
  double *frame = calloc((3 * FRAME + 6) * (size_t)bones + 1, sizeof *frame);
  double *frameb = frame + FRAME * bones, *own = frameb + FRAME * bones,
         *angles = own + FRAME * bones;
  for (int b = 0; b < bones; b++) {
    double *at = frame + FRAME * b, *r = own + FRAME * b;
    rotation(x + 3 * b, angles + 6 * b, r);
    if (parent[b] < 0) {
      memcpy(at, r, TURN * sizeof *at);
      for (int i = 0; i < 3; i++)
        at[TURN + i] = x[3 * bones + i] + data[3 * b + i];
    } else {
      const double *before = frame + FRAME * parent[b];
      for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
          at[3 * i + j] =
              before[3 * i] * r[j] + before[3 * i + 1] * r[3 + j] + before[3 * i + 2] * r[6 + j];
      carry(before, data + 3 * b, at + TURN);
    }
  }
  for (int p = 0; p < points; p++)
    carry_back(data + 3 * bones + 3 * p, yb + 3 * p, frameb + FRAME * bone[p]);
  for (int b = bones - 1; b >= 0; b--) {
    const double *w = frameb + FRAME * b, *r = own + FRAME * b;
    if (parent[b] < 0) {
      rotation_back(angles + 6 * b, r, w, xb + 3 * b);
      for (int i = 0; i < 3; i++)
        xb[3 * bones + i] += w[TURN + i];
      continue;
    }
    const double *before = frame + FRAME * parent[b];
    double *beforeb = frameb + FRAME * parent[b], turnb[TURN];
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) {
        turnb[3 * i + j] = before[i] * w[j] + before[3 + i] * w[3 + j] + before[6 + i] * w[6 + j];
        beforeb[3 * i + j] +=
            w[3 * i] * r[3 * j] + w[3 * i + 1] * r[3 * j + 1] + w[3 * i + 2] * r[3 * j + 2];
      }
    rotation_back(angles + 6 * b, r, turnb, xb + 3 * b);
    carry_back(data + 3 * b, w + TURN, beforeb);
  }
  free(frame);
  (void)y;
}
