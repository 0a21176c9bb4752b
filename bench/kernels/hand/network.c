/* The adjoint of network.c: every sample forward and back at once. */
#include "hand.h"

static void affine(int rows, int columns, const double *weight, const double *v, double *out) {
  for (int i = 0; i < rows; i++) {
    double sum = weight[rows * columns + i];
    for (int j = 0; j < columns; j++)
      sum += weight[i * columns + j] * v[j];
    out[i] = sum;
  }
}

/* w: the adjoint of the result; vb may be null */
static void affine_back(int rows, int columns, const double *restrict weight,
                        const double *restrict v, const double *restrict w,
                        double *restrict weightb, double *restrict vb) {
  for (int i = 0; i < rows; i++) {
    double by = w[i];
    const double *row = weight + i * columns;
    double *rowb = weightb + i * columns;
    weightb[rows * columns + i] += by;
    if (vb)
      for (int j = 0; j < columns; j++) {
        rowb[j] += by * v[j];
        vb[j] += by * row[j];
      }
    else
      for (int j = 0; j < columns; j++)
        rowb[j] += by * v[j];
  }
}

void network_hand(const int *size, const int *index, const double *data, const double *x,
                  double *xb, double *y, double *yb) {
  int inputs = size[0], hidden = size[1], outputs = size[2], samples = size[3];
  const double *second = x + (inputs + 1) * hidden;
  double *middle = reserve(2 * hidden + outputs), *middleb = middle + hidden,
         *out = middleb + hidden;
  double seed = yb[0] / samples, *secondb = xb + (inputs + 1) * hidden;
  for (int s = 0; s < samples; s++) {
    const double *in = data + s * inputs;
    affine(hidden, inputs, x, in, middle);
    for (int i = 0; i < hidden; i++) {
      middle[i] = tanh(middle[i]);
      middleb[i] = 0.0;
    }
    affine(outputs, hidden, second, middle, out);
    double largest = out[0], sum = 0.0;
    for (int i = 1; i < outputs; i++)
      largest = fmax(largest, out[i]);
    for (int i = 0; i < outputs; i++)
      sum += out[i] = exp(out[i] - largest);
    for (int i = 0; i < outputs; i++)
      out[i] *= seed / sum;
    out[index[s]] -= seed;
    affine_back(outputs, hidden, second, middle, out, secondb, middleb);
    for (int i = 0; i < hidden; i++)
      middleb[i] *= 1.0 - middle[i] * middle[i];
    affine_back(hidden, inputs, x, in, middleb, xb, NULL);
  }
  free(middle);
  (void)y;
}
