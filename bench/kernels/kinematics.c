/* An articulated hand: bones turned by three angles each, one behind the other, carry points. Every
 * bone has a frame of its own on the heap. size: bones, points. x: angles of each bone, then the
 * place of the wrist. index: the bone before each bone (-1: the wrist), then the bone of each
 * point. data: the offset of each bone, then the place of each point in its bone. y: the places of
 * the points. */
#include "kernel.h"

struct frame {
  real *turn, *place; /* a matrix of three rows, a vector */
};

static struct frame new_frame(void) {
  struct frame made;
  made.turn = RESERVE(9);
  made.place = RESERVE(3);
  return made;
}

static void free_frame(struct frame f) {
  RELEASE(f.turn);
  RELEASE(f.place);
}

static void multiply(const real *a, const real *b, real *out) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      real sum = 0.0;
      for (int k = 0; k < 3; k++)
        sum += a[3 * i + k] * b[3 * k + j];
      out[3 * i + j] = sum;
    }
}

/* Around the three axes in turn */
static void rotation(const real *angle, real *out) {
  real sx = sin(angle[0]), cx = cos(angle[0]), sy = sin(angle[1]), cy = cos(angle[1]);
  real sz = sin(angle[2]), cz = cos(angle[2]);
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

static void carry(const real *turn, const real *place, const double *p, real *out) {
  for (int i = 0; i < 3; i++)
    out[i] = place[i] + turn[3 * i] * p[0] + turn[3 * i + 1] * p[1] + turn[3 * i + 2] * p[2];
}

void kinematics(const int *size, const int *index, const double *data, const real *x, real *y) {
  int bones = size[0], points = size[1];
  const int *parent = index, *bone = index + bones;
  struct frame *frame = (struct frame *)malloc(bones * sizeof(struct frame));
  real *own = RESERVE(9);
  for (int b = 0; b < bones; b++) {
    frame[b] = new_frame();
    if (parent[b] < 0) {
      rotation(x + 3 * b, frame[b].turn);
      for (int i = 0; i < 3; i++)
        frame[b].place[i] = x[3 * bones + i] + data[3 * b + i];
    } else {
      struct frame before = frame[parent[b]];
      rotation(x + 3 * b, own);
      multiply(before.turn, own, frame[b].turn);
      carry(before.turn, before.place, data + 3 * b, frame[b].place);
    }
  }
  for (int p = 0; p < points; p++)
    carry(frame[bone[p]].turn, frame[bone[p]].place, data + 3 * bones + 3 * p, y + 3 * p);
  for (int b = 0; b < bones; b++)
    free_frame(frame[b]);
  RELEASE(own);
  free(frame);
}
