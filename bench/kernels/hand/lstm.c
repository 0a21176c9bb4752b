/* The adjoint of lstm.c. Kept for each step, layer and unit: the four gates, the memory and the
 * hidden value before, the input, tanh of the memory after. */
#include "hand.h"

enum { KEPT = 8 };

static inline double sigmoid(double v) { return 1.0 / (1.0 + exp(-v)); }

static void cell(int width, const double *w, const double *b, double *state, const double *input,
                 double *kept) {
  double *memory = state, *hidden = state + width;
  for (int i = 0; i < width; i++, kept += KEPT) {
    double forget = sigmoid(input[i] * w[i] + b[i]);
    double enter = sigmoid(hidden[i] * w[width + i] + b[width + i]);
    double leave = sigmoid(input[i] * w[2 * width + i] + b[2 * width + i]);
    double change = tanh(hidden[i] * w[3 * width + i] + b[3 * width + i]);
    kept[0] = forget;
    kept[1] = enter;
    kept[2] = leave;
    kept[3] = change;
    kept[4] = memory[i];
    kept[5] = hidden[i];
    kept[6] = input[i];
    memory[i] = memory[i] * forget + enter * change;
    kept[7] = tanh(memory[i]);
    hidden[i] = leave * kept[7];
  }
}

static void cell_back(int width, const double *w, double *wb, double *bb, double *stateb,
                      double *inputb, const double *kept) {
  double *memoryb = stateb, *hiddenb = stateb + width;
  for (int i = 0; i < width; i++, kept += KEPT) {
    double forget = kept[0], enter = kept[1], leave = kept[2], change = kept[3], last = kept[7];
    double memory = memoryb[i] + hiddenb[i] * leave * (1.0 - last * last);
    double f = memory * kept[4] * forget * (1.0 - forget);
    double e = memory * change * enter * (1.0 - enter);
    double l = hiddenb[i] * last * leave * (1.0 - leave);
    double c = memory * enter * (1.0 - change * change);
    memoryb[i] = memory * forget;
    hiddenb[i] = e * w[width + i] + c * w[3 * width + i];
    inputb[i] += f * w[i] + l * w[2 * width + i];
    wb[i] += f * kept[6];
    wb[width + i] += e * kept[5];
    wb[2 * width + i] += l * kept[6];
    wb[3 * width + i] += c * kept[5];
    bb[i] += f;
    bb[width + i] += e;
    bb[2 * width + i] += l;
    bb[3 * width + i] += c;
  }
}

void lstm_hand(const int *size, const int *index, const double *data, const double *x, double *xb,
               double *y, double *yb) {
  int layers = size[0], width = size[1], steps = size[2], states = 2 * layers * width;
  size_t per_step = (size_t)KEPT * layers * width + 2 * width;
  double *kept = reserve(per_step * (steps - 1)),
         *state = calloc(2 * states + width + 1, sizeof *state);
  double *stateb = state + states, *ignored = stateb + states;
  const double *scale = x + 8 * layers * width, *shift = scale + width;
  double *scaleb = xb + 8 * layers * width, *shiftb = scaleb + width;
  double seed = yb[0] / (width * (steps - 1));
  for (int t = 0; t + 1 < steps;
       t++) { /* last in a step's record: the adjoint of the output, the last hidden values */
    double *at = kept + per_step * t, *outputb = at + KEPT * layers * width,
           *last = outputb + width;
    const double *target = data + (t + 1) * width, *from = data + t * width;
    for (int l = 0; l < layers; l++) {
      cell(width, x + 8 * width * l, x + 8 * width * l + 4 * width, state + 2 * width * l, from,
           at + KEPT * width * l);
      from = state + 2 * width * l + width;
    }
    double sum = 2.0, all = 0.0;
    for (int i = 0; i < width; i++) {
      last[i] = from[i];
      outputb[i] = exp(from[i] * scale[i] + shift[i]);
      sum += outputb[i];
      all += target[i];
    }
    for (int i = 0; i < width; i++)
      outputb[i] = seed * (outputb[i] * (all / sum) - target[i]);
  }
  for (int t = steps - 2; t >= 0; t--) {
    const double *at = kept + per_step * t, *outputb = at + KEPT * layers * width,
                 *last = outputb + width;
    double *to = stateb + 2 * width * (layers - 1) + width;
    for (int i = 0; i < width; i++) {
      to[i] += outputb[i] * scale[i];
      scaleb[i] += outputb[i] * last[i];
      shiftb[i] += outputb[i];
    }
    for (int l = layers - 1; l >= 0; l--)
      cell_back(width, x + 8 * width * l, xb + 8 * width * l, xb + 8 * width * l + 4 * width,
                stateb + 2 * width * l, l > 0 ? stateb + 2 * width * (l - 1) + width : ignored,
                at + KEPT * width * l);
  }
  free(kept);
  free(state);
  (void)index, (void)y;
}
