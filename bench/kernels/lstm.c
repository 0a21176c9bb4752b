/* A recurrent network of long short-term memory cells with diagonal weights, and its loss. The
 * state of all layers lies in one array (cell, then hidden, of each layer) that pointers walk.
 * size: layers, width, steps. x: per layer four weights and four biases, then output scale and
 * shift. data: the sequence. y: the mean loss. */
#include "kernel.h"

static real sigmoid(real v) { return 1.0 / (1.0 + exp(-v)); }

static void cell(int width, const real *weight, const real *bias, real *state, const real *input) {
  real *memory = state, *hidden = state + width;
  for (int i = 0; i < width; i++) {
    real forget = sigmoid(input[i] * weight[i] + bias[i]);
    real enter = sigmoid(hidden[i] * weight[width + i] + bias[width + i]);
    real leave = sigmoid(input[i] * weight[2 * width + i] + bias[2 * width + i]);
    real change = tanh(hidden[i] * weight[3 * width + i] + bias[3 * width + i]);
    memory[i] = memory[i] * forget + enter * change;
    hidden[i] = leave * tanh(memory[i]);
  }
}

static real predict(int layers, int width, const real *x, real *state, const double *input,
                    real *output) {
  for (int i = 0; i < width; i++)
    output[i] = input[i];
  const real *layer = x, *from = output;
  real *walk = state;
  for (int l = 0; l < layers; l++) {
    cell(width, layer, layer + 4 * width, walk, from);
    from = walk + width;
    walk += 2 * width;
    layer += 8 * width;
  }
  real sum = 0.0;
  for (int i = 0; i < width; i++) {
    output[i] = from[i] * layer[i] + layer[width + i];
    sum += exp(output[i]);
  }
  return log(sum + 2.0);
}

void lstm(const int *size, const int *index, const double *data, const real *x, real *y) {
  int layers = size[0], width = size[1], steps = size[2];
  real *state = RESERVE(2 * layers * width), *output = RESERVE(width);
  (void)index;
  for (int i = 0; i < 2 * layers * width; i++)
    state[i] = 0.0;
  real loss = 0.0;
  for (int t = 0; t + 1 < steps; t++) {
    real normal = predict(layers, width, x, state, data + t * width, output);
    for (int i = 0; i < width; i++)
      loss += data[(t + 1) * width + i] * (normal - output[i]);
  }
  y[0] = loss / (width * (steps - 1));
  RELEASE(state);
  RELEASE(output);
}
