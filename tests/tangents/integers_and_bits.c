/* Enums, bit tricks and integer arithmetic that decide but carry no derivative.
   head: haar(x)>(y) */
#include <stdint.h>

enum mode { SUM = 1, DIFFERENCE = 2, BOTH = SUM | DIFFERENCE };

static unsigned reversed(unsigned k, int bits)
{
  unsigned r = 0;
  for (int b = 0; b < bits; b++)
    r |= ((k >> b) & 1u) << (bits - 1 - b);
  return r;
}

void haar(const double x[8], double y[8])
{
  uint64_t seed = 0x9e3779b97f4a7c15ull;
  for (unsigned k = 0; k < 8; k++) {
    enum mode m = (enum mode)(1 + (seed >> 61) % 3);
    unsigned j = reversed(k, 3);
    y[k] = 0;
    if (m & SUM)
      y[k] += x[j] * x[j ^ 1u];
    if (m & DIFFERENCE)
      y[k] -= (double)(int)(seed & 7) * x[j];
    y[k] /= (k << 1) + 1;
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed = ~seed + BOTH;
  }
}
