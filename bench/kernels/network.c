/* A dense network with two layers and the cross entropy of its answers.
 * size: inputs, hidden, outputs, samples. x: weights and biases, layer by layer. index: the right
 * answer of each sample. data: the samples. y: the mean loss. */
#include "kernel.h"

static void affine(int rows, int columns, const real *weight, const real *v, real *out) {
  for (int i = 0; i < rows; i++) {
    real sum = weight[rows * columns + i];
    for (int j = 0; j < columns; j++)
      sum += weight[i * columns + j] * v[j];
    out[i] = sum;
  }
}

static real cross_entropy(int n, const real *v, int right) {
  real largest = v[0], sum = 0.0;
  for (int i = 1; i < n; i++)
    largest = fmax(largest, v[i]);
  for (int i = 0; i < n; i++)
    sum += exp(v[i] - largest);
  return log(sum) + largest - v[right];
}

void network(const int *size, const int *index, const double *data, const real *x, real *y) {
  int inputs = size[0], hidden = size[1], outputs = size[2], samples = size[3];
  const real *second = x + (inputs + 1) * hidden;
  real *in = RESERVE(inputs), *middle = RESERVE(hidden), *out = RESERVE(outputs);
  real loss = 0.0;
  for (int s = 0; s < samples; s++) {
    for (int i = 0; i < inputs; i++)
      in[i] = data[s * inputs + i];
    affine(hidden, inputs, x, in, middle);
    for (int i = 0; i < hidden; i++)
      middle[i] = tanh(middle[i]);
    affine(outputs, hidden, second, middle, out);
    loss += cross_entropy(outputs, out, index[s]);
  }
  y[0] = loss / samples;
  RELEASE(in);
  RELEASE(middle);
  RELEASE(out);
}
