#include "problems.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state;

static double uniform(double low, double high) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return low + (high - low) * (double)(state >> 11) / 9007199254740992.0;
}

static int below(int n) { return (int)uniform(0, n); }

static void fill(double *to, int n, double low, double high) {
  for (int i = 0; i < n; i++)
    to[i] = uniform(low, high);
}

static void reserve(struct problem *p, int indices, int numbers, int inputs, int outputs) {
  p->indices = indices;
  p->numbers = numbers;
  p->inputs = inputs;
  p->outputs = outputs;
  p->index = calloc(indices + 1, sizeof *p->index);
  p->data = calloc(numbers + 1, sizeof *p->data);
  p->x = calloc(inputs + 1, sizeof *p->x);
  p->colours = 0;
  p->colour = calloc(inputs + 1, sizeof *p->colour);
}

static void mixture(struct problem *p) {
  int d = p->size[0], k = p->size[1], n = p->size[2];
  reserve(p, 0, n * d, k + k * d + k * d * (d + 1) / 2, 1);
  fill(p->data, p->numbers, -1, 1);
  fill(p->x, p->inputs, -0.5, 0.5);
}

static void lstm(struct problem *p) {
  int layers = p->size[0], width = p->size[1], steps = p->size[2];
  reserve(p, 0, width * steps, 8 * layers * width + 2 * width, 1);
  fill(p->data, p->numbers, 0, 1);
  fill(p->x, p->inputs, -1, 1);
}

static void reprojection(struct problem *p) {
  int cameras = p->size[0], points = p->size[1], observations = p->size[2];
  reserve(p, 2 * observations, 2 * observations, 11 * cameras + 3 * points + observations,
          3 * observations);
  for (int i = 0; i < observations; i++) {
    p->index[2 * i] = below(cameras);
    p->index[2 * i + 1] = below(points);
  }
  fill(p->data, p->numbers, -1, 1);
  for (int c = 0; c < cameras; c++) {
    fill(p->x + 11 * c, 9, 0.1, 0.5);
    fill(p->x + 11 * c + 9, 2, -0.05, 0.05);
  }
  for (int i = 0; i < points; i++) {
    fill(p->x + 11 * cameras + 3 * i, 2, -1, 1);
    p->x[11 * cameras + 3 * i + 2] = uniform(4, 6);
  }
  fill(p->x + 11 * cameras + 3 * points, observations, 0.5, 1);
  p->colours = 15; /* an observation has a camera, a point and a weight */
  for (int i = 0; i < p->inputs; i++) {
    int from_point = i - 11 * cameras;
    p->colour[i] = from_point < 0 ? i % 11 : from_point < 3 * points ? 11 + from_point % 3 : 14;
  }
}

static void brusselator(struct problem *p) {
  int cells = p->size[0] * p->size[0];
  reserve(p, 0, 1, 2 * cells + 3, 2 * cells);
  p->data[0] = 1e-3;
  fill(p->x, cells, 0.5, 1.5);
  fill(p->x + cells, cells, 2.5, 3.5);
  p->x[2 * cells] = 1.0;
  p->x[2 * cells + 1] = 3.0;
  p->x[2 * cells + 2] = 2e-3;
}

static void burgers(struct problem *p) {
  int n = p->size[0];
  reserve(p, 0, 2, n + 1, n);
  p->data[0] = 0.2;
  p->data[1] = 0.3;
  for (int i = 0; i < n; i++)
    p->x[i] = sin(10.0 * i / n + 0.1) + uniform(-0.1, 0.1);
  p->x[n] = 0.7;
}

static void nbody(struct problem *p) {
  int n = p->size[0];
  reserve(p, 0, 2, 7 * n, 6 * n + 1);
  p->data[0] = 1e-3;
  p->data[1] = 0.05;
  fill(p->x, 6 * n, -1, 1);
  fill(p->x + 6 * n, n, 0.5, 1.5);
}

static void cholesky(struct problem *p) {
  int n = p->size[0];
  reserve(p, 0, 0, n * n + n, n + 1);
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      p->x[i * n + j] = p->x[j * n + i] = uniform(-1, 1) + (i == j ? n : 0);
  fill(p->x + n * n, n, -1, 1);
}

static void gradients(struct problem *p) {
  int cells = p->size[0] * p->size[0];
  reserve(p, 0, 0, 2 * cells, cells);
  fill(p->x, cells, 0.5, 1.5);
  fill(p->x + cells, cells, -1, 1);
}

static void lorenz(struct problem *p) {
  int n = p->size[0];
  reserve(p, 0, 1, n + 1, n);
  p->data[0] = 0.01;
  fill(p->x, n, 7, 9);
  p->x[n] = 8.0;
}

static void mesh(struct problem *p) {
  int nodes = p->size[0], edges = p->size[1];
  reserve(p, 2 * edges, 2 * edges, 4 * nodes, 4 * nodes);
  for (int e = 0; e < edges; e++) {
    p->index[2 * e] = e % nodes;
    p->index[2 * e + 1] = (e % nodes + 1 + below(nodes - 1)) % nodes;
  }
  fill(p->data, p->numbers, -1, 1);
  for (int i = 0; i < nodes; i++) {
    p->x[4 * i] = uniform(0.8, 1.2);
    p->x[4 * i + 1] = uniform(-0.5, 0.5);
    p->x[4 * i + 2] = uniform(-0.5, 0.5);
    p->x[4 * i + 3] = uniform(2, 3);
  }
}

static void spline(struct problem *p) {
  int n = p->size[0], observations = p->size[1];
  reserve(p, observations, 2 * observations, 2 * n, observations);
  for (int i = 0; i < n; i++)
    p->x[i] = i + uniform(-0.3, 0.3);
  fill(p->x + n, n, -1, 1);
  for (int i = 0; i < observations; i++) {
    p->index[i] = below(n - 1);
    p->data[2 * i] = p->index[i] + 0.5;
    p->data[2 * i + 1] = uniform(-1, 1);
  }
}

static void network(struct problem *p) {
  int inputs = p->size[0], hidden = p->size[1], outputs = p->size[2], samples = p->size[3];
  reserve(p, samples, samples * inputs, (inputs + 1) * hidden + (hidden + 1) * outputs, 1);
  for (int s = 0; s < samples; s++)
    p->index[s] = below(outputs);
  fill(p->data, p->numbers, -1, 1);
  fill(p->x, p->inputs, -0.5, 0.5);
}

static void species(struct problem *p) {
  int n = p->size[0];
  reserve(p, 0, 1, n * (n + 2), n);
  p->data[0] = 0.01;
  fill(p->x, n, 0.5, 1.5);
  fill(p->x + n, n, 0.5, 1);
  fill(p->x + 2 * n, n * n, -2.0 / n, 1.0 / n);
}

static void decay(struct problem *p) {
  int n = p->size[0];
  reserve(p, 0, 1, 2 * n, n);
  p->data[0] = 0.01;
  fill(p->x, 2 * n, 0.5, 1.5);
}

static void circuit(struct problem *p) {
  int n = p->size[0];
  reserve(p, 0, 1, n * (n + 2), n);
  p->data[0] = 0.05;
  fill(p->x, 2 * n, -1, 1);
  fill(p->x + 2 * n, n * n, -2.0 / n, 2.0 / n);
}

static void water(struct problem *p) {
  int cells = p->size[0] * p->size[0];
  reserve(p, 0, 1, 3 * cells + 1, 3 * cells);
  p->data[0] = 0.02;
  fill(p->x, cells, 0.8, 1.2);
  fill(p->x + cells, 2 * cells, -0.2, 0.2);
  p->x[3 * cells] = 9.81;
}

static void fourier(struct problem *p) {
  int n = p->size[0];
  reserve(p, 0, n, 2 * n, n);
  for (int i = 0; i < n / 2; i++) {
    p->data[2 * i] = cos(2.0 * acos(-1.0) * i / n);
    p->data[2 * i + 1] = sin(2.0 * acos(-1.0) * i / n);
  }
  fill(p->x, 2 * n, -1, 1);
}

static void lu(struct problem *p) {
  int n = p->size[0];
  reserve(p, 0, 0, n * n + n, n + 1);
  fill(p->x, n * n + n, -1, 1);
  for (int i = 0; i < n; i++) /* needs its rows swapped, and is no close call */
    p->x[i * n + (n - 1 - i)] += n;
}

static void fixedpoint(struct problem *p) {
  int n = p->size[0];
  reserve(p, 0, 1, n + n * n, n);
  p->data[0] = 1e-14;
  fill(p->x, n, -0.5, 0.5);
  fill(p->x + n, n * n, -1.0 / n, 1.0 / n);
}

static void pricing(struct problem *p) {
  int steps = p->size[0], paths = p->size[1];
  reserve(p, 0, 1 + steps * paths, 3 + steps, 1);
  p->data[0] = 1.0 / steps;
  for (int i = 1; i < p->numbers; i++) { /* twelve uniform numbers sum to a nearly normal one */
    p->data[i] = -6.0;
    for (int k = 0; k < 12; k++)
      p->data[i] += uniform(0, 1);
  }
  p->x[0] = 1.0;
  p->x[1] = 0.95;
  p->x[2] = 0.03;
  fill(p->x + 3, steps, 0.1, 0.3);
}

static void kinematics(struct problem *p) {
  int bones = p->size[0], points = p->size[1];
  reserve(p, bones + points, 3 * (bones + points), 3 * bones + 3, 3 * points);
  for (int b = 0; b < bones; b++)
    p->index[b] = b % 4 == 1 ? 0 : b - 1; /* fingers of four bones at the first one */
  for (int i = 0; i < points; i++)
    p->index[bones + i] = below(bones);
  fill(p->data, p->numbers, -1, 1);
  fill(p->x, p->inputs, -1, 1);
}

static const struct {
  const char *name;
  int small[4], large[4];
  void (*make)(struct problem *);
} kernels[] = {
    {"brusselator", {6, 3}, {48, 10}, brusselator},
    {"burgers", {20, 5}, {2000, 20}, burgers},
    {"cholesky", {7}, {80}, cholesky},
    {"circuit", {3, 2}, {16, 20}, circuit},
    {"decay", {5, 4}, {100, 200}, decay},
    {"fixedpoint", {4, 100}, {24, 100}, fixedpoint},
    {"fourier", {8}, {1024}, fourier},
    {"gradients", {5, 4}, {40, 20}, gradients},
    {"kinematics", {9, 10}, {21, 500}, kinematics},
    {"lorenz", {10, 5}, {1000, 10}, lorenz},
    {"lstm", {2, 4, 5}, {2, 14, 50}, lstm},
    {"lu", {5}, {50}, lu},
    {"mesh", {10, 30, 2}, {500, 1500, 2}, mesh},
    {"mixture", {3, 2, 5}, {8, 10, 100}, mixture},
    {"nbody", {5, 3}, {60, 4}, nbody},
    {"network", {4, 5, 3, 6}, {32, 24, 10, 50}, network},
    {"pricing", {4, 5}, {20, 100}, pricing},
    {"reprojection", {2, 5, 9}, {10, 300, 1500}, reprojection},
    {"species", {4, 3}, {20, 60}, species},
    {"spline", {6, 10}, {500, 3000}, spline},
    {"water", {5, 3}, {24, 8}, water},
};

int make_problem(const char *kernel, int small, struct problem *p) {
  for (unsigned i = 0; i < sizeof kernels / sizeof *kernels; i++)
    if (strcmp(kernels[i].name, kernel) == 0) {
      state = 1;
      memcpy(p->size, small ? kernels[i].small : kernels[i].large, sizeof p->size);
      kernels[i].make(p);
      return 1;
    }
  return 0;
}
